package io.slicemeter.sampling;

import java.time.Instant;

/// The two clocks of sampling: the seam for tests.
interface TimeSource {

	/// The machine's own clocks.
	TimeSource SYSTEM = new TimeSource() {
		@Override
		public Instant wall() {
			return Instant.now();
		}

		@Override
		public long nanos() {
			return System.nanoTime();
		}
	};

	/// The wall clock, which people may step.
	Instant wall();

	/// The monotonic clock, in ns.
	long nanos();

}
