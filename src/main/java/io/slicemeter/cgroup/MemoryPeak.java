package io.slicemeter.cgroup;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;

/// `memory.peak`: the largest `memory.current` since the cgroup was made, in bytes.
/// Kernel 5.19 and later; the root cgroup has none.
final class MemoryPeak {

	private MemoryPeak() {
	}

	static void parse(Text text, Readings into) {
		text.takeOnly(into, Metric.MEMORY_PEAK_BYTES);
	}

}
