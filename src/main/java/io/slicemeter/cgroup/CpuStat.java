package io.slicemeter.cgroup;

import java.nio.charset.StandardCharsets;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import org.jspecify.annotations.Nullable;

/// `cpu.stat`: CPU time in µs and throttling, one `key value` a line.
///
/// `usage_usec` is always there. `nr_periods`, `nr_throttled` and `throttled_usec` need
/// the cpu controller; `nice_usec` (6.12) and the bursts are skipped. See "CPU Interface
/// Files" of the kernel's
/// [cgroup-v2](https://docs.kernel.org/admin-guide/cgroup-v2.html).
final class CpuStat {

	private static final byte[] USAGE = "usage_usec".getBytes(StandardCharsets.US_ASCII);

	private static final byte[] USER = "user_usec".getBytes(StandardCharsets.US_ASCII);

	private static final byte[] SYSTEM = "system_usec".getBytes(StandardCharsets.US_ASCII);

	private static final byte[] PERIODS = "nr_periods".getBytes(StandardCharsets.US_ASCII);

	private static final byte[] THROTTLED = "nr_throttled".getBytes(StandardCharsets.US_ASCII);

	private static final byte[] THROTTLED_TIME = "throttled_usec".getBytes(StandardCharsets.US_ASCII);

	private CpuStat() {
	}

	static void parse(Text text, Readings into) {
		boolean usageSeen = false;
		while (text.nextLine()) {
			Metric metric = text.nextWord() ? metricOf(text) : null;
			if (metric != null) {
				usageSeen |= metric == Metric.CPU_USAGE_USEC;
				text.take(into, metric);
			}
		}
		if (!usageSeen) {
			forget(into);
			text.fault(Fault.MISSING_KEY);
		}
	}

	static void forget(Readings readings) {
		readings.remove(Metric.CPU_USAGE_USEC);
		readings.remove(Metric.CPU_USER_USEC);
		readings.remove(Metric.CPU_SYSTEM_USEC);
		readings.remove(Metric.CPU_PERIODS);
		readings.remove(Metric.CPU_THROTTLED_PERIODS);
		readings.remove(Metric.CPU_THROTTLED_USEC);
	}

	private static @Nullable Metric metricOf(Text text) {
		if (text.wordIs(USAGE)) {
			return Metric.CPU_USAGE_USEC;
		}
		if (text.wordIs(USER)) {
			return Metric.CPU_USER_USEC;
		}
		if (text.wordIs(SYSTEM)) {
			return Metric.CPU_SYSTEM_USEC;
		}
		if (text.wordIs(PERIODS)) {
			return Metric.CPU_PERIODS;
		}
		if (text.wordIs(THROTTLED)) {
			return Metric.CPU_THROTTLED_PERIODS;
		}
		return text.wordIs(THROTTLED_TIME) ? Metric.CPU_THROTTLED_USEC : null;
	}

}
