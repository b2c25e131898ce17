package io.slicemeter.timeseries;

import java.time.Instant;

import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.SliceName;
import org.jspecify.annotations.Nullable;

/// The counters of one slice, its nested slices included, at one moment.
///
/// @param host the host
/// @param slice the slice
/// @param at the wall clock of the reading
/// @param coveredUsec the monotonic time in µs since the last read, at most 1.5
/// intervals; null at first sight
/// @param cpuMillicores CPU use since the last read; null where it can't be told
/// @param readings what was read; not changed afterwards
public record SliceSample(HostId host, SliceName slice, Instant at, @Nullable Long coveredUsec,
		@Nullable Double cpuMillicores, Readings readings) implements Sample {
}
