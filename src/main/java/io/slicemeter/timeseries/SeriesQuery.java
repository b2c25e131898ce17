package io.slicemeter.timeseries;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.slicemeter.runner.Metric;

/// What a series is asked to show.
///
/// @param range from when to when; its ends need not be aligned
/// @param step the width of a bucket; buckets are aligned to it, counted from the epoch
/// @param metrics the columns, in the order of the answer
/// @param aggregation how gauges are put together within one bucket of one run
/// @param rate whether counters are given as increase per second instead of a running
/// total
public record SeriesQuery(TimeRange range, Duration step, List<Metric> metrics, Aggregation aggregation, boolean rate) {

	/// The names of the metrics that are shown where none is asked for.
	public static final List<String> USUAL_METRICS = List.of(Metric.CPU_MILLICORES.jsonName(),
			Metric.MEMORY_BYTES.jsonName());

	public SeriesQuery {
		metrics = List.copyOf(metrics);
	}

	/// A question by names.
	/// @param metrics some of [Metric#names()]
	/// @param aggregation one of [Aggregation#labels()]
	public static SeriesQuery of(TimeRange range, Duration step, List<String> metrics, String aggregation,
			boolean rate) {
		return new SeriesQuery(range, step, metrics.stream().map(Metric::find).flatMap(Optional::stream).toList(),
				Aggregation.ofLabel(aggregation), rate);
	}

}
