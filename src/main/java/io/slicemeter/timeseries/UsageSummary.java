package io.slicemeter.timeseries;

import java.util.Map;

import io.slicemeter.runner.Metric;
import org.jspecify.annotations.Nullable;

/// What was used over a range by some runs together, or by a slice.
///
/// @param coverage Σ covered ÷ the time that was lived in the range, at most 1; null
/// where none lived
/// @param coveredUsec Σ covered time, in µs
/// @param increases of each counter its increase over the range, interpolated at the
/// edges; absent where nothing was read
/// @param cpu the distribution of CPU use in millicores; its mean is increase ÷ covered
/// time
/// @param memory the distribution of the working set (`memoryBytes`)
/// @param memoryPeakBytes the largest `memoryPeakBytes` that was seen; null where the
/// kernel does not tell
/// @param percentilesFrom what the percentiles were made from
public record UsageSummary(@Nullable Double coverage, long coveredUsec, Map<Metric, Long> increases, Distribution cpu,
		Distribution memory, @Nullable Long memoryPeakBytes, String percentilesFrom) {

	/// Mean, extremes and percentiles of one gauge; null where nothing was read.
	public record Distribution(@Nullable Double mean, @Nullable Double min, @Nullable Double p50, @Nullable Double p95,
			@Nullable Double max) {

		/// Nothing was read.
		public static final Distribution NONE = new Distribution(null, null, null, null, null);

	}

}
