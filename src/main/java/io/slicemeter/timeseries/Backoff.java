package io.slicemeter.timeseries;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// How long to wait before the next attempt: 250 ms at first, doubling to 30 s, each
/// shortened by up to a quarter at random, so that agents that lost the same database
/// don't come back all at once.
final class Backoff {

	static final Duration FIRST = Duration.ofMillis(250);

	static final Duration LONGEST = Duration.ofSeconds(30);

	private final RandomGenerator random;

	private Duration next = FIRST;

	Backoff(RandomGenerator random) {
		this.random = random;
	}

	/// The wait after one more failure.
	Duration afterFailure() {
		Duration wait = this.next;
		Duration doubled = wait.multipliedBy(2);
		this.next = (doubled.compareTo(LONGEST) < 0) ? doubled : LONGEST;
		return Duration.ofNanos((long) (wait.toNanos() * (1 - this.random.nextDouble() / 4)));
	}

	/// Starts over after a success.
	void reset() {
		this.next = FIRST;
	}

}
