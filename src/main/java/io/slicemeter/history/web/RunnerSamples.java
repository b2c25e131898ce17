package io.slicemeter.history.web;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.slicemeter.runner.CataloguedRun;
import io.slicemeter.timeseries.Series;
import io.slicemeter.timeseries.SeriesColumns;
import io.slicemeter.timeseries.SeriesQuery;
import io.slicemeter.timeseries.UsageQueries;
import io.slicemeter.web.Table;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The series of a runner, in columns.
@Schema(description = "The series of a runner in columns of the same length: `at`, the start of each bucket, and one for each "
		+ "metric, with null for gaps.")
record RunnerSamples(String runner, String host, Instant from, Instant to,
		@Schema(description = "The width of a bucket, an ISO-8601 duration.", type = "string",
				example = "PT1M") Duration step,
		@Schema(description = "The coarsest of what it was made from: samples (`raw`), minutes (`1m`) or hours (`1h`).",
				example = "raw") String resolution,
		@Schema(description = "By the names of the metrics; `at` is the first.") Map<String, List<@Nullable Object>> columns,
		@Schema(description = "The units of the metrics.") Map<String, String> units,
		@JsonIgnore List<String> unitBearingNames) implements Table {

	static RunnerSamples of(CataloguedRun newest, SeriesQuery query, Series series) {
		return new RunnerSamples(newest.runner().value(), newest.host().name(), query.range().from(),
				query.range().to(), query.step(), series.resolution().label(), SeriesColumns.of(series, query),
				UsageQueries.units(query.metrics(), query.rate()), SeriesColumns.unitBearingNames(query));
	}

	@Override
	public String fileName() {
		return this.runner;
	}

}
