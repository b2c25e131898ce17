package io.slicemeter.cgroup;

import java.nio.charset.StandardCharsets;

/// `cgroup.events`: whether processes live in the cgroup or below (`populated`), and
/// whether they are frozen. While the file is open, the kernel tells watchers of the
/// directory when it changes. The root cgroup has none.
final class CgroupEvents {

	private static final byte[] POPULATED = "populated".getBytes(StandardCharsets.US_ASCII);

	private CgroupEvents() {
	}

	static Population parse(Text text) {
		while (text.nextLine()) {
			if (text.nextWord() && text.wordIs(POPULATED)) {
				return population(text);
			}
		}
		text.fault(Fault.MISSING_KEY);
		return Population.UNKNOWN;
	}

	private static Population population(Text text) {
		long value = text.nextWord() ? text.number() : Text.MALFORMED;
		if (value == 0) {
			return Population.EMPTY;
		}
		if (value == 1) {
			return Population.POPULATED;
		}
		text.fault(Fault.MALFORMED);
		return Population.UNKNOWN;
	}

}
