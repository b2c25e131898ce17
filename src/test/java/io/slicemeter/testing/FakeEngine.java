package io.slicemeter.testing;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

import io.slicemeter.runner.ContainerId;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A Docker Engine on a loopback port, as far as Slicemeter uses one: info, list,
/// inspect, events (with `since` and filters, and a memory of 256 events) and statistics.
/// It does what the test says, also the wrong things: fail, hang, cut connections, keep
/// quiet, vanish and come back.
public final class FakeEngine implements AutoCloseable {

	private static final JsonMapper JSON = JsonMapper.shared();

	private static final int REMEMBERED_EVENTS = 256;

	private static final String END = "\0end";

	private final Map<ContainerId, FakeContainer> containers = new LinkedHashMap<>();

	private final Deque<Event> past = new ArrayDeque<>();

	private final List<Subscriber> subscribers = new CopyOnWriteArrayList<>();

	private final List<Request> requests = new CopyOnWriteArrayList<>();

	private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

	private final Map<String, Integer> failures = new ConcurrentHashMap<>();

	private final Map<String, CountDownLatch> hangs = new ConcurrentHashMap<>();

	private final Map<String, Runnable> before = new ConcurrentHashMap<>();

	private final Map<String, Object> info = new ConcurrentHashMap<>(
			Map.of("ServerVersion", "99.0-fake", "CgroupDriver", "cgroupfs", "CgroupVersion", "1", "NCPU", 4,
					"MemTotal", 8_000_000_000L, "KernelVersion", "6.12.0-fake"));

	private final ServerSockets serverSockets;

	private @Nullable ServerSocket server;

	private int port;

	private volatile boolean mute;

	private long lastNano;

	private FakeEngine(ServerSockets serverSockets) {
		this.serverSockets = serverSockets;
	}

	/// Starts an Engine without containers.
	public static FakeEngine start() {
		return start(ServerSocket::new);
	}

	/// Starts an Engine without containers that wants a client certificate.
	public static FakeEngine startWithTls(SSLContext context) {
		return start(() -> {
			SSLServerSocket socket = (SSLServerSocket) context.getServerSocketFactory().createServerSocket();
			socket.setNeedClientAuth(true);
			return socket;
		});
	}

	private static FakeEngine start(ServerSockets serverSockets) {
		FakeEngine engine = new FakeEngine(serverSockets);
		engine.listen();
		return engine;
	}

	/// Where it listens, as `DOCKER_HOST` has it.
	public String host() {
		return "tcp://127.0.0.1:" + this.port;
	}

	/// Its clock, which never stands still: each moment is later than the one before.
	public synchronized Instant now() {
		Instant now = Instant.now();
		long nano = Math.max(this.lastNano + 1, now.getEpochSecond() * 1_000_000_000L + now.getNano());
		this.lastNano = nano;
		return Instant.ofEpochSecond(nano / 1_000_000_000L, nano % 1_000_000_000L);
	}

	/// Sets a field of its answer to `/info`, e.g. `CgroupDriver`.
	public FakeEngine info(String field, Object value) {
		this.info.put(field, value);
		return this;
	}

	/// Makes a container that does not run yet. No event.
	public synchronized FakeContainer create(String name) {
		FakeContainer container = new FakeContainer(this, name);
		this.containers.put(container.id(), container);
		return container;
	}

	/// Makes and starts a container.
	public FakeContainer run(String name) {
		return create(name).start();
	}

	synchronized void forget(FakeContainer container) {
		this.containers.remove(container.id());
	}

	/// From now on events happen without being told, and are not remembered either: a
	/// stream that hangs.
	public void muteEvents() {
		this.mute = true;
	}

	public void unmuteEvents() {
		this.mute = false;
	}

	/// Sends a line on all event streams as it is, unfiltered.
	public void emit(String line) {
		subscribers("/events").forEach((subscriber) -> subscriber.lines.add(line));
	}

	void event(ContainerId container, String action, Map<String, Object> attributes) {
		if (this.mute) {
			return;
		}
		Instant now = now();
		long nano = now.getEpochSecond() * 1_000_000_000L + now.getNano();
		Map<String, Object> event = new LinkedHashMap<>();
		event.put("status", action);
		event.put("id", container.value());
		event.put("from", String.valueOf(attributes.get("image")));
		event.put("Type", "container");
		event.put("Action", action);
		event.put("Actor", Map.of("ID", container.value(), "Attributes", attributes));
		event.put("scope", "local");
		event.put("time", now.getEpochSecond());
		event.put("timeNano", nano);
		synchronized (this) {
			Event told = new Event(action, nano, JSON.writeValueAsString(event));
			this.past.add(told);
			if (this.past.size() > REMEMBERED_EVENTS) {
				this.past.removeFirst();
			}
			subscribers("/events").stream()
				.filter((subscriber) -> subscriber.wants.test(told))
				.forEach((subscriber) -> subscriber.lines.add(told.json));
		}
	}

