package io.slicemeter.sampling;

/// Is told of runs that open and close, under the tracker's lock: quick, and without
/// calling back.
interface RunObserver {

	RunObserver NONE = new RunObserver() {
		@Override
		public void opened(TrackedRun run) {
		}

		@Override
		public void closed(TrackedRun run) {
		}
	};

	/// The run is read from now on.
	void opened(TrackedRun run);

	/// The run is not read any more.
	void closed(TrackedRun run);

}
