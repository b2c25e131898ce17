package io.slicemeter.runner;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/// A run as the catalogue knows it.
///
/// @param key what names it
/// @param runner the name that its history is keyed by
/// @param formerNames the names that it had before renames, oldest first
/// @param host where it runs
/// @param slice the innermost slice that it runs in
/// @param container its container
/// @param containerName its container's name
/// @param image its image as it was named at creation
/// @param labels its container's labels, raw
/// @param networkMode Docker's network mode
/// @param addresses the container's own addresses
/// @param limits its bounds
/// @param startedAt when it started
/// @param startSeen whether its agent saw it start
/// @param state what it does; [RunState#UNKNOWN] if it is open and its host is silent
/// @param endedAt when it ended; null while it is open
/// @param exitCode the exit status of its first process
/// @param oomKilled Docker's flag; null where it is not known
/// @param closing its totals; null while it is open
/// @param unclaimed whether the Engine never named its container
public record CataloguedRun(RunKey key, RunnerName runner, List<String> formerNames, CataloguedHost host,
		SliceName slice, ContainerId container, String containerName, @Nullable String image,
		Map<String, String> labels, @Nullable String networkMode, List<String> addresses, Limits limits,
		Instant startedAt, boolean startSeen, RunState state, @Nullable Instant endedAt, @Nullable Integer exitCode,
		@Nullable Boolean oomKilled, @Nullable ClosingRecord closing, boolean unclaimed) {

	public CataloguedRun {
		formerNames = List.copyOf(formerNames);
		labels = Map.copyOf(labels);
		addresses = List.copyOf(addresses);
	}

	/// Whether it uses something now: it is open and its host is heard of. A paused run
	/// is active, its memory is held.
	public boolean isActive() {
		return this.state == RunState.RUNNING || this.state == RunState.PAUSED;
	}

}
