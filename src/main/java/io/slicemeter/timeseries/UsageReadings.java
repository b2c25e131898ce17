package io.slicemeter.timeseries;

import java.time.Instant;
import java.util.List;

import io.slicemeter.runner.RunKey;
import org.jspecify.annotations.Nullable;

/// Asks for the samples themselves.
public interface UsageReadings {

	/// The samples of a run in their order, but for its closing record.
	/// @param range when they were read
	/// @param after when the one before was read; null for the first page
	List<UsageReading> page(RunKey run, TimeRange range, @Nullable Instant after, int limit);

}
