package io.slicemeter.cgroup;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;

/// `memory.current`: all memory of the cgroup and its descendants, page cache and kernel
/// memory included, in bytes. The root cgroup has none.
final class MemoryCurrent {

	private MemoryCurrent() {
	}

	static void parse(Text text, Readings into) {
		text.takeOnly(into, Metric.MEMORY_CURRENT_BYTES);
	}

}
