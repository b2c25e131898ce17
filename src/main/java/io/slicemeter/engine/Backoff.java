package io.slicemeter.engine;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// Growing pauses between attempts: each twice the one before up to the longest,
/// shortened by up to a fifth at random, so that many who lost the same Engine don't come
/// back together.
///
/// Not thread-safe: belongs to the thread that tries.
final class Backoff {

	private static final double JITTER = 0.2;

	private final Duration first;

	private final Duration longest;

	private final RandomGenerator random;

	private Duration next;

	Backoff(Duration first, Duration longest, RandomGenerator random) {
		this.first = first;
		this.longest = longest;
		this.random = random;
		this.next = first;
	}

	/// The pause before the next attempt.
	Duration next() {
		Duration pause = this.next;
		Duration doubled = pause.multipliedBy(2);
		this.next = (doubled.compareTo(this.longest) > 0) ? this.longest : doubled;
		return Duration.ofNanos((long) (pause.toNanos() * (1 - JITTER * this.random.nextDouble())));
	}

	/// Starts over after a success.
	void reset() {
		this.next = this.first;
	}

}
