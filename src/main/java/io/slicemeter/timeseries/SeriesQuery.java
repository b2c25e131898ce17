package io.slicemeter.timeseries;

import java.time.Duration;
import java.util.List;

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

	public SeriesQuery {
		metrics = List.copyOf(metrics);
	}

}
