package io.slicemeter.cgroup;

import io.slicemeter.runner.Limit;
import org.jspecify.annotations.Nullable;

/// `pids.max`: how many processes and threads may live in the cgroup. Where nobody set
/// it, it is systemd's default.
final class PidsMax {

	private PidsMax() {
	}

	static @Nullable Limit parse(Text text) {
		return LimitText.parse(text);
	}

}
