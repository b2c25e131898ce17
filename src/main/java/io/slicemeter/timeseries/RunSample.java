package io.slicemeter.timeseries;

import java.time.Instant;

import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunKey;
import org.jspecify.annotations.Nullable;

/// The counters of one run at one moment.
///
/// @param run the run
/// @param at the wall clock of the reading
/// @param coveredUsec the monotonic time in µs since the run's last read or its seen
/// start, at most 1.5 intervals; null at first sight
/// @param closing whether it is the run's last: final counters, no gauges
/// @param cpuMillicores CPU use since the last read; null where it can't be told
/// @param readings what was read; not changed afterwards
public record RunSample(RunKey run, Instant at, @Nullable Long coveredUsec, boolean closing,
		@Nullable Double cpuMillicores, Readings readings) implements Sample {
}
