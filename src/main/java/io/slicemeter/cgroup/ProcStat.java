package io.slicemeter.cgroup;

import java.nio.charset.StandardCharsets;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;

/// `/proc/stat`: CPU time since boot in ticks of 1/100 s, on the line `cpu` over all CPUs
/// and on one line per online CPU: user, nice, system, idle, iowait, irq, softirq, steal,
/// guest, guest_nice.
///
/// Busy is user + nice + system + irq + softirq + steal. The time of guests is inside
/// user and nice already.
final class ProcStat {

	private static final byte[] CPU = "cpu".getBytes(StandardCharsets.US_ASCII);

	/// USER_HZ is 100 on every architecture that Docker runs on.
	private static final long USEC_PER_TICK = 10_000;

	private static final int STEAL = 7;

	private static final int IDLE = 3;

	private static final int IOWAIT = 4;

	private ProcStat() {
	}

	/// Parses the file into the CPU time used.
	/// @return how many CPUs are online
	static int parse(Text text, Readings into) {
		boolean totalSeen = false;
		int cpus = 0;
		while (text.nextLine()) {
			if (!text.nextWord() || !text.wordStartsWith(CPU)) {
				// The CPUs come first; what follows is long on large hosts.
				break;
			}
			if (text.wordIs(CPU)) {
				totalSeen = true;
				takeBusy(text, into);
			}
			else if (text.numberBehind(CPU.length) >= 0) {
				cpus++;
			}
		}
		if (!totalSeen) {
			text.fault(Fault.MISSING_KEY);
		}
		return cpus;
	}

	private static void takeBusy(Text text, Readings into) {
		long ticks = 0;
		for (int column = 0; column <= STEAL; column++) {
			long value = text.nextWord() ? text.number() : Text.MALFORMED;
			if (column == IDLE || column == IOWAIT) {
				continue;
			}
			if (value < 0) {
				text.fault(Text.faultOf(value));
				return;
			}
			ticks += value;
			if (ticks < 0 || ticks > Long.MAX_VALUE / USEC_PER_TICK) {
				text.fault(Fault.TOO_LARGE);
				return;
			}
		}
		into.set(Metric.CPU_USAGE_USEC, ticks * USEC_PER_TICK);
	}

}
