package io.slicemeter.sampling;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.springframework.scheduling.support.SimpleTriggerContext;

import static org.assertj.core.api.Assertions.assertThat;

class TickTriggerTests {

	private static final Instant T0 = Instant.parse("2026-03-01T12:00:00Z");

	private final TickTrigger trigger = new TickTrigger(Duration.ofMillis(200));

	@Test
	void theBeatIsKeptWhileTicksAreOnTime() {
		assertThat(next(T0, T0.plusMillis(5), T0.plusMillis(150))).isEqualTo(T0.plusMillis(200));
		assertThat(this.trigger.lateTicks()).isZero();
	}

	@Test
	void aTickThatBeganLateStartsANewBeat() {
		assertThat(next(T0, T0.plusMillis(101), T0.plusMillis(110))).isEqualTo(T0.plusMillis(301));
		assertThat(this.trigger.lateTicks()).isOne();
	}

	@Test
	void aLongTickIsNotFollowedByABurst() {
		List<Long> starts = new ArrayList<>();
		Instant planned = T0;
		Instant now = T0;
		for (int tick = 0; tick < 6; tick++) {
			Instant started = now.isAfter(planned) ? now : planned;
			starts.add(Duration.between(T0, started).toMillis());
			now = started.plusMillis((tick == 1) ? 650 : 3);
			planned = next(planned, started, now);
		}
		assertThat(starts).containsExactly(0L, 200L, 850L, 1050L, 1250L, 1450L);
	}

	private Instant next(Instant planned, Instant started, Instant completed) {
		return this.trigger.nextExecution(new SimpleTriggerContext(planned, started, completed));
	}

}
