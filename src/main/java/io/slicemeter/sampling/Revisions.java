package io.slicemeter.sampling;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/// Numbers the catalogue's rows so that the newer of two is known: µs of the wall clock,
/// but always counting up, also over restarts of the agent.
final class Revisions {

	private final TimeSource time;

	private final AtomicLong last = new AtomicLong();

	Revisions(TimeSource time) {
		this.time = time;
	}

	long next() {
		long nowUsec = Duration.between(Instant.EPOCH, this.time.wall()).toNanos() / 1000;
		return this.last.updateAndGet((last) -> Math.max(last + 1, nowUsec));
	}

}
