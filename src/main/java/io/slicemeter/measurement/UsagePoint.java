package io.slicemeter.measurement;

import java.time.Instant;

import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.RunKey;
import org.jspecify.annotations.Nullable;

/// What a runner's container used at one reading. What could not be read is null.
///
/// @param at when it was read
/// @param run the run
/// @param container its container
/// @param networkAllBytes bytes received and sent over every interface but `lo`, since the
/// run's start
/// @param memoryShare memory with page cache ÷ the limit, or the host's memory where there
/// is none
/// @param cpuShare CPU time since the point before ÷ what the whole machine could have
/// given; 0 at a run's first point
/// @param cpuUsageUsec CPU time since the run's start
/// @param memoryCurrentBytes memory with page cache
/// @param memoryBytes the working set
public record UsagePoint(Instant at, RunKey run, ContainerId container, long networkAllBytes,
		@Nullable Double memoryShare, @Nullable Double cpuShare, @Nullable Long cpuUsageUsec,
		@Nullable Long memoryCurrentBytes, @Nullable Long memoryBytes) {
}
