package io.slicemeter.sampling;

import io.slicemeter.runner.ContainerId;
import org.jspecify.annotations.Nullable;

/// Finds open runs the way tests name them.
final class Tracked {

	private Tracked() {
	}

	/// The open run of a container.
	static @Nullable TrackedRun find(TrackedRuns runs, ContainerId container) {
		return runs.open().stream().filter((run) -> run.container().equals(container)).findFirst().orElse(null);
	}

}
