package io.slicemeter.testing;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import io.slicemeter.runner.ContainerId;
import org.jspecify.annotations.Nullable;

/// A container of a [FakeEngine]: what it is can be changed quietly, what it does is told
/// as events.
public final class FakeContainer {

	private static final AtomicInteger NUMBER = new AtomicInteger();

	private static final AtomicInteger PID = new AtomicInteger(10_000);

	private static final String NEVER = "0001-01-01T00:00:00Z";

	private final FakeEngine engine;

	private final ContainerId id;

	private final Map<String, String> labels = new LinkedHashMap<>();

	private String name;

	private String image = "busybox:1";

	private String status = "created";

	private String networkMode = "bridge";

	private String cgroupParent = "";

	private List<String> addresses = List.of("172.17.0.2");

	private long nanoCpus;

	private long memoryLimitBytes;

	private long pidsLimit;

	private long pid;

	private int exitCode;

	private boolean oomKilled;

	private @Nullable Instant startedAt;

	private @Nullable Instant finishedAt;

	FakeContainer(FakeEngine engine, String name) {
		this.engine = engine;
		this.name = name;
		// Told apart by the first digits, as real ones are.
		this.id = new ContainerId(String.format(Locale.ROOT, "%012x%052x", NUMBER.incrementAndGet(), 0));
	}

	public ContainerId id() {
		return this.id;
	}

	public synchronized String name() {
		return this.name;
	}

	public synchronized FakeContainer image(String image) {
		this.image = image;
		return this;
	}

	public synchronized FakeContainer label(String key, String value) {
		this.labels.put(key, value);
		return this;
	}

	public synchronized FakeContainer networkMode(String networkMode) {
		this.networkMode = networkMode;
		return this;
	}

	public synchronized FakeContainer cgroupParent(String cgroupParent) {
		this.cgroupParent = cgroupParent;
		return this;
	}

	public synchronized FakeContainer addresses(String... addresses) {
		this.addresses = List.of(addresses);
		return this;
	}

	/// Sets limits without telling; 0 is none.
	public synchronized FakeContainer limits(long nanoCpus, long memoryBytes, long pids) {
		this.nanoCpus = nanoCpus;
		this.memoryLimitBytes = memoryBytes;
		this.pidsLimit = pids;
		return this;
	}

	/// Sets the process ID that the next start gets, or the running one's.
	public synchronized FakeContainer pid(long pid) {
		this.pid = pid;
		return this;
	}

	public synchronized long pid() {
		return this.pid;
	}

	public synchronized @Nullable Instant startedAt() {
		return this.startedAt;
	}

	/// Starts it: event `start`.
	public FakeContainer start() {
		synchronized (this) {
			this.status = "running";
			this.startedAt = this.engine.now();
			this.pid = (this.pid != 0) ? this.pid : PID.incrementAndGet();
			this.oomKilled = false;
		}
		return event("start", Map.of());
	}

	/// Ends its first process: event `die`.
	public FakeContainer die(int exitCode) {
		synchronized (this) {
			this.status = "exited";
			this.finishedAt = this.engine.now();
			this.exitCode = exitCode;
			this.pid = 0;
		}
		return event("die", Map.of("exitCode", Integer.toString(exitCode)));
	}

	/// Ends and starts it again, as `docker restart` does.
	public FakeContainer restart() {
		return die(137).start();
	}

	/// Removes it: event `destroy`, after which the Engine does not know it.
	public void remove() {
		this.engine.forget(this);
		event("destroy", Map.of());
	}

	/// Ends and removes it before the end is told, as a container with `--rm` may be.
	public void dieAndVanish(int exitCode) {
		this.engine.forget(this);
		die(exitCode);
		event("destroy", Map.of());
	}

	public FakeContainer rename(String name) {
		String former;
		synchronized (this) {
			former = this.name;
			this.name = name;
		}
		return event("rename", Map.of("oldName", "/" + former));
	}

	public FakeContainer pause() {
		synchronized (this) {
			this.status = "paused";
		}
		return event("pause", Map.of());
	}

	public FakeContainer unpause() {
		synchronized (this) {
			this.status = "running";
		}
		return event("unpause", Map.of());
	}

