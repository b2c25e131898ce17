package io.slicemeter.sampling;

/// Is told of runs that open and close, under the tracker's lock: quick, and without
/// calling back.
@FunctionalInterface
interface RunObserver {

	RunObserver NONE = (run) -> {
	};

	/// The run is read from now on.
	default void opened(TrackedRun run) {
		// whom only ends concern is not bothered
	}

	/// The run is not read any more. It is among the tracked ones until this returns.
	void closed(TrackedRun run);

}
