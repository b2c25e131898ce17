package io.slicemeter.web;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/// What a request for a series asks, each part checked. Which step is usual depends on
/// what is asked for, and so is found last.
///
/// @param period the range
/// @param askedStep the width of a bucket; null where the request leaves it to us
/// @param metrics the names of the metrics, each once
/// @param aggregation the name of the aggregation
/// @param rate whether counters are wanted as rates
public record SeriesRequest(Period period, @Nullable Duration askedStep, List<String> metrics, String aggregation,
		boolean rate) {

	public SeriesRequest {
		metrics = List.copyOf(metrics);
	}

	/// The width of a bucket.
	/// @param interval the time between two samples of what is asked for
	public Duration step(Duration interval) {
		return (this.askedStep != null) ? this.askedStep : Step.usual(this.period, interval);
	}

}
