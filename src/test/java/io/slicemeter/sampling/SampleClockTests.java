package io.slicemeter.sampling;

import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SampleClockTests {

	private final FakeTime time = new FakeTime();

	private final SampleClock clock = new SampleClock(this.time);

	@Test
	void stampsFollowTheWallClock() {
		assertThat(stamp()).isEqualTo(FakeTime.START);
		this.time.passes(Duration.ofSeconds(2));
		assertThat(stamp()).isEqualTo(FakeTime.START.plusSeconds(2));
	}

	@Test
	void stampsGoOnByMonotonicTimeWhileTheWallClockIsBehind() {
		stamp();
		this.time.steps(Duration.ofSeconds(-10));
		for (int second = 2; second <= 8; second += 2) {
			this.time.passes(Duration.ofSeconds(2));
			assertThat(stamp()).isEqualTo(FakeTime.START.plusSeconds(second));
		}
	}

	@Test
	void stampsFollowTheWallClockAgainOnceItHasCaughtUp() {
		stamp();
		this.time.steps(Duration.ofSeconds(-10));
		this.time.passes(Duration.ofSeconds(2));
		stamp();
		this.time.steps(Duration.ofSeconds(30));
		this.time.passes(Duration.ofSeconds(2));
		assertThat(stamp()).isEqualTo(FakeTime.START.plusSeconds(24));
	}

	@Test
	void stepsAboveASecondAreCountedAndSmallOnesAreNot() {
		this.clock.compare();
		tick(Duration.ofMillis(900));
		assertThat(this.clock.steps()).isZero();
		tick(Duration.ofMillis(-1100));
		tick(Duration.ofHours(1));
		tick(Duration.ZERO);
		assertThat(this.clock.steps()).isEqualTo(2);
	}

	private void tick(Duration step) {
		this.time.passes(Duration.ofSeconds(2));
		this.time.steps(step);
		this.clock.compare();
	}

	private Instant stamp() {
		return this.clock.stamp(this.time.nanos());
	}

}
