package io.slicemeter.web;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The width of the buckets of a series: whole seconds, aligned to the epoch.
final class Step {

	/// An answer never has more points.
	static final long MOST_POINTS = 11_000;

	/// An answer with a step of our choice has no more points.
	private static final long USUAL_POINTS = 1_000;

	private static final Pattern SHORT_FORM = Pattern.compile("(\\d{1,9})(s|m|h|d|w)");

	private static final List<Duration> USUAL = Stream
		.of("2s", "5s", "10s", "15s", "30s", "1m", "2m", "5m", "10m", "15m", "30m", "1h", "2h", "6h", "12h", "1d")
		.map((text) -> read(text).orElseThrow())
		.toList();

	private static final Duration SMALLEST = Duration.ofSeconds(1);

	private static final Duration LARGEST = Duration.ofDays(366);

	private Step() {
	}

	/// The step of a parameter.
	static Duration of(String text, Period period) {
		Duration step = read(text.strip()).filter(Step::isAllowed)
			.orElseThrow(() -> Problem.invalidParameter("step",
					"'%s' is not a step; allowed are whole seconds from 1 s to 366 d, as an ISO-8601 duration (PT1M) or short (30s, 1m, 6h, 1d, 1w)"
						.formatted(Problem.shown(text)),
					"PT1M", "30s", "1m", "6h", "1d", "1w"));
		long points = points(period, step);
		if (points > MOST_POINTS) {
			Duration smallest = smallest(period);
			throw Problem
				.of(ProblemType.TOO_MANY_POINTS,
						"A step of %s gives %,d points; at most %,d are allowed. The smallest step for this range is %s"
							.formatted(step, points, MOST_POINTS, smallest))
				.with("parameter", "step")
				.with("points", points)
				.with("allowedPoints", MOST_POINTS)
				.with("smallestStep", smallest.toString());
		}
		return step;
	}

	/// How many buckets a range touches.
	static long points(Period period, Duration step) {
		long seconds = step.toSeconds();
		Instant last = period.to().minusNanos(1);
		return Math.floorDiv(last.getEpochSecond(), seconds) - Math.floorDiv(period.from().getEpochSecond(), seconds)
				+ 1;
	}

	/// The smallest usual step that gives at most 1,000 points. Samples come a little
	/// sooner or later than their interval: a bucket that is only as wide would now and
	/// then have none, so it is at least twice that.
	/// @param interval the time between two samples
	static Duration usual(Period period, Duration interval) {
		Duration least = interval.multipliedBy(2);
		return USUAL.stream()
			.filter((step) -> step.compareTo(least) >= 0 && points(period, step) <= USUAL_POINTS)
			.findFirst()
			.orElseGet(() -> Duration.ofDays(period.length().toDays() / (USUAL_POINTS - 1) + 1));
	}

	private static Duration smallest(Period period) {
		long seconds = Math.max(1, period.length().toSeconds() / MOST_POINTS);
		while (points(period, Duration.ofSeconds(seconds)) > MOST_POINTS) {
			seconds++;
		}
		return Duration.ofSeconds(seconds);
	}

	private static boolean isAllowed(Duration step) {
		return step.equals(step.truncatedTo(ChronoUnit.SECONDS)) && step.compareTo(SMALLEST) >= 0
				&& step.compareTo(LARGEST) <= 0;
	}

	private static Optional<Duration> read(String text) {
		Matcher shortForm = SHORT_FORM.matcher(text);
		if (shortForm.matches()) {
			return Optional.of(TimeParameter.duration(shortForm.group(1), shortForm.group(2)));
		}
		try {
			return Optional.of(Duration.parse(text));
		}
		catch (DateTimeException | ArithmeticException ex) {
			return Optional.empty();
		}
	}

}
