package io.slicemeter.cgroup;

import java.util.OptionalLong;

/// `cgroup.procs`: the processes that are in the cgroup itself, one PID a line. Empty
/// where a nested engine moved them into cgroups below; 0 stands for a process of another
/// PID namespace.
final class CgroupProcs {

	private CgroupProcs() {
	}

	/// The first process that can be named.
	static OptionalLong parse(Text text) {
		while (text.nextLine()) {
			if (!text.nextWord()) {
				continue;
			}
			long pid = text.number();
			if (pid > 0) {
				return OptionalLong.of(pid);
			}
			if (pid < 0) {
				text.fault(Fault.MALFORMED);
			}
		}
		return OptionalLong.empty();
	}

}
