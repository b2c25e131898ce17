package io.slicemeter.demo;

import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;

import org.jspecify.annotations.Nullable;

/// Writes figures as the kernel's files show them.
final class KernelText {

	/// The device number of an NVMe disk.
	private static final String DISK = "259:0";

	private static final int PERIOD_USEC = 100_000;

	private static final int MILLICORES_PER_CORE = 1000;

	private static final int USEC_PER_TICK = 10_000;

	private KernelText() {
	}

	static CharSequence cpuStat(Readings from) {
		StringBuilder text = new StringBuilder(320);
		line(text, "usage_usec", from.get(Metric.CPU_USAGE_USEC));
		line(text, "user_usec", from.get(Metric.CPU_USER_USEC));
		line(text, "system_usec", from.get(Metric.CPU_SYSTEM_USEC));
		line(text, "nice_usec", 0);
		line(text, "nr_periods", from.get(Metric.CPU_PERIODS));
		line(text, "nr_throttled", from.get(Metric.CPU_THROTTLED_PERIODS));
		line(text, "throttled_usec", from.get(Metric.CPU_THROTTLED_USEC));
		line(text, "nr_bursts", 0);
		line(text, "burst_usec", 0);
		return text;
	}

	static CharSequence memoryStat(Readings from) {
		long anonymous = from.get(Metric.MEMORY_ANON_BYTES);
		long file = from.get(Metric.MEMORY_FILE_BYTES);
		long kernel = from.get(Metric.MEMORY_KERNEL_BYTES);
		long inactive = from.get(Metric.MEMORY_CURRENT_BYTES) - from.get(Metric.MEMORY_BYTES);
		StringBuilder text = new StringBuilder(512);
		line(text, "anon", anonymous);
		line(text, "file", file);
		line(text, "kernel", kernel);
		line(text, "kernel_stack", from.get(Metric.PIDS) * 16_384);
		line(text, "pagetables", anonymous / 500 / 4096 * 4096);
		line(text, "sock", 0);
		line(text, "shmem", from.get(Metric.MEMORY_SHMEM_BYTES));
		line(text, "file_mapped", file / 4 / 4096 * 4096);
		line(text, "file_dirty", 0);
		line(text, "file_writeback", 0);
		line(text, "inactive_anon", anonymous);
		line(text, "active_anon", 0);
		line(text, "inactive_file", inactive);
		line(text, "active_file", Math.max(0, file - inactive));
		line(text, "unevictable", 0);
		line(text, "slab", kernel / 2);
		return text;
	}

	static CharSequence memoryEvents(Readings from) {
		long kills = from.get(Metric.OOM_KILLS);
		StringBuilder text = new StringBuilder(128);
		line(text, "low", 0);
		line(text, "high", 0);
		line(text, "max", kills * 12);
		line(text, "oom", kills);
		line(text, "oom_kill", kills);
		line(text, "oom_group_kill", 0);
		return text;
	}

	static CharSequence ioStat(Readings from) {
		return new StringBuilder(160).append(DISK)
			.append(" rbytes=")
			.append(from.get(Metric.IO_READ_BYTES))
			.append(" wbytes=")
			.append(from.get(Metric.IO_WRITE_BYTES))
			.append(" rios=")
			.append(from.get(Metric.IO_READS))
			.append(" wios=")
			.append(from.get(Metric.IO_WRITES))
			.append(" dbytes=0 dios=0\n");
	}

	/// @param some the metric of the line `some`
	/// @param full the metric of the line `full`
	static CharSequence pressure(Readings from, Metric some, Metric full) {
		return new StringBuilder(160).append("some avg10=0.00 avg60=0.00 avg300=0.00 total=")
			.append(from.get(some))
			.append("\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=")
			.append(from.get(full))
			.append('\n');
	}

	static CharSequence number(Readings from, Metric metric) {
		return new StringBuilder(24).append(from.get(metric)).append('\n');
	}

	static CharSequence cgroupEvents(boolean populated) {
		return populated ? "populated 1\nfrozen 0\n" : "populated 0\nfrozen 0\n";
	}

	static CharSequence netDev(Readings from) {
		return new StringBuilder(512)
			.append("""
					Inter-|   Receive                                                |  Transmit
					 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
					    lo:       0       0    0    0    0     0          0         0        0       0    0    0    0     0       0          0
					  eth0: """)
			.append(from.get(Metric.NETWORK_RECEIVED_BYTES))
			.append(' ')
			.append(from.get(Metric.NETWORK_RECEIVED_PACKETS))
			.append(" 0 0 0 0 0 0 ")
			.append(from.get(Metric.NETWORK_SENT_BYTES))
			.append(' ')
			.append(from.get(Metric.NETWORK_SENT_PACKETS))
			.append(" 0 0 0 0 0 0\n");
	}

	/// `cpu.max`, which has a period behind the bound.
	static String cpuMax(@Nullable Limit limit) {
		return (limit instanceof Limit.Limited(long millicores))
				? "%d %d\n".formatted(millicores * PERIOD_USEC / MILLICORES_PER_CORE, PERIOD_USEC)
				: "max %d\n".formatted(PERIOD_USEC);
	}

	/// `memory.max` and `pids.max`.
	static String max(@Nullable Limit limit) {
		return (limit instanceof Limit.Limited(long value)) ? value + "\n" : "max\n";
	}

	/// The line of all CPUs in `/proc/stat`.
	static CharSequence procStat(long busyUsec, long idleUsec) {
		long busy = busyUsec / USEC_PER_TICK;
		long system = busy / 6;
		return new StringBuilder(120).append("cpu  ")
			.append(busy - system)
			.append(" 0 ")
			.append(system)
			.append(' ')
			.append(Math.max(0, idleUsec / USEC_PER_TICK))
			.append(" 0 0 0 0 0 0");
	}

	static CharSequence meminfo(long totalBytes, long availableBytes) {
		return new StringBuilder(160).append("MemTotal: ")
			.append(totalBytes / 1024)
			.append(" kB\nMemFree: ")
			.append(availableBytes / 2 / 1024)
			.append(" kB\nMemAvailable: ")
			.append(availableBytes / 1024)
			.append(" kB\n");
	}

	private static void line(StringBuilder text, String key, long value) {
		text.append(key).append(' ').append(value).append('\n');
	}

}
