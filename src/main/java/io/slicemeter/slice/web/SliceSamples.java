package io.slicemeter.slice.web;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.slicemeter.runner.Metric;
import io.slicemeter.timeseries.Series;
import io.slicemeter.timeseries.SeriesColumns;
import io.slicemeter.timeseries.SeriesQuery;
import io.slicemeter.timeseries.UsageQueries;
import io.slicemeter.web.Table;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The series of a slice, in columns.
@Schema(description = "The series of a slice in columns of the same length: `at`, the start of each bucket, and one for each "
		+ "metric, with null for gaps.")
record SliceSamples(String slice,
		@Schema(description = "The host; null for the sum over all hosts.") @Nullable String host,
		@Schema(description = "How many hosts were asked.") int hosts, Instant from, Instant to,
		@Schema(description = "The width of a bucket, an ISO-8601 duration.", type = "string",
				example = "PT1M") Duration step,
		@Schema(description = "The coarsest of what it was made from: samples (`raw`), minutes (`1m`) or hours (`1h`).",
				example = "raw") String resolution,
		@Schema(description = "By the names of the metrics; `at` is the first.") Map<String, List<@Nullable Object>> columns,
		@Schema(description = "The units of the metrics.") Map<String, String> units,
		@JsonIgnore List<String> unitBearingNames) implements Table {

	/// Not a metric of runs: the slice's increase − that of its runs, of each bucket.
	static final String UNATTRIBUTED = "cpuUnattributedUsec";

	/// What may be asked for.
	static final List<String> METRICS = Stream.concat(Metric.names().stream(), Stream.of(UNATTRIBUTED)).toList();

	/// What has to be read of the slice for an answer with these columns.
	static List<String> stored(List<String> metrics) {
		return metrics.equals(List.of(UNATTRIBUTED)) ? List.of(Metric.CPU_USAGE_USEC.jsonName()) : metrics;
	}

	static SliceSamples of(String slice, @Nullable String host, int hosts, SeriesQuery query, Series series) {
		return new SliceSamples(slice, host, hosts, query.range().from(), query.range().to(), query.step(),
				series.resolution().label(), SeriesColumns.of(series, query),
				UsageQueries.units(query.metrics(), query.rate()), SeriesColumns.unitBearingNames(query));
	}

	/// The same with what none of the slice's runs used.
	/// @param unattributed of each bucket; null where it can't be told
	/// @param metrics the names of the columns in their order
	SliceSamples with(@Nullable List<@Nullable Number> unattributed, List<String> metrics) {
		List<@Nullable Object> at = Objects.requireNonNull(this.columns.get("at"));
		Map<String, List<@Nullable Object>> columns = new LinkedHashMap<>();
		Map<String, String> units = new LinkedHashMap<>();
		List<String> names = new ArrayList<>(List.of("at"));
		columns.put("at", at);
		for (String metric : metrics) {
			if (metric.equals(UNATTRIBUTED)) {
				columns.put(metric, new ArrayList<>(
						(unattributed != null) ? unattributed : Collections.nCopies(at.size(), (Number) null)));
				units.put(metric, Metric.CPU_USAGE_USEC.unit().label());
				names.add(metric);
			}
			else {
				columns.put(metric, Objects.requireNonNull(this.columns.get(metric)));
				units.put(metric, Objects.requireNonNull(this.units.get(metric)));
				names.add(this.unitBearingNames.get(List.copyOf(this.columns.keySet()).indexOf(metric)));
			}
		}
		return new SliceSamples(this.slice, this.host, this.hosts, this.from, this.to, this.step, this.resolution,
				columns, units, names);
	}

	@Override
	public String fileName() {
		return this.slice;
	}

}
