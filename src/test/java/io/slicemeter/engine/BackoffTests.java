package io.slicemeter.engine;

import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BackoffTests {

	@Test
	void doublesUpToTheLongestAndStartsOver() {
		Backoff backoff = new Backoff(Duration.ofSeconds(5), Duration.ofMinutes(2), withoutJitter());
		assertThat(Stream.generate(backoff::next).limit(7).map(Duration::toSeconds)).containsExactly(5L, 10L, 20L, 40L,
				80L, 120L, 120L);
		backoff.reset();
		assertThat(backoff.next()).isEqualTo(Duration.ofSeconds(5));
	}

	@Test
	void shortensByAtMostAFifth() {
		Backoff backoff = new Backoff(Duration.ofSeconds(5), Duration.ofSeconds(5), new Random(7));
		assertThat(Stream.generate(backoff::next).limit(1000))
			.allMatch((pause) -> pause.toMillis() >= 4000 && pause.toMillis() <= 5000)
			.anyMatch((pause) -> pause.toMillis() < 4100)
			.anyMatch((pause) -> pause.toMillis() > 4900);
	}

	static RandomGenerator withoutJitter() {
		return () -> 0;
	}

}
