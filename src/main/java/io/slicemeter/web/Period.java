package io.slicemeter.web;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

import org.jspecify.annotations.Nullable;

/// A half-open range of time, `[from, to)`, as a request asks for it.
public record Period(Instant from, Instant to) {

	public Duration length() {
		return Duration.between(this.from, this.to);
	}

	/// The range of two parameters; `null` takes the default, the last hour. Whole
	/// microseconds, as the database keeps them: what is echoed is what was asked for.
	static Period of(@Nullable String from, @Nullable String to, Instant now) {
		Instant start = TimeParameter.parse("from", (from != null) ? from : RangeParameters.DEFAULT_FROM, now)
			.truncatedTo(ChronoUnit.MICROS);
		Instant end = TimeParameter.parse("to", (to != null) ? to : RangeParameters.DEFAULT_TO, now)
			.truncatedTo(ChronoUnit.MICROS);
		if (!start.isBefore(end)) {
			throw Problem.of(ProblemType.INVALID_RANGE,
					"'from' must be before 'to': %s is not before %s. Without them the range is the last hour (%s to %s)"
						.formatted(start, end, RangeParameters.DEFAULT_FROM, RangeParameters.DEFAULT_TO))
				.with("from", start.toString())
				.with("to", end.toString());
		}
		return new Period(start, end);
	}

}
