package io.slicemeter.cgroup;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;

/// `pids.current`: processes and threads in the cgroup and its descendants.
final class PidsCurrent {

	private PidsCurrent() {
	}

	static void parse(Text text, Readings into) {
		text.takeOnly(into, Metric.PIDS);
	}

}
