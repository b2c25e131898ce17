package io.slicemeter.cgroup;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;

/// `memory.swap.current`: swapped-out memory of the cgroup and its descendants, in bytes.
/// There also on hosts without swap, unless swap accounting is off.
final class MemorySwapCurrent {

	private MemorySwapCurrent() {
	}

	static void parse(Text text, Readings into) {
		text.takeOnly(into, Metric.MEMORY_SWAP_BYTES);
	}

}