	void statistics(ContainerId container, String json) {
		subscribers("/containers/" + container + "/stats").forEach((subscriber) -> subscriber.lines.add(json));
	}

	/// How many event streams are open.
	public int eventSubscribers() {
		return subscribers("/events").size();
	}

	/// How many statistics streams of a container are open.
	public int statisticsSubscribers(ContainerId container) {
		return subscribers("/containers/" + container + "/stats").size();
	}

	/// Ends all event streams in an orderly way, as a stopping Engine does.
	public void endEvents() {
		subscribers("/events").forEach((subscriber) -> subscriber.lines.add(END));
	}

	/// Cuts the connections of all event streams.
	public void cutEvents() {
		subscribers("/events").forEach(Subscriber::cut);
	}

	/// Cuts the connections of a container's statistics streams.
	public void cutStatistics(ContainerId container) {
		subscribers("/containers/" + container + "/stats").forEach(Subscriber::cut);
	}

	/// Answers requests whose path contains a text with a status, until [#recover()].
	public void fail(String pathPart, int status) {
		this.failures.put(pathPart, status);
	}

	/// Leaves requests whose path contains a text without answer, until [#recover()].
	public void hang(String pathPart) {
		this.hangs.put(pathPart, new CountDownLatch(1));
	}

	/// Does something before the next request whose path contains a text is answered.
	public void before(String pathPart, Runnable action) {
		this.before.put(pathPart, action);
	}

	/// Ends all failing and hanging.
	public void recover() {
		this.failures.clear();
		this.hangs.values().forEach(CountDownLatch::countDown);
		this.hangs.clear();
	}

	/// All requests so far, in their order.
	public List<Request> requests() {
		return List.copyOf(this.requests);
	}

	/// How many requests there were whose path contains a text.
	public long requests(String pathPart) {
		return this.requests.stream().filter((request) -> request.path().contains(pathPart)).count();
	}

