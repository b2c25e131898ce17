package io.slicemeter.cgroup;

import java.nio.charset.StandardCharsets;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;

/// `cpu.pressure`, `memory.pressure`, `io.pressure` and their namesakes in
/// `/proc/pressure`: how long tasks were held up, in µs, as `total` of the lines `some`
/// and `full`. The averages are skipped: they can't be summed up over time.
///
/// `some` is always there; `full` of `cpu` since 5.13 (in `/proc/pressure` it is always
/// 0). Reading fails with EOPNOTSUPP where pressure is switched off. See the kernel's
/// [PSI](https://docs.kernel.org/accounting/psi.html).
enum Pressure {

	CPU(Metric.CPU_PRESSURE_SOME_USEC, Metric.CPU_PRESSURE_FULL_USEC),
	MEMORY(Metric.MEMORY_PRESSURE_SOME_USEC, Metric.MEMORY_PRESSURE_FULL_USEC),
	IO(Metric.IO_PRESSURE_SOME_USEC, Metric.IO_PRESSURE_FULL_USEC);

	private static final byte[] SOME = "some".getBytes(StandardCharsets.US_ASCII);

	private static final byte[] FULL = "full".getBytes(StandardCharsets.US_ASCII);

	private static final byte[] TOTAL = "total=".getBytes(StandardCharsets.US_ASCII);

	private final Metric some;

	private final Metric full;

	Pressure(Metric some, Metric full) {
		this.some = some;
		this.full = full;
	}

	void parse(Text text, Readings into) {
		boolean someSeen = false;
		while (text.nextLine()) {
			if (!text.nextWord()) {
				continue;
			}
			if (text.wordIs(SOME)) {
				someSeen = true;
				takeTotal(text, into, this.some);
			}
			else if (text.wordIs(FULL)) {
				takeTotal(text, into, this.full);
			}
		}
		if (!someSeen) {
			into.remove(this.full);
			text.fault(Fault.MISSING_KEY);
		}
	}

	void forget(Readings readings) {
		readings.remove(this.some);
		readings.remove(this.full);
	}

	private static void takeTotal(Text text, Readings into, Metric metric) {
		while (text.nextWord()) {
			if (!text.wordStartsWith(TOTAL)) {
				continue;
			}
			long value = text.numberBehind(TOTAL.length);
			if (value >= 0) {
				into.set(metric, value);
				return;
			}
			text.fault(Text.faultOf(value));
			return;
		}
		text.fault(Fault.MALFORMED);
	}

}
