package io.slicemeter.cgroup;

import io.slicemeter.runner.Limit;
import org.jspecify.annotations.Nullable;

/// `memory.max`: the bound of `memory.current` in bytes; above it the OOM killer ends
/// processes. The root cgroup has none.
final class MemoryMax {

	private MemoryMax() {
	}

	static @Nullable Limit parse(Text text) {
		return LimitText.parse(text);
	}

}
