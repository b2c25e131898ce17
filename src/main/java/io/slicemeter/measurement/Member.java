package io.slicemeter.measurement;

import io.slicemeter.runner.HostId;
import io.slicemeter.runner.RunnerName;
import io.slicemeter.runner.RunnerOnHost;

/// A runner that a measurement looks at, as its document keeps it.
///
/// @param runner its name
/// @param host the name of its host
public record Member(String runner, String host) {

	RunnerOnHost place() {
		return new RunnerOnHost(new RunnerName(this.runner), HostId.of(this.host));
	}

}
