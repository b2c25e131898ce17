package io.slicemeter.web;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The parameters of a question for a series.
///
/// @param host which host is meant
/// @param from where the range begins
/// @param to where it ends, itself not in it
/// @param step the width of a bucket
/// @param metric the columns, separated by commas or repeated
/// @param agg how the values of a gauge within a bucket become one
/// @param rate whether counters are given as increase per second
public record SamplesParameters(@Parameter(description = RangeParameters.HOST) @Nullable String host,
		@Parameter(description = RangeParameters.FROM,
				schema = @Schema(type = "string", defaultValue = RangeParameters.DEFAULT_FROM)) @Nullable String from,
		@Parameter(description = RangeParameters.TO,
				schema = @Schema(type = "string", defaultValue = RangeParameters.DEFAULT_TO)) @Nullable String to,
		@Parameter(
				description = "The width of a bucket in whole seconds, as an ISO-8601 duration (`PT1M`) or short (`30s`, `1m`, "
						+ "`6h`, `1d`). Without it: the smallest usual step that gives at most 1,000 points and is at least "
						+ "twice the time between two samples. More than 11,000 points are a 422 that names the smallest "
						+ "step allowed.") @Nullable String step,
		@Parameter(
				description = "The metrics, separated by commas or repeated, in the order of the answer. Without it: "
						+ "`cpuMillicores,memoryBytes`.") @Nullable List<String> metric,
		@Parameter(description = "How the values of a gauge within a bucket become one. Counters take no notice of it.",
				schema = @Schema(type = "string", allowableValues = {
						"mean", "min", "max", "last" }, defaultValue = "mean")) @Nullable String agg,
		@Parameter(description = "Whether counters are given as increase per second instead of a running total.",
				schema = @Schema(type = "string", allowableValues = { "true", "false" },
						defaultValue = "false")) @Nullable String rate){

	/// What is asked, each part checked.
	/// @param now what relative times are counted from
	/// @param metrics the names of all metrics
	/// @param usualMetrics those that are taken where none is named
	/// @param aggregations the names of all aggregations, the usual one first
	public SeriesRequest request(Instant now, List<String> metrics, List<String> usualMetrics,
			List<String> aggregations) {
		Period period = Period.of(this.from, this.to, now);
		Duration step = (this.step != null) ? Step.of(this.step, period) : null;
		return new SeriesRequest(period, step, metrics(metrics, usualMetrics), aggregation(aggregations), isRate());
	}

	/// The names of the metrics, each once.
	private List<String> metrics(List<String> allowed, List<String> otherwise) {
		if (this.metric == null) {
			return otherwise;
		}
		Set<String> names = new LinkedHashSet<>();
		this.metric.forEach((part) -> Arrays.stream(part.split(",", -1)).map(String::strip).forEach(names::add));
		List<String> unknown = names.stream().filter((name) -> !allowed.contains(name)).toList();
		if (!unknown.isEmpty()) {
			List<String> shown = unknown.stream().map(Problem::shown).toList();
			throw Problem
				.of(ProblemType.UNKNOWN_METRIC,
						"There is no metric %s; allowed are %s".formatted(
								String.join(", ", shown.stream().map((name) -> "'" + name + "'").toList()),
								String.join(", ", allowed)))
				.with("parameter", "metric")
				.with("unknown", shown)
				.with("allowed", allowed);
		}
		return List.copyOf(names);
	}

	/// The aggregation's name.
	private String aggregation(List<String> allowed) {
		if (this.agg == null) {
			return allowed.getFirst();
		}
		if (!allowed.contains(this.agg)) {
			throw Problem.notOneOf("agg", this.agg, allowed);
		}
		return this.agg;
	}

	/// Whether counters are wanted as rates.
	private boolean isRate() {
		if (this.rate != null && !this.rate.equals("true") && !this.rate.equals("false")) {
			throw Problem.notOneOf("rate", this.rate, List.of("true", "false"));
		}
		return Boolean.parseBoolean(this.rate);
	}

}
