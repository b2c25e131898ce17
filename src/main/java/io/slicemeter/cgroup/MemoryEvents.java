package io.slicemeter.cgroup;

import java.nio.charset.StandardCharsets;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;

/// `memory.events`: how often a memory limit had which effect, in the cgroup and its
/// descendants, one `key value` a line.
///
/// `oom_kill` (since 4.13) counts processes that the OOM killer ended. `oom` is no kill,
/// and `oom_group_kill` counts cgroups that `oom_kill` counts process by process.
final class MemoryEvents {

	private static final byte[] OOM_KILL = "oom_kill".getBytes(StandardCharsets.US_ASCII);

	private MemoryEvents() {
	}

	static void parse(Text text, Readings into) {
		while (text.nextLine()) {
			if (text.nextWord() && text.wordIs(OOM_KILL)) {
				text.take(into, Metric.OOM_KILLS);
				return;
			}
		}
		text.fault(Fault.MISSING_KEY);
	}

}
