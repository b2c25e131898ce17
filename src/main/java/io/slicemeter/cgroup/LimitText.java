package io.slicemeter.cgroup;

import java.nio.charset.StandardCharsets;

import io.slicemeter.runner.Limit;
import org.jspecify.annotations.Nullable;

/// How the kernel writes a bound: `max`, or a number. Numbers that no resource can reach
/// are no bounds either: 2^64-1, and 9223372036854771712, the largest number of whole 4
/// KiB pages below 2^63, which cgroup v1 shows for `max`.
final class LimitText {

	private static final byte[] MAX = "max".getBytes(StandardCharsets.US_ASCII);

	private static final long LARGEST_PAGES_BYTES = 9223372036854771712L;

	private LimitText() {
	}

	/// Takes the first word of the file; null and counted if it is no bound.
	static @Nullable Limit parse(Text text) {
		if (!text.nextLine() || !text.nextWord()) {
			text.fault(Fault.MISSING_KEY);
			return null;
		}
		if (text.wordIs(MAX)) {
			return Limit.UNLIMITED;
		}
		long value = text.number();
		if (value == Text.MALFORMED) {
			text.fault(Fault.MALFORMED);
			return null;
		}
		return (value == Text.TOO_LARGE || value >= LARGEST_PAGES_BYTES) ? Limit.UNLIMITED : Limit.of(value);
	}

}
