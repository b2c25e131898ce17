package io.slicemeter.cgroup;

import java.nio.charset.StandardCharsets;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;

/// `io.stat`: bytes and operations per block device, one `major:minor key=value …` a
/// line; summed here. Empty before the first I/O, which makes the sums 0.
///
/// **Each I/O counts once.** A request to a stacked device (device-mapper, RAID) is
/// counted there and once more at the disk below it, and stacked devices lie on each
/// other (LVM on LUKS), so only disks are summed. Where no disk shows up but a stacked
/// device does, its disk is not accounted, and the stacked devices are summed.
///
/// **A sum without one of its parts is none:** a malformed or missing value of one device
/// costs that sum, because a total that leaves a device out would fall and later jump.
///
/// Some kernels write devices without figures, also several on one line before the one
/// that the figures belong to: the last device before a figure is its owner.
final class IoStat {

	private static final byte[][] KEYS = { "rbytes=".getBytes(StandardCharsets.US_ASCII),
			"wbytes=".getBytes(StandardCharsets.US_ASCII), "rios=".getBytes(StandardCharsets.US_ASCII),
			"wios=".getBytes(StandardCharsets.US_ASCII) };

	/// The metric of each key.
	private static final Metric[] METRICS = { Metric.IO_READ_BYTES, Metric.IO_WRITE_BYTES, Metric.IO_READS,
			Metric.IO_WRITES };

	private static final int NO_KEY = -1;

	/// One bit for each key.
	private static final int ALL_KEYS = 0b1111;

	private IoStat() {
	}

	static void parse(Text text, Readings into, Devices devices) {
		boolean disksOnly = hasDisk(text, devices);
		text.rewind();
		for (Metric metric : METRICS) {
			into.set(metric, 0);
		}
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
			int key = counts ? keyOf(text) : NO_KEY;
			if (key == NO_KEY) {
				continue;
			}
			seen |= 1 << key;
			if (!add(text, into, key)) {
				lost |= 1 << key;
			}
		}
		if (seen != 0 && seen != ALL_KEYS) {
			text.fault(Fault.MISSING_KEY);
			lost |= ALL_KEYS & ~seen;
		}
		return lost;
	}

	private static boolean add(Text text, Readings into, int key) {
		long value = text.numberBehind(KEYS[key].length);
		if (value < 0) {
			text.fault(Text.faultOf(value));
			return false;
		}
		into.add(METRICS[key], value);
		if (!into.has(METRICS[key])) {
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
				else if (disk && keyOf(text) != NO_KEY) {
					return true;
				}
			}
		}
		return false;
	}

	private static int keyOf(Text text) {
		for (int key = 0; key < KEYS.length; key++) {
			if (text.wordStartsWith(KEYS[key])) {
				return key;
			}
		}
		return NO_KEY;
	}

	private static void forget(Readings readings, int keys) {
		for (int key = 0; key < KEYS.length; key++) {
			if ((keys & (1 << key)) != 0) {
				readings.remove(METRICS[key]);
			}
		}
	}

}
