package io.slicemeter.web;

import java.time.Instant;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class TimeParameterTests {

	private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			now                             | 2026-03-01T12:00:00Z
			-1h                             | 2026-03-01T11:00:00Z
			now-1h                          | 2026-03-01T11:00:00Z
			-15m                            | 2026-03-01T11:45:00Z
			-7d                             | 2026-02-22T12:00:00Z
			-2w                             | 2026-02-15T12:00:00Z
			-30s                            | 2026-03-01T11:59:30Z
			-250ms                          | 2026-03-01T11:59:59.750Z
			2026-01-31T12:00:00Z            | 2026-01-31T12:00:00Z
			2026-01-31t12:00:00z            | 2026-01-31T12:00:00Z
			2026-01-31T12:00Z               | 2026-01-31T12:00:00Z
			2026-01-31T12:00:00.123456789Z  | 2026-01-31T12:00:00.123456789Z
			2026-01-31T12:00:00+02:00       | 2026-01-31T10:00:00Z
			2026-01-31T12:00:00 02:00       | 2026-01-31T10:00:00Z
			2026-01-31T12:00:00.5 0200      | 2026-01-31T10:00:00.500Z
			2026-01-31T12:00 02             | 2026-01-31T10:00:00Z
			2026-01-31T12:00:00-03:30       | 2026-01-31T15:30:00Z
			2026-01-31T12:00:00+0200        | 2026-01-31T10:00:00Z
			1769860800                      | 2026-01-31T12:00:00Z
			1769860800.5                    | 2026-01-31T12:00:00.500Z
			0                               | 1970-01-01T00:00:00Z
			""")
	void aMomentIsRead(String text, Instant expected) {
		assertThat(TimeParameter.parse("from", text, NOW)).isEqualTo(expected);
	}

	@ParameterizedTest
	@ValueSource(strings = { "2026-01-31T12:00:00", "2026-01-31 12:00:00", "2026-01-31T12:00", "2026-01-31" })
	void aTimeWithoutZoneIsRefusedAndSaysSo(String text) {
		assertThatExceptionOfType(Problem.class).isThrownBy(() -> TimeParameter.parse("to", text, NOW))
			.satisfies((problem) -> {
				assertThat(problem.type()).isEqualTo(ProblemType.TIME_WITHOUT_ZONE);
				assertThat(problem.getBody().getDetail()).contains(text, "'to'", "no zone", "Z or an offset");
				assertThat(problem.getBody().getProperties()).containsEntry("parameter", "to").containsKey("allowed");
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "yesterday", "-1", "-1y", "1h", "+1h", "--1h", "-1h30m", "2026-13-01T00:00:00Z",
			"2026-02-30T00:00:00Z", "1e9", "NaN", "-99999999999h", "1769860800,5", "2026-01-31T25:00:00Z" })
	void whatIsNoTimeIsRefusedWithTheFormsThatAre(String text) {
		assertThatExceptionOfType(Problem.class).isThrownBy(() -> TimeParameter.parse("from", text, NOW))
			.satisfies((problem) -> {
				assertThat(problem.type()).isEqualTo(ProblemType.INVALID_PARAMETER);
				assertThat(problem.getBody().getDetail()).contains("ISO-8601", "unix seconds", "now");
			});
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "1769860800000", "99999999999999999999", "-999999999d", "-999999999w", "1969-12-31T23:59:59Z" })
	void aTimeFarFromOursIsRefused(String text) {
		assertThatExceptionOfType(Problem.class).isThrownBy(() -> TimeParameter.parse("from", text, NOW))
			.satisfies((problem) -> assertThat(problem.getBody().getDetail()).contains("between 1970 and 9999"));
	}

	@Test
	void aRangeThatDoesNotEndAfterItsBeginningIsRefused() {
		assertThatExceptionOfType(Problem.class).isThrownBy(() -> Period.of("now", "now", NOW))
			.satisfies((problem) -> assertThat(problem.type()).isEqualTo(ProblemType.INVALID_RANGE));
		assertThat(Period.of(null, null, NOW)).isEqualTo(new Period(NOW.minusSeconds(3600), NOW));
	}

}
