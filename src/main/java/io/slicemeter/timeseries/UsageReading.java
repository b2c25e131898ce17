package io.slicemeter.timeseries;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/// A stored sample of a run, of which measurements make their usage points. What could
/// not be read is null.
///
/// @param at when it was read
/// @param cpuUsageUsec CPU time that the run had used
/// @param memoryBytes its working set
/// @param memoryCurrentBytes its memory, page cache included
/// @param networkAllBytes bytes received and sent over every interface but `lo`
public record UsageReading(Instant at, @Nullable Long cpuUsageUsec, @Nullable Long memoryBytes,
		@Nullable Long memoryCurrentBytes, @Nullable Long networkAllBytes) {
}
