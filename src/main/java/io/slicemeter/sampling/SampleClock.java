package io.slicemeter.sampling;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Stamps samples with the wall clock, but never backwards: after the wall clock stepped
/// back, stamps go on from the last one by monotonic time until the clock has caught up.
/// Steps above 1 s are counted, and told once until the clocks agree again.
final class SampleClock {

	private static final Logger logger = LoggerFactory.getLogger(SampleClock.class);

	private static final Duration TOLERANCE = Duration.ofSeconds(1);

	private final TimeSource time;

	private final AtomicLong steps = new AtomicLong();

	private @Nullable Instant last;

	private long lastNanos;

	private @Nullable Instant tickWall;

	private long tickNanos;

	private boolean told;

	SampleClock(TimeSource time) {
		this.time = time;
	}

	/// The moment of a reading that was taken at this monotonic time, just now.
	synchronized Instant stamp(long nanos) {
		Instant wall = this.time.wall();
		Instant last = this.last;
		if (last != null && wall.isBefore(last)) {
			wall = last.plusNanos(Math.max(0, nanos - this.lastNanos));
		}
		this.last = wall;
		this.lastNanos = nanos;
		return wall;
	}

	/// This moment, as a reading would be stamped.
	Instant now() {
		return stamp(this.time.nanos());
	}

	long nanos() {
		return this.time.nanos();
	}

	/// Compares both clocks; called once a tick.
	void compare() {
		Instant wall = this.time.wall();
		long nanos = this.time.nanos();
		Instant before = this.tickWall;
		if (before != null) {
			Duration step = Duration.between(before, wall).minusNanos(nanos - this.tickNanos);
			if (step.abs().compareTo(TOLERANCE) > 0) {
				this.steps.incrementAndGet();
				if (!this.told) {
					logger.warn("The wall clock stepped by {} ms. Usage is measured by monotonic time and stays right; "
							+ "moments of samples follow the clock, never backwards.", step.toMillis());
				}
				this.told = true;
			}
			else {
				this.told = false;
			}
		}
		this.tickWall = wall;
		this.tickNanos = nanos;
	}

	/// How often the wall clock stepped by more than a second.
	long steps() {
		return this.steps.get();
	}

}
