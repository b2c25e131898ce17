package io.slicemeter.web;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads a moment from a parameter: ISO-8601 with `Z` or an offset, unix seconds, or
/// relative to now.
final class TimeParameter {

	private static final String[] FORMS = { "2026-01-31T12:00:00Z", "2026-01-31T12:00:00+01:00", "1769860800", "-1h",
			"now" };

	private static final Instant EARLIEST = Instant.EPOCH;

	private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999999Z");

	private static final Pattern UNIX_SECONDS = Pattern.compile("\\d{1,20}(\\.\\d{1,9})?");

	private static final Pattern RELATIVE = Pattern.compile("(?:now)?-(\\d{1,9})(ms|s|m|h|d|w)");

	/// A `+` that was not escaped arrives as a space.
	private static final Pattern LOST_PLUS = Pattern.compile("(.*[T:.\\d]) (\\d{2}(:?\\d{2})?)");

	/// An offset without a colon, which Java does not read where it reads one with a
	/// colon.
	private static final Pattern SHORT_OFFSET = Pattern.compile("([+-]\\d{2})(\\d{2})$");

	private static final DateTimeFormatter ISO = new DateTimeFormatterBuilder().parseCaseInsensitive()
		.append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
		.parseLenient()
		.appendOffset("+HH:mm", "Z")
		.toFormatter(Locale.ROOT)
		.withResolverStyle(ResolverStyle.STRICT);

	private TimeParameter() {
	}

	static Instant parse(String parameter, String text, Instant now) {
		Instant moment = read(parameter, text.strip(), now);
		if (moment.isBefore(EARLIEST) || moment.isAfter(LATEST)) {
			throw Problem.invalidParameter(parameter,
					"'%s' of '%s' is not between 1970 and 9999; unix time is in seconds, not milliseconds"
						.formatted(Problem.shown(text), parameter),
					FORMS);
		}
		return moment;
	}

	private static Instant read(String parameter, String text, Instant now) {
		if (text.equals("now")) {
			return now;
		}
		Matcher relative = RELATIVE.matcher(text);
		if (relative.matches()) {
			return now.minus(duration(relative.group(1), relative.group(2)));
		}
		if (UNIX_SECONDS.matcher(text).matches()) {
			return unixSeconds(new BigDecimal(text));
		}
		Matcher lostPlus = LOST_PLUS.matcher(text);
		String iso = lostPlus.matches() ? lostPlus.group(1) + "+" + lostPlus.group(2) : text;
		return iso(iso).orElseThrow(() -> isLocal(text) ? withoutZone(parameter, text) : Problem.invalidParameter(
				parameter,
				"'%s' is not a time that '%s' takes; allowed are ISO-8601 with Z or an offset (2026-01-31T12:00:00Z), unix seconds, relative times (-1h, units ms s m h d w) and now"
					.formatted(Problem.shown(text), parameter),
				FORMS));
	}

	private static Instant unixSeconds(BigDecimal seconds) {
		if (seconds.compareTo(BigDecimal.valueOf(LATEST.getEpochSecond())) > 0) {
			return Instant.MAX;
		}
		return Instant.ofEpochSecond(seconds.longValue(),
				seconds.remainder(BigDecimal.ONE).movePointRight(9).longValue());
	}

	private static Optional<Instant> iso(String text) {
		try {
			return Optional.of(OffsetDateTime.parse(SHORT_OFFSET.matcher(text).replaceFirst("$1:$2"), ISO).toInstant());
		}
		catch (DateTimeException ex) {
			return Optional.empty();
		}
	}

	private static boolean isLocal(String text) {
		try {
			LocalDateTime.parse(text.replace(' ', 'T'));
			return true;
		}
		catch (DateTimeException ex) {
			return isDate(text);
		}
	}

	private static boolean isDate(String text) {
		try {
			LocalDate.parse(text);
			return true;
		}
		catch (DateTimeException ex) {
			return false;
		}
	}

	private static Problem withoutZone(String parameter, String text) {
		return Problem
			.of(ProblemType.TIME_WITHOUT_ZONE,
					"'%s' of '%s' has no zone; end a full time with Z or an offset, as in 2026-01-31T12:00:00Z"
						.formatted(Problem.shown(text), parameter))
			.with("parameter", parameter)
			.with("allowed", FORMS);
	}

	/// A duration of a number and a unit, e.g. `15m`.
	static Duration duration(String number, String unit) {
		long amount = Long.parseLong(number);
		return switch (unit) {
			case "ms" -> Duration.ofMillis(amount);
			case "s" -> Duration.ofSeconds(amount);
			case "m" -> Duration.ofMinutes(amount);
			case "h" -> Duration.ofHours(amount);
			case "d" -> Duration.ofDays(amount);
			case "w" -> Duration.of(amount * 7, ChronoUnit.DAYS);
			default -> throw new IllegalArgumentException("Not a unit of time: " + unit);
		};
	}

}
