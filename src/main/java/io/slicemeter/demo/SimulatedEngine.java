package io.slicemeter.demo;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

import io.slicemeter.runner.ContainerId;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// What a Docker Engine knows of the fleet, and tells. Thread-safe: whoever changes lives
/// that it knows holds its lock.
final class SimulatedEngine {

	static final String KERNEL = "6.12.0-slicemeter-demo";

	static final String VERSION = "28.0-slicemeter-demo";

	private static final JsonMapper JSON = JsonMapper.shared();

	/// As many as a real one remembers.
	private static final int REMEMBERED_EVENTS = 256;

	/// A client that takes no events is no reason to fill the memory.
	private static final int MOST_WAITING = 100_000;

	private final HostTotals host;

	private final String hostName;

	private final Clock clock;

	private final Map<ContainerId, Known> containers = new LinkedHashMap<>();

	private final Deque<Event> past = new ArrayDeque<>();

	private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();

	private long lastNanos;

	SimulatedEngine(HostTotals host, String hostName, Clock clock) {
		this.host = host;
		this.hostName = hostName;
		this.clock = clock;
	}

	/// A run lives since before anybody could listen.
	synchronized void adopt(Life life) {
		this.containers.put(life.container().id(), Known.running(life));
	}

	synchronized void started(Life life) {
		adopt(life);
		tell("start", life.container(), Map.of());
	}

	synchronized void outOfMemory(Life life) {
		this.containers.computeIfPresent(life.container().id(), (_, known) -> known.afterOutOfMemory());
		tell("oom", life.container(), Map.of());
	}

	/// A run is over, and its cgroup gone.
	synchronized void died(Life life) {
		Instant now = this.clock.instant();
		this.containers.put(life.container().id(), Known.exited(life, now));
		tell("die", life.container(), Map.of("exitCode", Integer.toString(life.exitCode())));
	}

	synchronized void removed(SimulatedContainer container) {
		this.containers.remove(container.id());
		tell("destroy", container, Map.of());
	}

	private void tell(String action, SimulatedContainer container, Map<String, String> more) {
		Instant now = this.clock.instant();
		long nanos = Math.max(this.lastNanos + 1, now.getEpochSecond() * 1_000_000_000L + now.getNano());
		this.lastNanos = nanos;
		Map<String, String> attributes = new LinkedHashMap<>(container.labels());
		attributes.put("image", container.kind().image());
		attributes.put("name", container.name());
		attributes.putAll(more);
		String id = container.id().value();
		Event event = new Event(action, nanos,
				JSON.writeValueAsString(Map.of("status", action, "id", id, "from", container.kind().image(), "Type",
						"container", "Action", action, "Actor", Map.of("ID", id, "Attributes", attributes), "scope",
						"local", "time", nanos / 1_000_000_000L, "timeNano", nanos)));
		this.past.add(event);
		if (this.past.size() > REMEMBERED_EVENTS) {
			this.past.remove();
		}
		this.subscriptions.forEach((subscription) -> subscription.offer(event));
	}

	/// Events from a moment on, as far back as they are remembered, and from now on.
	/// @param since as Docker's clients say it, in seconds; null for from now on
	/// @param actions the wanted ones; empty for all
	synchronized Subscription subscribe(@Nullable String since, List<String> actions) {
		Subscription subscription = new Subscription(actions);
		if (since != null) {
			long sinceNanos = new BigDecimal(since).movePointRight(9).longValue();
			this.past.stream().filter((event) -> event.nanos() >= sinceNanos).forEach(subscription::offer);
		}
		this.subscriptions.add(subscription);
		return subscription;
	}

	/// What `/info` answers.
	Map<String, Object> about() {
		Map<String, Object> about = new LinkedHashMap<>();
		about.put("Name", this.hostName);
		about.put("ServerVersion", VERSION);
		about.put("OperatingSystem", "Slicemeter demo, nothing of this is real");
		about.put("KernelVersion", KERNEL);
		about.put("CgroupDriver", "systemd");
		about.put("CgroupVersion", "2");
		about.put("NCPU", this.host.cpus());
		about.put("MemTotal", this.host.memoryBytes());
		about.put("SystemTime", this.clock.instant().toString());
		return about;
	}

	synchronized List<Map<String, Object>> running() {
		return this.containers.values().stream().filter(Known::isRunning).map(Known::listing).toList();
	}

	/// A container, however its ID is written.
	synchronized Optional<Known> find(String id) {
		return ContainerId.isValid(id) ? Optional.ofNullable(this.containers.get(new ContainerId(id)))
				: Optional.empty();
	}

	/// One document of the statistics API; empty once the container does not run.
	synchronized Optional<String> statistics(String id) {
		return find(id).filter(Known::isRunning)
			.map((known) -> JSON.writeValueAsString(known.statistics(this.clock.instant(), this.host)));
	}

	private record Event(String action, long nanos, String json) {
	}

	/// Events that wait for one client.
	final class Subscription implements AutoCloseable {

		private final BlockingQueue<String> waiting = new LinkedBlockingQueue<>(MOST_WAITING);

		private final List<String> actions;

		private Subscription(List<String> actions) {
			this.actions = List.copyOf(actions);
		}

		private void offer(Event event) {
			if (this.actions.isEmpty() || this.actions.contains(event.action())) {
				// what does not fit is lost to this client, as with a real Engine
				boolean _ = this.waiting.offer(event.json());
			}
		}

		BlockingQueue<String> waiting() {
			return this.waiting;
		}

		@Override
		public void close() {
			SimulatedEngine.this.subscriptions.remove(this);
		}

	}

}