	/// Changes its limits: event `update`.
	public FakeContainer update(long nanoCpus, long memoryBytes, long pids) {
		return limits(nanoCpus, memoryBytes, pids).event("update", Map.of());
	}

	/// A process in it was killed: event `oom`.
	public FakeContainer outOfMemory() {
		synchronized (this) {
			this.oomKilled = true;
		}
		return event("oom", Map.of());
	}

	/// Sends an event of this container with attributes besides its labels, image and
	/// name.
	public FakeContainer event(String action, Map<String, String> more) {
		Map<String, Object> attributes = new LinkedHashMap<>();
		synchronized (this) {
			attributes.putAll(this.labels);
			attributes.put("image", this.image);
			attributes.put("name", this.name);
		}
		attributes.putAll(more);
		this.engine.event(this.id, action, attributes);
		return this;
	}

	/// Sends a document on its open statistics streams.
	public FakeContainer statistics(String json) {
		this.engine.statistics(this.id, json);
		return this;
	}

	/// Sends a usual document (cgroup v1) on its open statistics streams.
	public FakeContainer statistics(Instant read, long cpuNanos, long memoryBytes, long receivedBytes, long sentBytes) {
		return statistics("""
				{"read":"%s","preread":"0001-01-01T00:00:00Z","pids_stats":{"current":3},"blkio_stats":\
				{"io_service_bytes_recursive":null,"io_serviced_recursive":null},"cpu_stats":{"cpu_usage":\
				{"total_usage":%d,"usage_in_kernelmode":%d,"usage_in_usermode":%d},"online_cpus":2,"throttling_data":\
				{"periods":0,"throttled_periods":0,"throttled_time":0}},"memory_stats":{"usage":%d,"max_usage":%d,\
				"stats":{"total_inactive_file":0,"total_rss":%d,"total_cache":0,"total_swap":0}},"networks":{"eth0":\
				{"rx_bytes":%d,"rx_packets":1,"rx_errors":0,"rx_dropped":0,"tx_bytes":%d,"tx_packets":1,\
				"tx_errors":0,"tx_dropped":0}}}""".formatted(read, cpuNanos, cpuNanos / 4, cpuNanos - cpuNanos / 4,
				memoryBytes, memoryBytes, memoryBytes, receivedBytes, sentBytes));
	}

	synchronized boolean isListed() {
		return this.status.equals("running") || this.status.equals("paused") || this.status.equals("restarting");
	}

	synchronized Map<String, Object> listing() {
		return Map.of("Id", this.id.value(), "Names", List.of("/" + this.name), "Image", this.image, "State",
				this.status, "Labels", this.labels);
	}

	synchronized Map<String, Object> inspection() {
		Map<String, Object> networks = new LinkedHashMap<>();
		for (int index = 0; index < this.addresses.size(); index++) {
			String address = this.addresses.get(index);
			boolean sixth = address.contains(":");
			networks.put("net" + index,
					Map.of("IPAddress", sixth ? "" : address, "GlobalIPv6Address", sixth ? address : ""));
		}
		Map<String, Object> state = new LinkedHashMap<>();
		boolean running = isListed();
		state.put("Status", this.status);
		state.put("Running", running);
		state.put("Paused", this.status.equals("paused"));
		state.put("OOMKilled", this.oomKilled);
		state.put("Pid", running ? this.pid : 0);
		state.put("ExitCode", running ? 0 : this.exitCode);
		state.put("StartedAt", text(this.startedAt));
		state.put("FinishedAt", text(this.finishedAt));
		return Map.of("Id", this.id.value(), "Name", "/" + this.name, "State", state, "Config",
				Map.of("Image", this.image, "Labels", this.labels), "HostConfig",
				Map.of("NetworkMode", this.networkMode, "CgroupParent", this.cgroupParent, "NanoCpus", this.nanoCpus,
						"CpuQuota", 0, "CpuPeriod", 0, "Memory", this.memoryLimitBytes, "PidsLimit", this.pidsLimit),
				"NetworkSettings", Map.of("IPAddress", "", "GlobalIPv6Address", "", "Networks", networks));
	}

	private static String text(@Nullable Instant moment) {
		return (moment != null) ? moment.toString() : NEVER;
	}

}
