package io.slicemeter.sampling;

import java.time.Duration;
import java.time.Instant;

/// Two clocks that move only when a test says so.
final class FakeTime implements TimeSource {

	static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

	private Instant wall = START;

	private long nanos = 5_000_000_000L;

	@Override
	public synchronized Instant wall() {
		return this.wall;
	}

	@Override
	public synchronized long nanos() {
		return this.nanos;
	}

	/// Time passes, on both clocks.
	synchronized void passes(Duration duration) {
		this.wall = this.wall.plus(duration);
		this.nanos += duration.toNanos();
	}

	/// Somebody steps the wall clock.
	synchronized void steps(Duration duration) {
		this.wall = this.wall.plus(duration);
	}

}
