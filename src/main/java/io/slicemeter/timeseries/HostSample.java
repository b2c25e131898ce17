package io.slicemeter.timeseries;

import java.time.Instant;

import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Readings;
import org.jspecify.annotations.Nullable;

/// The counters of a whole host at one moment.
///
/// @param host the host
/// @param at the wall clock of the reading
/// @param coveredUsec the monotonic time in µs since the last read, at most 1.5
/// intervals; null at first sight
/// @param cpuMillicores busy CPUs since the last read; null where it can't be told
/// @param memoryAvailableBytes MemAvailable of `/proc/meminfo`
/// @param readings `cpuUsageUsec` is the busy time of all CPUs, `memoryBytes` is MemTotal
/// − MemAvailable, and the pressures
public record HostSample(HostId host, Instant at, @Nullable Long coveredUsec, @Nullable Double cpuMillicores,
		@Nullable Long memoryAvailableBytes, Readings readings) implements Sample {
}
