package io.slicemeter.web;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class StepTests {

	private static final Instant END = Instant.parse("2026-03-01T12:00:00Z");

	@ParameterizedTest
	@CsvSource({ "PT10M,PT2S", "PT33M20S,PT2S", "PT1H,PT5S", "PT2H,PT10S", "PT4H,PT15S", "PT6H,PT30S", "P1D,PT2M",
			"P7D,PT15M", "P30D,PT1H", "P365D,PT12H", "P1000D,PT48H", "P3650D,PT96H" })
	void withoutOneTheSmallestUsualStepOfAtMostAThousandPointsIsTaken(Duration length, Duration expected) {
		assertThat(Step.usual(last(length), Duration.ofMillis(100))).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource({ "PT1S,PT2S", "PT1.5S,PT5S", "PT2S,PT5S", "PT5S,PT10S", "PT7S,PT15S", "PT60S,PT2M" })
	void aStepOfOurChoiceIsAtLeastTwiceTheTimeBetweenTwoSamples(Duration interval, Duration expected) {
		assertThat(Step.usual(last(Duration.ofMinutes(10)), interval)).isEqualTo(expected);
	}

	@Test
	void aStepOfOurChoiceNeverGivesMoreThanAThousandPoints() {
		Random random = new Random(7);
		for (int round = 0; round < 1000; round++) {
			Instant from = Instant.ofEpochMilli(random.nextLong(4_000_000_000_000L));
			Period period = new Period(from, from.plusMillis(1 + random.nextLong(400_000_000_000L)));
			assertThat(Step.points(period, Step.usual(period, Duration.ofSeconds(2)))).isBetween(1L, 1_000L);
		}
	}

	@ParameterizedTest
	@CsvSource({ "1m,PT1M", "30s,PT30S", "PT1M,PT1M", "pt90s,PT1M30S", "6h,PT6H", "1d,PT24H", "P1D,PT24H", "1w,PT168H",
			"1s,PT1S" })
	void aStepIsReadInBothForms(String text, Duration expected) {
		assertThat(Step.of(text, last(Duration.ofMinutes(1)))).isEqualTo(expected);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "0", "60", "0s", "-1m", "PT-1M", "PT0S", "PT0.5S", "1.5m", "500ms", "1y", "P1M", "abc",
			"367d", "PT99999999999999999999S" })
	void aBadStepIsRefusedWithWhatIsAllowed(String text) {
		assertThatExceptionOfType(Problem.class).isThrownBy(() -> Step.of(text, last(Duration.ofHours(1))))
			.satisfies((problem) -> {
				assertThat(problem.type()).isEqualTo(ProblemType.INVALID_PARAMETER);
				assertThat(problem.getBody().getDetail()).contains("whole seconds", "PT1M");
				assertThat(problem.getBody().getProperties()).containsEntry("parameter", "step");
			});
	}

	@Test
	void tooManyPointsNameTheSmallestStepThatIsAllowed() {
		Period week = last(Duration.ofDays(7));
		assertThatExceptionOfType(Problem.class).isThrownBy(() -> Step.of("10s", week)).satisfies((problem) -> {
			assertThat(problem.type()).isEqualTo(ProblemType.TOO_MANY_POINTS);
			assertThat(problem.getStatusCode().value()).isEqualTo(422);
			assertThat(problem.getBody().getProperties()).containsEntry("points", 60_480L)
				.containsEntry("allowedPoints", 11_000L)
				.containsEntry("smallestStep", "PT55S");
			assertThat(problem.getBody().getDetail()).contains("PT55S");
		});
		assertThat(Step.of("55s", week)).hasSeconds(55);
	}

	@Test
	void theSmallestStepIsAllowedItselfAndOneSecondLessIsNot() {
		Random random = new Random(11);
		for (int round = 0; round < 300; round++) {
			Instant from = Instant.ofEpochMilli(random.nextLong(4_000_000_000_000L));
			Period period = new Period(from, from.plusMillis(20_000_000 + random.nextLong(40_000_000_000L)));
			try {
				Step.of("1s", period);
			}
			catch (Problem problem) {
				String smallest = String.valueOf(problem.getBody().getProperties().get("smallestStep"));
				Duration step = Duration.parse(smallest);
				assertThat(Step.of(smallest, period)).isEqualTo(step);
				assertThat(Step.points(period, step.minusSeconds(1))).isGreaterThan(Step.MOST_POINTS);
			}
		}
	}

	private static Period last(Duration length) {
		return new Period(END.minus(length), END);
	}

}
