package io.slicemeter.runner;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A figure that is sampled of a run or a slice. Its name is the same everywhere: as a
/// JSON key, as the value of `metric=` and, in snake case, as a column.
public enum Metric {

	/// CPU use now, 1000 = one busy core. Derived from `cpuUsageUsec` over the monotonic
	/// time between two reads.
	CPU_MILLICORES("cpuMillicores", Kind.GAUGE, Unit.MILLICORES),
	/// CPU time used, from `usage_usec` of `cpu.stat`.
	CPU_USAGE_USEC("cpuUsageUsec", Kind.COUNTER, Unit.MICROSECONDS),
	/// CPU time used in user mode, from `user_usec` of `cpu.stat`.
	CPU_USER_USEC("cpuUserUsec", Kind.COUNTER, Unit.MICROSECONDS),
	/// CPU time used in kernel mode, from `system_usec` of `cpu.stat`.
	CPU_SYSTEM_USEC("cpuSystemUsec", Kind.COUNTER, Unit.MICROSECONDS),
	/// Enforcement periods of the CPU limit that passed, from `nr_periods` of `cpu.stat`.
	CPU_PERIODS("cpuPeriods", Kind.COUNTER, Unit.COUNT),
	/// Enforcement periods in which the CPU limit held tasks back, from `nr_throttled` of
	/// `cpu.stat`.
	CPU_THROTTLED_PERIODS("cpuThrottledPeriods", Kind.COUNTER, Unit.COUNT),
	/// Time for which the CPU limit held tasks back, from `throttled_usec` of `cpu.stat`.
	CPU_THROTTLED_USEC("cpuThrottledUsec", Kind.COUNTER, Unit.MICROSECONDS),
	/// The working set: `memory.current` − `inactive_file`, at least 0; what `docker
	/// stats` shows.
	MEMORY_BYTES("memoryBytes", Kind.GAUGE, Unit.BYTES),
	/// `memory.current`, page cache included.
	MEMORY_CURRENT_BYTES("memoryCurrentBytes", Kind.GAUGE, Unit.BYTES),
	/// Anonymous memory, from `anon` of `memory.stat`.
	MEMORY_ANON_BYTES("memoryAnonBytes", Kind.GAUGE, Unit.BYTES),
	/// Page cache, from `file` of `memory.stat`.
	MEMORY_FILE_BYTES("memoryFileBytes", Kind.GAUGE, Unit.BYTES),
	/// Kernel memory, from `kernel` of `memory.stat` (kernel 5.18+).
	MEMORY_KERNEL_BYTES("memoryKernelBytes", Kind.GAUGE, Unit.BYTES),
	/// Shared memory and tmpfs, from `shmem` of `memory.stat`.
	MEMORY_SHMEM_BYTES("memoryShmemBytes", Kind.GAUGE, Unit.BYTES),
	/// Swapped-out memory, from `memory.swap.current`.
	MEMORY_SWAP_BYTES("memorySwapBytes", Kind.GAUGE, Unit.BYTES),
	/// The largest `memory.current` of the run so far, from `memory.peak` (kernel 5.19+).
	MEMORY_PEAK_BYTES("memoryPeakBytes", Kind.GAUGE, Unit.BYTES),
	/// Processes that the OOM killer ended, from `oom_kill` of `memory.events`
	/// (hierarchical).
	OOM_KILLS("oomKills", Kind.COUNTER, Unit.COUNT),
	/// Bytes received by the runner's own interfaces, from `/proc/<pid>/net/dev`.
	NETWORK_RECEIVED_BYTES("networkReceivedBytes", Kind.COUNTER, Unit.BYTES),
	/// Bytes sent by the runner's own interfaces.
	NETWORK_SENT_BYTES("networkSentBytes", Kind.COUNTER, Unit.BYTES),
	/// Packets received by the runner's own interfaces.
	NETWORK_RECEIVED_PACKETS("networkReceivedPackets", Kind.COUNTER, Unit.COUNT),
	/// Packets sent by the runner's own interfaces.
	NETWORK_SENT_PACKETS("networkSentPackets", Kind.COUNTER, Unit.COUNT),
	/// Receive and send errors of the runner's own interfaces.
	NETWORK_ERRORS("networkErrors", Kind.COUNTER, Unit.COUNT),
	/// Packets dropped on receiving and on sending by the runner's own interfaces.
	NETWORK_DROPS("networkDrops", Kind.COUNTER, Unit.COUNT),
	/// Bytes received and sent over every interface but `lo`.
	NETWORK_ALL_BYTES("networkAllBytes", Kind.COUNTER, Unit.BYTES),
	/// Bytes read from disks, from `rbytes` of `io.stat` summed over devices.
	IO_READ_BYTES("ioReadBytes", Kind.COUNTER, Unit.BYTES),
	/// Bytes written to disks, from `wbytes` of `io.stat` summed over devices.
	IO_WRITE_BYTES("ioWriteBytes", Kind.COUNTER, Unit.BYTES),
	/// Read operations, from `rios` of `io.stat` summed over devices.
	IO_READS("ioReads", Kind.COUNTER, Unit.COUNT),
	/// Write operations, from `wios` of `io.stat` summed over devices.
	IO_WRITES("ioWrites", Kind.COUNTER, Unit.COUNT),
	/// Processes and threads, from `pids.current`.
	PIDS("pids", Kind.GAUGE, Unit.COUNT),
	/// Time in which some tasks waited for CPU, from `total` of `some` in `cpu.pressure`.
	CPU_PRESSURE_SOME_USEC("cpuPressureSomeUsec", Kind.COUNTER, Unit.MICROSECONDS),
	/// Time in which all tasks waited for CPU, from `total` of `full` in `cpu.pressure`.
	CPU_PRESSURE_FULL_USEC("cpuPressureFullUsec", Kind.COUNTER, Unit.MICROSECONDS),
	/// Time in which some tasks waited for memory, from `total` of `some` in
	/// `memory.pressure`.
	MEMORY_PRESSURE_SOME_USEC("memoryPressureSomeUsec", Kind.COUNTER, Unit.MICROSECONDS),
	/// Time in which all tasks waited for memory, from `total` of `full` in
	/// `memory.pressure`.
	MEMORY_PRESSURE_FULL_USEC("memoryPressureFullUsec", Kind.COUNTER, Unit.MICROSECONDS),
	/// Time in which some tasks waited for disks, from `total` of `some` in
	/// `io.pressure`.
	IO_PRESSURE_SOME_USEC("ioPressureSomeUsec", Kind.COUNTER, Unit.MICROSECONDS),
	/// Time in which all tasks waited for disks, from `total` of `full` in `io.pressure`.
	IO_PRESSURE_FULL_USEC("ioPressureFullUsec", Kind.COUNTER, Unit.MICROSECONDS);