	/// Stops listening and cuts all connections. Its containers live on, and events that
	/// happen are forgotten, as after a restart of the daemon.
	public void stop() {
		try {
			ServerSocket listening = this.server;
			this.server = null;
			if (listening != null) {
				listening.close();
			}
			for (Socket socket : this.sockets) {
				socket.close();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		synchronized (this) {
			this.past.clear();
		}
	}

	/// Listens again, on the same port.
	public void restart() {
		synchronized (this) {
			this.past.clear();
		}
		listen();
	}

	@Override
	public void close() {
		recover();
		stop();
	}

	/// After a restart the port may belong to somebody's connection for a moment.
	private void listen() {
		Awaitility.await().ignoreException(UncheckedIOException.class).until(() -> {
			bind();
			return true;
		});
	}

	private void bind() {
		try {
			ServerSocket listening = this.serverSockets.open();
			listening.setReuseAddress(true);
			listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), this.port));
			this.server = listening;
			this.port = listening.getLocalPort();
			Thread.ofVirtual().name("fake-engine").start(() -> accept(listening));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void accept(ServerSocket listening) {
		while (!listening.isClosed()) {
			try {
				Socket socket = listening.accept();
				this.sockets.add(socket);
				Thread.ofVirtual().name("fake-engine-connection").start(() -> serve(socket));
			}
			catch (IOException ex) {
				return;
			}
		}
	}

	private void serve(Socket socket) {
		try (socket) {
			InputStream in = new BufferedInputStream(socket.getInputStream());
			OutputStream out = socket.getOutputStream();
			for (String line = requestLine(in); line != null; line = requestLine(in)) {
				answer(Request.parse(line), socket, out);
			}
		}
		catch (IOException ex) {
			// The client is gone, or the test cut it off.
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			this.sockets.remove(socket);
		}
	}

	/// Reads a request's head; none that is used has a body.
	private static @Nullable String requestLine(InputStream in) throws IOException {
		StringBuilder head = new StringBuilder();
		while (head.indexOf("\r\n\r\n") < 0) {
			int next = in.read();
			if (next < 0) {
				return null;
			}
			head.append((char) next);
		}
		return head.substring(0, head.indexOf("\r\n"));
	}

	private void answer(Request request, Socket socket, OutputStream out) throws IOException, InterruptedException {
		this.requests.add(request);
		for (String part : Set.copyOf(this.before.keySet())) {
			if (request.path().contains(part)) {
				Runnable action = this.before.remove(part);
				if (action != null) {
					action.run();
				}
			}
		}
		for (Map.Entry<String, CountDownLatch> hang : this.hangs.entrySet()) {
			if (request.path().contains(hang.getKey())) {
				hang.getValue().await();
			}
		}
		for (Map.Entry<String, Integer> failure : this.failures.entrySet()) {
			if (request.path().contains(failure.getKey())) {
				reply(out, failure.getValue(), Map.of("message", "The test wants it to fail"));
				return;
			}
		}
		String path = request.path();
		switch (path) {
			case "/info" -> {
				Map<String, Object> answer = new LinkedHashMap<>(this.info);
				answer.put("SystemTime", now().toString());
				reply(out, 200, answer);
			}
			case "/_ping" -> reply(out, 200, Map.of());
			case "/events" -> stream(new Subscriber(path, socket, wanted(request)), request, out);
			case "/containers/json" -> reply(out, 200, running());
			default -> container(request, socket, out);
		}
	}

	private void container(Request request, Socket socket, OutputStream out) throws IOException, InterruptedException {
		String[] parts = request.path().split("/");
		FakeContainer container = null;
		if (parts.length == 4 && parts[1].equals("containers") && ContainerId.isValid(parts[2])) {
			synchronized (this) {
				container = this.containers.get(new ContainerId(parts[2]));
			}
		}
		if (container == null) {
			reply(out, 404, Map.of("message", "No such container"));
			return;
		}
		if (parts[3].equals("stats")) {
			stream(new Subscriber(request.path(), socket, (_) -> true), request, out);
			return;
		}
		reply(out, 200, container.inspection());
	}

	private synchronized List<Map<String, Object>> running() {
		return this.containers.values().stream().filter(FakeContainer::isListed).map(FakeContainer::listing).toList();
	}

	private static Predicate<Event> wanted(Request request) {
		JsonNode actions = JSON.readTree(request.query().getOrDefault("filters", "{}")).path("event");
		if (actions.isMissingNode()) {
			return (_) -> true;
		}
		List<String> wanted = new ArrayList<>();
		actions.forEach((action) -> wanted.add(action.asString()));
		return (event) -> wanted.contains(event.action);
	}

	private List<Subscriber> subscribers(String path) {
		return this.subscribers.stream().filter((subscriber) -> subscriber.path.equals(path)).toList();
	}

	private void stream(Subscriber subscriber, Request request, OutputStream out)
			throws IOException, InterruptedException {
		out.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
			.getBytes(StandardCharsets.US_ASCII));
		out.flush();
		synchronized (this) {
			Long since = request.sinceNano();
			if (subscriber.path.equals("/events") && since != null) {
				this.past.stream()
					.filter((event) -> event.nano >= since && subscriber.wants.test(event))
					.forEach((event) -> subscriber.lines.add(event.json));
			}
			this.subscribers.add(subscriber);
		}
		// A client that goes away is noticed by reading; it has nothing to say.
		Thread.ofVirtual().start(() -> {
			try {
				while (subscriber.socket.getInputStream().read() >= 0) {
					continue;
				}
			}
			catch (IOException ex) {
				// Gone.
			}
			this.subscribers.remove(subscriber);
			subscriber.lines.add(END);
		});
		try {
			for (String line = subscriber.lines.take(); !line.equals(END); line = subscriber.lines.take()) {
				byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
				out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
				out.write(bytes);
				out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
				out.flush();
			}
			out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
			out.flush();
		}
		finally {
			this.subscribers.remove(subscriber);
			subscriber.socket.close();
		}
	}

	private static void reply(OutputStream out, int status, Object body) throws IOException {
		byte[] bytes = JSON.writeValueAsBytes(body);
		out.write("HTTP/1.1 %d Fake\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
			.formatted(status, bytes.length)
			.getBytes(StandardCharsets.US_ASCII));
		out.write(bytes);
		out.flush();
	}

	private interface ServerSockets {

		ServerSocket open() throws IOException;

	}

	/// A request that was made.
	///
	/// @param path without an API version and the query
	/// @param query the query's parameters, decoded
	public record Request(String method, String path, Map<String, String> query) {

		static Request parse(String line) {
			String[] words = line.split(" ");
			String[] target = words[1].split("\\?", 2);
			Map<String, String> query = new LinkedHashMap<>();
			if (target.length > 1) {
				for (String pair : target[1].split("&")) {
					String[] sides = pair.split("=", 2);
					query.put(decode(sides[0]), decode((sides.length > 1) ? sides[1] : ""));
				}
			}
			return new Request(words[0], target[0].replaceFirst("^/v\\d[^/]*", ""), Map.copyOf(query));
		}

		private static String decode(String text) {
			return URLDecoder.decode(text, StandardCharsets.UTF_8);
		}

		@Nullable Long sinceNano() {
			String since = this.query.get("since");
			return (since != null) ? new java.math.BigDecimal(since).movePointRight(9).longValue() : null;
		}

	}

	private record Event(String action, long nano, String json) {
	}

	private static final class Subscriber {

		private final String path;

		private final Socket socket;

		private final Predicate<Event> wants;

		private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

		Subscriber(String path, Socket socket, Predicate<Event> wants) {
			this.path = path;
			this.socket = socket;
			this.wants = wants;
		}

		void cut() {
			try {
				this.socket.close();
			}
			catch (IOException ex) {
				// It is closed one way or the other.
			}
		}

	}

}
