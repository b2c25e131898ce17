package io.slicemeter.cgroup;

import java.nio.charset.StandardCharsets;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import org.jspecify.annotations.Nullable;

/// `memory.stat`: what the memory of a cgroup consists of, in bytes, one `key value` a
/// line in any order.
///
/// `kernel` is there since 5.18. A file without `inactive_file` is not whole: the kernel
/// always writes it, behind the other keys that are read here.
final class MemoryStat {

	/// What [#parse] gives where the file does not tell.
	static final long ABSENT = -1;

	private static final byte[] ANON = "anon".getBytes(StandardCharsets.US_ASCII);

	private static final byte[] FILE = "file".getBytes(StandardCharsets.US_ASCII);

	private static final byte[] KERNEL = "kernel".getBytes(StandardCharsets.US_ASCII);

	private static final byte[] SHMEM = "shmem".getBytes(StandardCharsets.US_ASCII);

	private static final byte[] INACTIVE_FILE = "inactive_file".getBytes(StandardCharsets.US_ASCII);

	/// How many keys are read here.
	private static final int KEYS = 5;

	private MemoryStat() {
	}

	/// Parses the file.
	/// @return `inactive_file` in bytes, the page cache that the working set does not
	/// count; [#ABSENT] if it is not known
	static long parse(Text text, Readings into) {
		boolean inactiveFileSeen = false;
		long inactiveFileBytes = ABSENT;
		int seen = 0;
		// The file goes on for as long again behind the last key that is read here.
		while (seen < KEYS && text.nextLine()) {
			if (!text.nextWord()) {
				continue;
			}
			Metric metric = metricOf(text);
			if (metric != null) {
				seen++;
				text.take(into, metric);
			}
			else if (text.wordIs(INACTIVE_FILE)) {
				seen++;
				inactiveFileSeen = true;
				inactiveFileBytes = bytes(text);
			}
		}
		if (!inactiveFileSeen) {
			forget(into);
			text.fault(Fault.MISSING_KEY);
		}
		return inactiveFileBytes;
	}

	private static @Nullable Metric metricOf(Text text) {
		if (text.wordIs(ANON)) {
			return Metric.MEMORY_ANON_BYTES;
		}
		if (text.wordIs(FILE)) {
			return Metric.MEMORY_FILE_BYTES;
		}
		if (text.wordIs(KERNEL)) {
			return Metric.MEMORY_KERNEL_BYTES;
		}
		return text.wordIs(SHMEM) ? Metric.MEMORY_SHMEM_BYTES : null;
	}

	static void forget(Readings readings) {
		readings.remove(Metric.MEMORY_ANON_BYTES);
		readings.remove(Metric.MEMORY_FILE_BYTES);
		readings.remove(Metric.MEMORY_KERNEL_BYTES);
		readings.remove(Metric.MEMORY_SHMEM_BYTES);
	}

	private static long bytes(Text text) {
		long value = text.nextWord() ? text.number() : Text.MALFORMED;
		if (value < 0) {
			text.fault(Text.faultOf(value));
			return ABSENT;
		}
		return value;
	}

}
