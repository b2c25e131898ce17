package io.slicemeter.sampling;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/// A clock that runs by monotonic time, for planning ticks: a step of the wall clock must
/// neither stall the beat nor make it burst.
final class MonotonicClock extends Clock {

	private final TimeSource time;

	private final Instant origin;

	private final long originNanos;

	MonotonicClock(TimeSource time) {
		this.time = time;
		this.origin = time.wall();
		this.originNanos = time.nanos();
	}

	@Override
	public Instant instant() {
		return this.origin.plusNanos(this.time.nanos() - this.originNanos);
	}

	@Override
	public ZoneId getZone() {
		return ZoneOffset.UTC;
	}

	@Override
	public Clock withZone(ZoneId zone) {
		return this;
	}

}
