package io.slicemeter.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

/// What operators put in front of the Engine's socket: it lets through questions alone
/// (ping, version, info, events, containers and their statistics) and refuses everything
/// else. Each connection carries one request.
public final class ReadOnlyProxy implements AutoCloseable {

	private static final Pattern ALLOWED = Pattern.compile(
			"GET (/v[0-9.]+)?/(_ping|version|info|events|containers/(json|[0-9a-f]{64}/(json|stats)))(\\?\\S*)? HTTP/1.1");

	private static final String REFUSAL = "HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

	private final ServerSocket server;

	private final SocketAddress engine;

	private final List<String> passed = new CopyOnWriteArrayList<>();

	private final List<String> refused = new CopyOnWriteArrayList<>();

	private ReadOnlyProxy(SocketAddress engine) {
		this.engine = engine;
		try {
			this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		Thread.ofVirtual().start(this::accept);
	}

	/// @param host as in `DOCKER_HOST`
	public static ReadOnlyProxy before(String host) {
		URI uri = URI.create(host);
		return new ReadOnlyProxy(uri.getScheme().equals("unix") ? UnixDomainSocketAddress.of(Path.of(uri.getPath()))
				: new InetSocketAddress(uri.getHost(), uri.getPort()));
	}

	/// Where it listens, as `DOCKER_HOST` has it.
	public String host() {
		return "tcp://127.0.0.1:" + this.server.getLocalPort();
	}

	/// The lines of the requests that it let through.
	public List<String> passed() {
		return List.copyOf(this.passed);
	}

	/// The lines of the requests that it refused.
	public List<String> refused() {
		return List.copyOf(this.refused);
	}

	private void accept() {
		try {
			while (true) {
				Socket client = this.server.accept();
				Thread.ofVirtual().start(() -> serve(client));
			}
		}
		catch (IOException ex) {
			// closed
		}
	}

	private void serve(Socket client) {
		try (client) {
			String head = until(client.getInputStream(), "\r\n\r\n");
			String line = head.lines().findFirst().orElse("");
			if (line.isEmpty()) {
				return;
			}
			if (!ALLOWED.matcher(line).matches()) {
				this.refused.add(line);
				client.getOutputStream().write(REFUSAL.getBytes(StandardCharsets.US_ASCII));
				return;
			}
			this.passed.add(line);
			answer(client, head);
		}
		catch (IOException ex) {
			// one of both ends is gone
		}
	}

	private void answer(Socket client, String head) throws IOException {
		try (SocketChannel upstream = SocketChannel.open(this.engine)) {
			upstream.write(ByteBuffer.wrap(head.getBytes(StandardCharsets.US_ASCII)));
			Thread.ofVirtual().start(() -> closeWith(client, upstream));
			InputStream in = Channels.newInputStream(upstream);
			OutputStream out = client.getOutputStream();
			out.write(until(in, "\r\n").getBytes(StandardCharsets.US_ASCII));
			// the client is not to ask again on this connection
			out.write("Connection: close\r\n".getBytes(StandardCharsets.US_ASCII));
			in.transferTo(out);
		}
	}

	/// A client that goes ends the stream that it had asked for.
	private static void closeWith(Socket client, SocketChannel upstream) {
		try (upstream) {
			while (client.getInputStream().read() >= 0) {
				// a GET has no body
			}
		}
		catch (IOException ex) {
			// gone
		}
	}

	private static String until(InputStream in, String end) throws IOException {
		ByteArrayOutputStream text = new ByteArrayOutputStream();
		int read;
		while (!text.toString(StandardCharsets.US_ASCII).endsWith(end) && (read = in.read()) >= 0) {
			text.write(read);
		}
		return text.toString(StandardCharsets.US_ASCII);
	}

	@Override
	public void close() {
		try {
			this.server.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
