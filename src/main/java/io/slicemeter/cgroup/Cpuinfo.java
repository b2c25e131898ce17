package io.slicemeter.cgroup;

import java.util.OptionalInt;

/// `/proc/cpuinfo`: among much else the present frequency of each CPU, on x86 as `cpu MHz
/// : 2596.148`. Other architectures don't tell.
final class Cpuinfo {

	private static final String MEGAHERTZ = "cpu MHz";

	private Cpuinfo() {
	}

	/// The mean frequency over all CPUs, rounded.
	static OptionalInt parse(Text text) {
		double sum = 0;
		int count = 0;
		while (text.nextLine()) {
			if (!text.nextWord()) {
				continue;
			}
			String line = text.lineBehind(0);
			if (!line.startsWith(MEGAHERTZ)) {
				continue;
			}
			try {
				sum += Double.parseDouble(line.substring(line.indexOf(':') + 1).strip());
				count++;
			}
			catch (NumberFormatException ex) {
				text.fault(Fault.MALFORMED);
			}
		}
		return (count > 0 && sum > 0) ? OptionalInt.of((int) Math.round(sum / count)) : OptionalInt.empty();
	}

}
