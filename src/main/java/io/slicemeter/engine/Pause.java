package io.slicemeter.engine;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Waits; the seam for time in tests.
@FunctionalInterface
interface Pause {

	/// Real waiting.
	Pause REAL = (length, ended) -> ended.await(length.toNanos(), TimeUnit.NANOSECONDS);

	/// Waits for so long, or until the latch falls.
	/// @return whether the latch fell
	boolean await(Duration length, CountDownLatch ended) throws InterruptedException;

}
