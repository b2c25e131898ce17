package io.slicemeter.web.security;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RateLimitsTests {

	private final AtomicLong nanos = new AtomicLong();

	private final RateLimits limits = new RateLimits(2, 3, this.nanos::get);

	@Test
	void aBurstIsServedThenTheRateHolds() {
		for (int request = 0; request < 3; request++) {
			assertThat(this.limits.take("a")).isZero();
		}
		assertThat(this.limits.take("a")).isEqualTo(Duration.ofMillis(500));
		this.nanos.addAndGet(Duration.ofMillis(500).toNanos());
		assertThat(this.limits.take("a")).isZero();
		assertThat(this.limits.take("a")).isEqualTo(Duration.ofMillis(500));
	}

	@Test
	void oneClientDoesNotCostAnother() {
		for (int request = 0; request < 10; request++) {
			this.limits.take("a");
		}
		assertThat(this.limits.take("b")).isZero();
	}

	@Test
	void aBucketHoldsNoMoreThanTheBurst() {
		assertThat(this.limits.take("a")).isZero();
		this.nanos.addAndGet(Duration.ofHours(1).toNanos());
		for (int request = 0; request < 3; request++) {
			assertThat(this.limits.take("a")).isZero();
		}
		assertThat(this.limits.take("a")).isPositive();
	}

	@Test
	void memoryStaysBoundedHoweverManyClientsCome() {
		for (int client = 0; client < 50_000; client++) {
			this.limits.take("client " + client);
		}
		assertThat(this.limits.clients()).isEqualTo(10_000);
	}

}
