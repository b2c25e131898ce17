package io.slicemeter.sampling;

import java.time.Instant;

import io.slicemeter.runner.Readings;

/// One reading as it is taken: refilled for every run, so that a tick allocates nothing
/// until a sample is made of it.
final class Moment {

	private final Readings readings = new Readings();

	private Instant at = Instant.EPOCH;

	private long timelineNanos;

	private long arrivedNanos;

	/// Stamps the reading.
	/// @param at the wall clock of the reading
	/// @param timelineNanos the clock by which elapsed time is measured: monotonic for
	/// the kernel's files, the Engine's own time for its documents
	/// @param arrivedNanos the monotonic time at which it came to us
	void stamp(Instant at, long timelineNanos, long arrivedNanos) {
		this.at = at;
		this.timelineNanos = timelineNanos;
		this.arrivedNanos = arrivedNanos;
	}

	Readings readings() {
		return this.readings;
	}

	Instant at() {
		return this.at;
	}

	long timelineNanos() {
		return this.timelineNanos;
	}

	long arrivedNanos() {
		return this.arrivedNanos;
	}

}
