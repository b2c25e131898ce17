package io.slicemeter.cgroup;

import io.slicemeter.runner.Limit;
import org.jspecify.annotations.Nullable;

/// `cpu.max`: `quota period` in µs, the quota `max` where there is none. Needs the cpu
/// controller; the root cgroup has none.
final class CpuMax {

	private static final int MILLICORES_PER_CORE = 1000;

	private CpuMax() {
	}

	/// The limit in millicores, rounded down: `50000 100000` is 500.
	static @Nullable Limit parse(Text text) {
		Limit quota = LimitText.parse(text);
		if (!(quota instanceof Limit.Limited(long quotaUsec))) {
			return quota;
		}
		long periodUsec = text.nextWord() ? text.number() : Text.MALFORMED;
		if (periodUsec <= 0) {
			text.fault(Fault.MALFORMED);
			return null;
		}
		// The kernel takes no quota that this could overflow; if it ever does, it bounds
		// nothing.
		if (quotaUsec > Long.MAX_VALUE / MILLICORES_PER_CORE) {
			return Limit.UNLIMITED;
		}
		return Limit.of(quotaUsec * MILLICORES_PER_CORE / periodUsec);
	}

}