	private static final Map<String, Metric> BY_NAME = Arrays.stream(values())
		.collect(Collectors.toUnmodifiableMap(Metric::jsonName, Function.identity()));

	private static final List<Metric> READ = Arrays.stream(values())
		.filter((metric) -> metric != CPU_MILLICORES)
		.toList();

	private static final List<String> NAMES = Arrays.stream(values()).map(Metric::jsonName).toList();

	private final String jsonName;

	private final Kind kind;

	private final Unit unit;

	private final String column;

	Metric(String jsonName, Kind kind, Unit unit) {
		this.jsonName = jsonName;
		this.kind = kind;
		this.unit = unit;
		this.column = name().toLowerCase(java.util.Locale.ROOT);
	}

	/// The metrics that are read rather than derived: all but [#CPU_MILLICORES], in their
	/// fixed order.
	public static List<Metric> read() {
		return READ;
	}

	/// The names that clients use, of all metrics in their fixed order.
	public static List<String> names() {
		return NAMES;
	}

	/// The metric of a JSON name, if there is one.
	public static Optional<Metric> find(String jsonName) {
		return Optional.ofNullable(BY_NAME.get(jsonName));
	}

	/// The name that clients use, e.g. `cpuUsageUsec`.
	public String jsonName() {
		return this.jsonName;
	}

	/// The name of the table column, e.g. `cpu_usage_usec`.
	public String column() {
		return this.column;
	}

	public Kind kind() {
		return this.kind;
	}

	public Unit unit() {
		return this.unit;
	}

	public boolean isCounter() {
		return this.kind == Kind.COUNTER;
	}

	/// How a metric moves.
	public enum Kind {

		/// A level that goes up and down.
		GAUGE,
		/// A total that only goes up within one run.
		COUNTER

	}

	/// What a metric counts.
	public enum Unit {

		MILLICORES("millicores"), MICROSECONDS("µs"), BYTES("bytes"), COUNT("count");

		private final String label;

		Unit(String label) {
			this.label = label;
		}

		/// As it is written in answers.
		public String label() {
			return this.label;
		}

	}

}
