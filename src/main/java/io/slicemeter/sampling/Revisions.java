package io.slicemeter.sampling;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/// Numbers the catalogue's rows so that the newer of two is known: µs of the wall clock,
/// but always counting up, also over restarts of the agent.
final class Revisions {

	private final TimeSource time;

	private final AtomicLong last = new AtomicLong();

	/// @param newest the highest that an earlier process gave: the wall clock may have
	/// stepped back since
	Revisions(TimeSource time, long newest) {
		this.time = time;
		this.last.set(newest);
	}

	long next() {
		long nowUsec = Duration.between(Instant.EPOCH, this.time.wall()).toNanos() / 1000;
		return this.last.updateAndGet((last) -> Math.max(last + 1, nowUsec));
	}

}
