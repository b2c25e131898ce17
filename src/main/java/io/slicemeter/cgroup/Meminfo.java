package io.slicemeter.cgroup;

import java.nio.charset.StandardCharsets;

/// `/proc/meminfo`: the host's memory in KiB, one `Key: value kB` a line. Kept from read
/// to read, so that reading allocates nothing.
final class Meminfo {

	/// Where the file does not tell.
	static final long ABSENT = -1;

	private static final byte[] TOTAL = "MemTotal:".getBytes(StandardCharsets.US_ASCII);

	private static final byte[] AVAILABLE = "MemAvailable:".getBytes(StandardCharsets.US_ASCII);

	private static final long BYTES_PER_KIB = 1024;

	private long totalBytes = ABSENT;

	private long availableBytes = ABSENT;

	void parse(Text text) {
		forget();
		boolean totalSeen = false;
		while (text.nextLine()) {
			if (!text.nextWord()) {
				continue;
			}
			if (text.wordIs(TOTAL)) {
				totalSeen = true;
				this.totalBytes = bytes(text);
			}
			else if (text.wordIs(AVAILABLE)) {
				this.availableBytes = bytes(text);
			}
		}
		if (!totalSeen) {
			forget();
			text.fault(Fault.MISSING_KEY);
		}
	}

	void forget() {
		this.totalBytes = ABSENT;
		this.availableBytes = ABSENT;
	}

	/// MemTotal in bytes, or [#ABSENT].
	long totalBytes() {
		return this.totalBytes;
	}

	/// MemAvailable in bytes, or [#ABSENT].
	long availableBytes() {
		return this.availableBytes;
	}

	private static long bytes(Text text) {
		long kib = text.nextWord() ? text.number() : Text.MALFORMED;
		if (kib >= 0 && kib <= Long.MAX_VALUE / BYTES_PER_KIB) {
			return kib * BYTES_PER_KIB;
		}
		text.fault((kib == Text.MALFORMED) ? Fault.MALFORMED : Fault.TOO_LARGE);
		return ABSENT;
	}

}
