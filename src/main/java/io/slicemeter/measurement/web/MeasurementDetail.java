package io.slicemeter.measurement.web;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.slicemeter.measurement.LatencyFigures;
import io.slicemeter.measurement.LatencyFigures.Bar;
import io.slicemeter.measurement.LatencyFigures.Spread;
import io.slicemeter.measurement.Measurement;
import io.slicemeter.measurement.UsageReport;
import io.slicemeter.measurement.UsageReport.PerThousand;
import io.slicemeter.measurement.UsageReport.RunnerUsage;
import io.slicemeter.measurement.UsageReport.Share;
import io.slicemeter.measurement.UsageReport.Totals;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A measurement with what came of it so far.
record MeasurementDetail(@JsonUnwrapped MeasurementItem item, Latency latency, @Schema(
		description = "From when requests were sent, instead of from when they were due by the rate.") ServiceTime serviceTime,
		@Schema(description = "How many points each runner has that is not short; null where none was there all the time.") @Nullable Long pointsPerRunner,
		@Schema(description = "Whether all runners have as many points; `shortOf` says why one has not.") boolean pointsEqual,
		@Schema(description = "Whether all samples were there when this was told; it does not change any more then.") boolean usageFinal,
		List<RunnerItem> usage, @Schema(description = "What all of the runners used.") Totals totals,
		@Schema(description = "The same for every 1,000 requests.") @Nullable PerThousand perThousandRequests) {

	static MeasurementDetail of(Measurement measurement, UsageReport usage) {
		LatencyFigures figures = measurement.figures(Instant.now());
		return new MeasurementDetail(MeasurementItem.of(measurement), Latency.of(figures),
				ServiceTime.of(figures.serviceTime()), usage.pointsPerRunner(), usage.pointsEqual(),
				measurement.usage() != null,
				usage.runners().stream().map((runner) -> RunnerItem.of(runner, figures.count())).toList(),
				usage.totals(), usage.totals().perThousand(figures.count()));
	}

	/// What clients waited.
	///
	/// @param timed over how many requests mean, percentiles and histogram are
	@Schema(name = "MeasurementLatency")
	record Latency(@Schema(description = "All requests.") long count, @Schema(
			description = "Those without an answer, or with a status of 300 or above; timeouts included.") long errors,
			long timeouts, @Schema(description = "How many went how.") Map<String, Long> outcomes,
			@Schema(description = "Answers a second.") @Nullable Double throughputPerSecond,
			@Schema(description = "How many requests the figures below are over: answered and timed-out ones.") long timed,
			@Nullable Double meanSeconds, @Nullable Double p50Seconds, @Nullable Double p90Seconds,
			@Nullable Double p95Seconds, @Nullable Double p99Seconds, @Nullable Double p999Seconds,
			@Nullable Double maxSeconds, List<Bar> histogram) {

		static Latency of(LatencyFigures figures) {
			Spread spread = figures.latency();
			return new Latency(figures.count(), figures.errors(), figures.timeouts(), figures.outcomes(),
					figures.throughputPerSecond(), spread.count(), spread.mean(), spread.p50(), spread.p90(),
					spread.p95(), spread.p99(), spread.p999(), spread.max(), figures.histogram());
		}

	}

	/// How long the server took.
	@Schema(name = "MeasurementServiceTime")
	record ServiceTime(@Nullable Double meanSeconds, @Nullable Double p50Seconds, @Nullable Double p90Seconds,
			@Nullable Double p95Seconds, @Nullable Double p99Seconds, @Nullable Double p999Seconds,
			@Nullable Double maxSeconds) {

		static ServiceTime of(Spread spread) {
			return new ServiceTime(spread.mean(), spread.p50(), spread.p90(), spread.p95(), spread.p99(), spread.p999(),
					spread.max());
		}

	}

	/// What one runner used.
	@Schema(name = "MeasurementRunner")
	record RunnerItem(String runner, String host, int runs,
			@Schema(description = "Points, surplus ones cut from the end.") long points,
			@Schema(description = "Points before the cut.") long pointsFound,
			@Schema(description = "Readings that gave no point, for their network was not known.") long withoutNetwork,
			@Schema(description = "Why it has fewer points than the others; null where it has not.", allowableValues = {
					"started-later", "ended-early", "restarted", "no-network", "samples-missing",
					"not-running" }) @Nullable String shortOf,
			@Schema(description = "Its share of the whole machine's CPU, over its points but the first.") Share cpuShare,
			@Schema(description = "Its share of its memory limit, or of the machine's memory without one.") Share memoryShare,
			Totals totals, @Nullable PerThousand perThousandRequests){

		static RunnerItem of(RunnerUsage usage, long requests) {
			return new RunnerItem(usage.runner(), usage.host(), usage.runs(), usage.points(), usage.pointsFound(),
					usage.withoutNetwork(), usage.shortOf(), usage.cpuShare(), usage.memoryShare(), usage.totals(),
					usage.totals().perThousand(requests));
		}

	}

}
