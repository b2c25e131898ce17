package io.slicemeter.cgroup;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.BitSet;

/// `/proc/devices`: which driver has which major number. The numbers of device-mapper and
/// of partitioned RAID are given out when their modules load, so they differ from host to
/// host.
final class Devices {

	/// No driver is stacked.
	static final Devices NONE = new Devices(new BitSet());

	private static final byte[] BLOCK = "Block".getBytes(StandardCharsets.US_ASCII);

	/// Drivers whose devices lie on other disks: LVM, LUKS and multipath; Linux software
	/// RAID.
	private static final byte[][] STACKED = { "device-mapper".getBytes(StandardCharsets.US_ASCII),
			"md".getBytes(StandardCharsets.US_ASCII), "mdp".getBytes(StandardCharsets.US_ASCII) };

	private static final int LARGEST_MAJOR = 4095;

	private final BitSet stackedMajors;

	private Devices(BitSet stackedMajors) {
		this.stackedMajors = stackedMajors;
	}

	static Devices read(Path procRoot, ParseFaults faults) {
		Text text = Text.ofThread();
		return KeptFile.readOnce(KernelFile.DEVICES, procRoot, faults, text) ? parse(text) : NONE;
	}

	/// Parses the second part of the file: character devices have numbers of their own.
	static Devices parse(Text text) {
		BitSet majors = new BitSet();
		boolean block = false;
		while (text.nextLine()) {
			if (!text.nextWord()) {
				continue;
			}
			if (text.wordIs(BLOCK)) {
				block = true;
				continue;
			}
			long major = block ? text.number() : Text.MALFORMED;
			if (major >= 0 && major <= LARGEST_MAJOR && text.nextWord() && isStackedDriver(text)) {
				majors.set((int) major);
			}
		}
		if (!block) {
			text.fault(Fault.MISSING_KEY);
		}
		return new Devices(majors);
	}

	/// Whether devices of this major number lie on other disks.
	boolean isStacked(long major) {
		return major <= LARGEST_MAJOR && this.stackedMajors.get((int) major);
	}

	private static boolean isStackedDriver(Text text) {
		for (byte[] driver : STACKED) {
			if (text.wordIs(driver)) {
				return true;
			}
		}
		return false;
	}

}
