package io.slicemeter.runner;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/// The catalogue's row of one run as its agent sees it now. Rows are state: the one with
/// the highest revision counts.
///
/// @param key what names the run
/// @param revision counts up with every change of the run, also over restarts of the
/// agent
/// @param runner the name that its history is keyed by
/// @param formerNames the names that it had before renames, oldest first
/// @param slice the innermost slice that it runs in
/// @param container its container
/// @param containerName its container's name, without a slash
/// @param image its image as it was named at creation
/// @param labels its container's labels, raw
/// @param networkMode Docker's network mode, e.g. `bridge`, `host`, `none`,
/// `container:<id>`
/// @param addresses the container's own addresses
/// @param limits its bounds
/// @param startedAt when it started, by the Engine where that is known
/// @param startSeen whether the agent saw it start; its counters then began at 0
/// @param state running, paused, ended or failed
/// @param endedAt when it ended; null while it is open. Once set it is never cleared
/// @param exitCode the exit status of its first process
/// @param oomKilled Docker's flag, which it sets as soon as the OOM killer strikes; null
/// where it is not known
/// @param closing its totals; null while it is open
/// @param unclaimed whether the Engine never named its container
public record RunRecord(RunKey key, long revision, RunnerName runner, List<String> formerNames, SliceName slice,
		ContainerId container, String containerName, @Nullable String image, Map<String, String> labels,
		@Nullable String networkMode, List<String> addresses, Limits limits, Instant startedAt, boolean startSeen,
		RunState state, @Nullable Instant endedAt, @Nullable Integer exitCode, @Nullable Boolean oomKilled,
		@Nullable ClosingRecord closing, boolean unclaimed) {

	public RunRecord {
		formerNames = List.copyOf(formerNames);
		labels = Map.copyOf(labels);
		addresses = List.copyOf(addresses);
	}

	/// The same under another revision.
	public RunRecord atRevision(long revision) {
		return new RunRecord(this.key, revision, this.runner, this.formerNames, this.slice, this.container,
				this.containerName, this.image, this.labels, this.networkMode, this.addresses, this.limits,
				this.startedAt, this.startSeen, this.state, this.endedAt, this.exitCode, this.oomKilled, this.closing,
				this.unclaimed);
	}

	/// The same run in another state of life.
	public RunRecord inState(RunState state) {
		return new RunRecord(this.key, this.revision, this.runner, this.formerNames, this.slice, this.container,
				this.containerName, this.image, this.labels, this.networkMode, this.addresses, this.limits,
				this.startedAt, this.startSeen, state, this.endedAt, this.exitCode, this.oomKilled, this.closing,
				this.unclaimed);
	}

	/// The same run over. What is null keeps the value that it had, and an OOM kill that
	/// was told stays told.
	public RunRecord ended(Instant endedAt, @Nullable Integer exitCode, @Nullable Boolean oomKilled) {
		return new RunRecord(this.key, this.revision, this.runner, this.formerNames, this.slice, this.container,
				this.containerName, this.image, this.labels, this.networkMode, this.addresses, this.limits,
				this.startedAt, this.startSeen, RunState.ENDED,
				endedAt.isBefore(this.startedAt) ? this.startedAt : endedAt,
				(exitCode != null) ? exitCode : this.exitCode,
				(oomKilled != null && !Boolean.TRUE.equals(this.oomKilled)) ? oomKilled : this.oomKilled, this.closing,
				this.unclaimed);
	}

	/// The same run after the Engine told of an OOM kill in its container.
	public RunRecord outOfMemory() {
		return new RunRecord(this.key, this.revision, this.runner, this.formerNames, this.slice, this.container,
				this.containerName, this.image, this.labels, this.networkMode, this.addresses, this.limits,
				this.startedAt, this.startSeen, this.state, this.endedAt, this.exitCode, true, this.closing,
				this.unclaimed);
	}

	/// The same run under a new name; the one that it had joins the former ones.
	public RunRecord named(RunnerName runner, String containerName) {
		List<String> formerNames = this.formerNames;
		if (!runner.equals(this.runner)) {
			formerNames = new ArrayList<>(this.formerNames);
			formerNames.remove(runner.value());
			formerNames.remove(this.runner.value());
			formerNames.add(this.runner.value());
		}
		return new RunRecord(this.key, this.revision, runner, formerNames, this.slice, this.container, containerName,
				this.image, this.labels, this.networkMode, this.addresses, this.limits, this.startedAt, this.startSeen,
				this.state, this.endedAt, this.exitCode, this.oomKilled, this.closing, this.unclaimed);
	}

	/// The same run with its totals.
	public RunRecord closed(ClosingRecord closing) {
		return new RunRecord(this.key, this.revision, this.runner, this.formerNames, this.slice, this.container,
				this.containerName, this.image, this.labels, this.networkMode, this.addresses, this.limits,
				this.startedAt, this.startSeen, this.state, this.endedAt, this.exitCode, this.oomKilled, closing,
				this.unclaimed);
	}

	/// The same run under other bounds.
	public RunRecord limitedTo(Limits limits) {
		return new RunRecord(this.key, this.revision, this.runner, this.formerNames, this.slice, this.container,
				this.containerName, this.image, this.labels, this.networkMode, this.addresses, limits, this.startedAt,
				this.startSeen, this.state, this.endedAt, this.exitCode, this.oomKilled, this.closing, this.unclaimed);
	}

}
