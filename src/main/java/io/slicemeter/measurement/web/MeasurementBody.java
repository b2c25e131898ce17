package io.slicemeter.measurement.web;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.slicemeter.measurement.Choice;
import io.slicemeter.measurement.MeasurementProperties;
import io.slicemeter.measurement.Plan;
import io.slicemeter.runner.RunnerFilter.WantedLabel;
import io.slicemeter.web.Problem;
import io.slicemeter.web.ProblemType;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads what a client asks to be measured. Each member is looked at by itself, so that a
/// problem names it and says what it takes.
final class MeasurementBody {

	private static final List<String> MEMBERS = List.of("concurrency", "duration", "host", "interval", "messageLength",
			"rate", "runners", "targetUrl");

	private static final Pattern SHORT_DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

	private static final Duration LONGEST_INTERVAL = Duration.ofHours(1);

	private static final int MOST_NAMES = 1000;

	private final JsonNode body;

	private final MeasurementProperties properties;

	private MeasurementBody(JsonNode body, MeasurementProperties properties) {
		this.body = body;
		this.properties = properties;
	}

	/// @throws Problem if it asks for what there is not, or for too much
	static Plan plan(JsonNode body, MeasurementProperties properties) {
		if (!body.isObject()) {
			throw Problem.of(ProblemType.MALFORMED_REQUEST, "The body has to be a JSON object");
		}
		Set<String> unknown = new TreeSet<>(body.propertyNames());
		unknown.removeAll(MEMBERS);
		if (!unknown.isEmpty()) {
			throw Problem
				.of(ProblemType.UNKNOWN_PARAMETER,
						"There is no member %s here; allowed are %s".formatted(
								String.join(", ",
										unknown.stream().map((name) -> "'" + Problem.shown(name) + "'").toList()),
								String.join(", ", MEMBERS)))
				.with("parameters", unknown.stream().map(Problem::shown).toList())
				.with("allowed", MEMBERS);
		}
		return new MeasurementBody(body, properties).plan();
	}

	private Plan plan() {
		String targetUrl = text("targetUrl");
		if (targetUrl == null) {
			throw Problem.invalidParameter("targetUrl",
					"'targetUrl' is missing; allowed is such as http://127.0.0.1:8080/path", "http://host:port/path");
		}
		return new Plan(targetUrl, whole("messageLength", Plan.USUAL_MESSAGE_LENGTH, Plan.LONGEST_MESSAGE), choice(),
				duration("duration", this.properties.maxDuration()), whole("concurrency", 1, Plan.MOST_CONCURRENT),
				rate(), duration("interval", LONGEST_INTERVAL));
	}

	private @Nullable JsonNode member(String name) {
		JsonNode member = this.body.get(name);
		return (member == null || member.isNull()) ? null : member;
	}

	private @Nullable String text(String name) {
		JsonNode member = member(name);
		if (member == null) {
			return null;
		}
		if (!member.isString() || member.stringValue().isBlank() || member.stringValue().indexOf('\0') >= 0) {
			throw Problem.invalidParameter(name, "'%s' has to be a text that is not empty".formatted(name), "a text");
		}
		return member.stringValue();
	}

	private int whole(String name, int otherwise, int most) {
		JsonNode member = member(name);
		if (member == null) {
			return otherwise;
		}
		if (!member.isIntegralNumber() || !member.canConvertToInt() || member.intValue() < 1
				|| member.intValue() > most) {
			throw Problem.invalidParameter(name, "'%s' is not allowed for '%s'; allowed are whole numbers from 1 to %d"
				.formatted(Problem.shown(member.toString()), name, most), "1.." + most);
		}
		return member.intValue();
	}

	private @Nullable Double rate() {
		JsonNode member = member("rate");
		if (member == null) {
			return null;
		}
		double rate = member.isNumber() ? member.doubleValue() : Double.NaN;
		if (!(rate >= 0.01 && rate <= this.properties.maxRate())) {
			throw Problem.invalidParameter("rate",
					"'%s' is not allowed for 'rate'; allowed are 0.01 to %d requests a second"
						.formatted(Problem.shown(member.toString()), this.properties.maxRate()),
					"0.01.." + this.properties.maxRate());
		}
		return rate;
	}

	private @Nullable Duration duration(String name, Duration most) {
		JsonNode member = member(name);
		if (member == null) {
			return null;
		}
		Duration duration = read(member);
		if (duration == null || duration.compareTo(Duration.ofMillis(100)) < 0 || duration.compareTo(most) > 0) {
			throw Problem.invalidParameter(name,
					"'%s' is not allowed for '%s'; allowed are 100 ms to %s, as an ISO-8601 duration (PT30S), short (500ms, 30s, 5m, 1h) or in seconds"
						.formatted(Problem.shown(member.toString()), name, most),
					"PT30S", "30s", "5m", "30");
		}
		return duration;
	}

	private static @Nullable Duration read(JsonNode member) {
		if (member.isNumber() && Math.abs(member.doubleValue()) < 1e9) {
			return Duration.ofMillis(Math.round(member.doubleValue() * 1000));
		}
		if (!member.isString()) {
			return null;
		}
		Matcher matcher = SHORT_DURATION.matcher(member.stringValue().strip());
		if (matcher.matches()) {
			long amount = Long.parseLong(matcher.group(1));
			return switch (matcher.group(2)) {
				case "ms" -> Duration.ofMillis(amount);
				case "s" -> Duration.ofSeconds(amount);
				case "m" -> Duration.ofMinutes(amount);
				default -> Duration.ofHours(amount);
			};
		}
		try {
			return Duration.parse(member.stringValue().strip());
		}
		catch (DateTimeException | ArithmeticException ex) {
			return null;
		}
	}

	/// An array of names, or a text: a selector of labels.
	private Choice choice() {
		JsonNode runners = member("runners");
		String host = text("host");
		if (runners == null) {
			return new Choice(List.of(), List.of(), host);
		}
		if (runners.isString() && !runners.stringValue().isBlank()) {
			return new Choice(List.of(), labels(runners.stringValue()), host);
		}
		List<String> names = new ArrayList<>();
		if (runners.isArray()) {
			runners.valueStream().forEach((name) -> names.add(name.isString() ? name.stringValue() : ""));
		}
		if (names.isEmpty() || names.size() > MOST_NAMES || names.stream().anyMatch(String::isBlank)) {
			throw invalidRunners();
		}
		return new Choice(names.stream().distinct().toList(), List.of(), host);
	}

	private static List<WantedLabel> labels(String selector) {
		List<WantedLabel> labels = new ArrayList<>();
		for (String part : selector.split(",", -1)) {
			int equals = part.indexOf('=');
			String key = ((equals < 0) ? part : part.substring(0, equals)).strip();
			if (key.isEmpty() || part.indexOf('\0') >= 0) {
				throw invalidRunners();
			}
			labels.add(new WantedLabel(key, (equals < 0) ? null : part.substring(equals + 1).strip()));
		}
		return labels;
	}

	private static Problem invalidRunners() {
		return Problem.invalidParameter("runners",
				"'runners' has to be an array of names, or a selector of labels such as team=core,tier; without it all that run are looked at",
				"[\"build-1\",\"build-2\"]", "team=core,tier");
	}

}
