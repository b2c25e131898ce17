package io.slicemeter.measurement;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

/// What clients waited.
///
/// @param count all requests
/// @param errors those that did not end well: no answer, or a status of 300 or above
/// @param timeouts those of them that were given up
/// @param outcomes how many went how
/// @param throughputPerSecond answers a second; null before any time has passed
/// @param latency from when requests were due
/// @param serviceTime from when they were sent
/// @param histogram of the latencies
public record LatencyFigures(long count, long errors, long timeouts, Map<String, Long> outcomes,
		@Nullable Double throughputPerSecond, Spread latency, Spread serviceTime, List<Bar> histogram) {

	private static final double MICROSECONDS = 1e6;

	private static final long FIRST_BAR_MICROSECONDS = 100;

	private static final double GROWTH = 1.5;

	/// Mean and percentiles in seconds, over answered and timed-out requests; null where
	/// there is none.
	///
	/// @param count over how many
	public record Spread(long count, @Nullable Double mean, @Nullable Double p50, @Nullable Double p90,
			@Nullable Double p95, @Nullable Double p99, @Nullable Double p999, @Nullable Double max) {

		static Spread of(Histogram histogram) {
			if (histogram.getTotalCount() == 0) {
				return new Spread(0, null, null, null, null, null, null, null);
			}
			return new Spread(histogram.getTotalCount(), histogram.getMean() / MICROSECONDS, at(histogram, 50),
					at(histogram, 90), at(histogram, 95), at(histogram, 99), at(histogram, 99.9), at(histogram, 100));
		}

		private static double at(Histogram histogram, double percentile) {
			// the histogram tells the upper end of a value's bucket, also of the largest
			long value = Math.min(histogram.getValueAtPercentile(percentile), histogram.getMaxValue());
			return value / MICROSECONDS;
		}

	}

	/// How many latencies lie between two bounds.
	///
	/// @param fromSeconds the lower bound, not included but for 0
	/// @param toSeconds the upper bound
	/// @param count how many
	public record Bar(double fromSeconds, double toSeconds, long count) {
	}

	static List<Bar> bars(Histogram histogram) {
		List<Bar> bars = new ArrayList<>();
		if (histogram.getTotalCount() > 0) {
			for (HistogramIterationValue value : histogram.logarithmicBucketValues(FIRST_BAR_MICROSECONDS, GROWTH)) {
				bars.add(new Bar(value.getValueIteratedFrom() / MICROSECONDS, value.getValueIteratedTo() / MICROSECONDS,
						value.getCountAddedInThisIterationStep()));
			}
		}
		return List.copyOf(bars);
	}

}
