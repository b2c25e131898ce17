package io.slicemeter.timeseries;

import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BackoffTests {

	@Test
	void doublesUpTo30SecondsAndStartsOver() {
		RandomGenerator noJitter = () -> 0;
		Backoff backoff = new Backoff(noJitter);
		assertThat(Stream.generate(backoff::afterFailure).limit(10).map(Duration::toMillis)).containsExactly(250L, 500L,
				1000L, 2000L, 4000L, 8000L, 16000L, 30000L, 30000L, 30000L);
		backoff.reset();
		assertThat(backoff.afterFailure()).isEqualTo(Duration.ofMillis(250));
	}

	@Test
	void isShortenedByUpToAQuarter() {
		Backoff backoff = new Backoff(new Random(42));
		assertThat(Stream.generate(backoff::afterFailure).skip(8).limit(1000))
			.allSatisfy((wait) -> assertThat(wait).isBetween(Duration.ofMillis(22_500), Duration.ofSeconds(30)))
			.anySatisfy((wait) -> assertThat(wait).isLessThan(Duration.ofSeconds(24)));
	}

}
