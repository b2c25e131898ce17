package io.slicemeter.timeseries;

import java.time.Instant;

import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.RunState;
import org.jspecify.annotations.Nullable;

/// A run that started or ended lately.
///
/// @param owner which it is
/// @param container its container
/// @param image its image as it was named at creation
/// @param startedAt when it started
/// @param endedAt when it ended; null while it is open
/// @param state what it does, as its agent told last
/// @param exitCode the exit status of its first process
/// @param oomKilled Docker's flag; null where it is not known
/// @param oomKills processes that the OOM killer ended, by its closing record
/// @param exact whether its closing record is exact; null without one
public record LiveRun(LiveOwner owner, ContainerId container, @Nullable String image, Instant startedAt,
		@Nullable Instant endedAt, RunState state, @Nullable Integer exitCode, @Nullable Boolean oomKilled,
		@Nullable Long oomKills, @Nullable Boolean exact) {
}
