package io.slicemeter.cgroup;

import java.nio.charset.StandardCharsets;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;

/// `io.stat`: bytes and operations per block device, one `major:minor key=value …` a line; summed here. Empty before the
/// first I/O, which makes the sums 0.
///
/// **Each I/O counts once.** A request to a stacked device (device-mapper, RAID) is counted there and once more at the disk
/// below it, and stacked devices lie on each other (LVM on LUKS), so only disks are summed. Where no disk shows up
/// but a stacked device does, its disk is not accounted, and the stacked devices are summed.
///
/// **A sum without one of its parts is none:** a malformed or missing value of one device costs that sum, because a total
/// that leaves a device out would fall and later jump.
///
/// Some kernels (5.10 to 6.1) write devices without figures, also several on one line before the one that the figures
/// belong to: the last device before a figure is its owner.
final class IoStat {

	private static final byte[] READ_BYTES = "rbytes=".getBytes(StandardCharsets.US_ASCII);

	private static final byte[] WRITE_BYTES = "wbytes=".getBytes(StandardCharsets.US_ASCII);

	private static final byte[] READS = "rios=".getBytes(StandardCharsets.US_ASCII);

	private static final byte[] WRITES = "wios=".getBytes(StandardCharsets.US_ASCII);

	private static final int ALL_KEYS = 0b1111;

	private IoStat() {
	}

	static void parse(Text text, Readings into, Devices devices) {
		boolean disksOnly = hasDisk(text, devices);
		text.rewind();
		into.set(Metric.IO_READ_BYTES, 0);
		into.set(Metric.IO_WRITE_BYTES, 0);
		into.set(Metric.IO_READS, 0);
		into.set(Metric.IO_WRITES, 0);
		int lost = 0;
		while (text.nextLine()) {
			lost |= addLine(text, into, devices, disksOnly);
		}
		forget(into, lost);
	}

	static void forget(Readings readings) {
		forget(readings, ALL_KEYS);
	}

	/// Adds the figures of one line.
	/// @return the sums that lack a part of this line, one bit for each
	private static int addLine(Text text, Readings into, Devices devices, boolean disksOnly) {
		boolean deviceSeen = false;
		boolean counts = false;
		int seen = 0;
		int lost = 0;
		while (text.nextWord()) {
			long major = text.numberUpTo(':');
			if (major >= 0) {
				deviceSeen = true;
				counts = !disksOnly || !devices.isStacked(major);
				continue;
			}
			if (!deviceSeen) {
				text.fault(Fault.MALFORMED);
				return ALL_KEYS;
			}
			int key = counts ? keyOf(text) : 0;
			seen |= key;
			if (key != 0 && !add(text, into, key)) {
				lost |= key;
			}
		}
		if (seen != 0 && seen != ALL_KEYS) {
			text.fault(Fault.MISSING_KEY);
			lost |= ALL_KEYS & ~seen;
		}
		return lost;
	}

	private static boolean add(Text text, Readings into, int key) {
		long value = text.numberBehind(prefix(key).length);
		if (value < 0) {
			text.fault(Text.faultOf(value));
			return false;
		}
		into.add(metric(key), value);
		if (!into.has(metric(key))) {
			text.fault(Fault.TOO_LARGE);
			return false;
		}
		return true;
	}

	private static boolean hasDisk(Text text, Devices devices) {
		while (text.nextLine()) {
			boolean disk = false;
			while (text.nextWord()) {
				long major = text.numberUpTo(':');
				if (major >= 0) {
					disk = !devices.isStacked(major);
				}
				else if (disk && keyOf(text) != 0) {
					return true;
				}
			}
		}
		return false;
	}

	private static int keyOf(Text text) {
		for (int key = 1; key <= ALL_KEYS; key <<= 1) {
			if (text.wordStartsWith(prefix(key))) {
				return key;
			}
		}
		return 0;
	}

	private static void forget(Readings readings, int keys) {
		for (int key = 1; key <= ALL_KEYS; key <<= 1) {
			if ((keys & key) != 0) {
				readings.remove(metric(key));
			}
		}
	}

	private static byte[] prefix(int key) {
		return switch (key) {
			case 1 -> READ_BYTES;
			case 2 -> WRITE_BYTES;
			case 4 -> READS;
			default -> WRITES;
		};
	}

	private static Metric metric(int key) {
		return switch (key) {
			case 1 -> Metric.IO_READ_BYTES;
			case 2 -> Metric.IO_WRITE_BYTES;
			case 4 -> Metric.IO_READS;
			default -> Metric.IO_WRITES;
		};
	}

}
