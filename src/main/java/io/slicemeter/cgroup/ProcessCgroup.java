package io.slicemeter.cgroup;

import java.nio.charset.StandardCharsets;
import java.util.List;

/// `/proc/<pid>/cgroup`: where a process lies in each hierarchy. Cgroup v2 is the line
/// that begins with `0::`; the path is absolute, but seen from a cgroup namespace of
/// one's own it begins with `/..` and says nothing about where it starts.
///
/// @param components the directories of the path, from the root of what the reader sees
record ProcessCgroup(List<String> components) {

	private static final byte[] CGROUP_2 = "0::/".getBytes(StandardCharsets.US_ASCII);

	/// What the kernel appends when the cgroup was removed and the process still exits.
	private static final String DELETED = " (deleted)";

	static final ProcessCgroup UNKNOWN = new ProcessCgroup(List.of());

	ProcessCgroup {
		components = List.copyOf(components);
	}

	/// Parses the file. Without a line of cgroup v2 nothing is known, and that is
	/// counted.
	static ProcessCgroup parse(Text text) {
		while (text.nextLine()) {
			if (text.nextWord() && text.wordStartsWith(CGROUP_2)) {
				return of(text.lineBehind(CGROUP_2.length));
			}
		}
		text.fault(Fault.MISSING_KEY);
		return UNKNOWN;
	}

	private static ProcessCgroup of(String path) {
		if (path.endsWith(DELETED)) {
			return UNKNOWN;
		}
		return new ProcessCgroup(
				List.of(path.split("/")).stream().filter((component) -> !component.isEmpty()).toList());
	}

}
