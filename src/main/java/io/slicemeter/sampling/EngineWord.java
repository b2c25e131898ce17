package io.slicemeter.sampling;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import io.slicemeter.engine.Container;
import io.slicemeter.engine.EngineEvent;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.runner.RunState;
import org.jspecify.annotations.Nullable;

/// Applies what the Engine says of containers to the runs that it means: names, limits,
/// states of life, exit statuses, and with source `docker` also beginnings and ends.
///
/// Whoever calls holds the tracker's lock.
final class EngineWord {

	private static final int REMEMBERED_EVENTS = 4096;

	private final HostId host;

	private final UsageSource source;

	private final RunBook book;

	private final RunRecords records;

	/// Runs that started before this moment were not seen to start.
	private final Instant agentStartedAt;

	/// Events that were applied: after a reconnect the Engine repeats the newest.
	private final Map<EngineEvent, Boolean> applied = new RecentMap<>(REMEMBERED_EVENTS);

	EngineWord(HostId host, UsageSource source, RunBook book, Instant agentStartedAt) {
		this.host = host;
		this.source = source;
		this.book = book;
		this.records = book.records();
		this.agentStartedAt = agentStartedAt;
	}

	/// Something happened to a container.
	/// @param watched the slices whose containers are tracked; null while no Engine ever
	/// told its driver
	void event(EngineEvent event, @Nullable WatchedSlices watched) {
		if (this.applied.put(event, true) != null) {
			return;
		}
		ContainerRuns runs = this.book.of(event.container());
		TrackedRun open = runs.open();
		switch (event) {
			case EngineEvent.Started started -> {
				if (!runs.isMissed(started.at())) {
					runs.pendingStart(started);
				}
			}
			case EngineEvent.Died died -> died(died, runs, watched);
			case EngineEvent.OutOfMemory outOfMemory -> {
				TrackedRun run = runs.aliveAt(outOfMemory.at());
				if (run != null) {
					this.book.outOfMemory(run);
				}
			}
			case EngineEvent.Destroyed destroyed -> {
				this.book.forgetName(destroyed.container());
				overWithoutWord(runs);
			}
			case EngineEvent.Renamed renamed -> {
				if (open != null && open.record() != null) {
					this.book.change(open, this.records.renamed(open.record(), renamed.name()), open.isStartKnown());
				}
			}
			case EngineEvent.Paused paused -> inState(open, RunState.PAUSED);
			case EngineEvent.Unpaused unpaused -> inState(open, RunState.RUNNING);
			case EngineEvent.Updated updated -> {
				// the inspection that follows has the new limits
			}
		}
	}

	private void inState(@Nullable TrackedRun open, RunState state) {
		if (open != null && open.record() != null) {
			this.book.change(open, this.records.inState(open.record(), state), open.isStartKnown());
		}
	}

	private void died(EngineEvent.Died died, ContainerRuns runs, @Nullable WatchedSlices watched) {
		EngineEvent.Started pending = runs.pendingStart();
		TrackedRun run = runs.diedAt(died.at());
		if (run != null) {
			runs.pendingStart(null);
			if (run.isUnnamed() && pending != null) {
				this.book.name(run, this.records.named(run, pending), false);
			}
			this.book.end(run, died.at(), died.exitCode(), null);
			return;
		}
		if (pending != null && runs.open() == null && watched != null && watched.names().isEmpty()
				&& !runs.isMissed(pending.at())) {
			// removed before it could be inspected. Where only some slices are watched,
			// nothing tells that it was in one
			runs.pendingStart(null);
			RunKey key = RunKey.ofStart(this.host, pending.container(), pending.at());
			this.book.missed(runs, this.records.missed(key, watched.defaultSlice(), pending, died));
		}
	}

	/// A container was inspected.
	void inspected(Container container, WatchedSlices watched) {
		Instant startedAt = container.startedAt();
		if (startedAt == null) {
			neverStarted(container);
		}
		else if (container.status().isAlive()) {
			living(container, startedAt, watched);
		}
		else {
			over(container, startedAt, watched);
		}
	}

	private void living(Container container, Instant startedAt, WatchedSlices watched) {
		Optional<Lifetime> located = this.source.locate(container, watched);
		if (located.isEmpty()) {
			return;
		}
		RunKey key = located.get().key();
		ContainerRuns runs = this.book.of(container.id());
		TrackedRun run = runs.find(key);
		if (run == null) {
			TrackedRun open = runs.open();
			if (open != null && open.isStartKnown() && ContainerRuns.beginOf(open).isAfter(startedAt)) {
				return;
			}
			run = this.book.open(located.get(), container.id(), startedAt, !startedAt.isBefore(this.agentStartedAt),
					startedAt);
			if (run == null) {
				return;
			}
			runs = this.book.of(container.id());
		}
		else if (!run.isStartKnown() && runs.wasOneAlive(startedAt, run) && !this.source.holds(run, container)) {
			// of the lifetime before: the Engine was asked before this one began
			return;
		}
		runs.pendingStart(null);
		for (TrackedRun other : runs.allOpen()) {
			if (other != run) {
				this.book.end(other, endBefore(other, container), null, null);
			}
		}
		if (run.totals() != null) {
			if (run.isUnnamed()) {
				this.book.name(run, this.records.named(run, container, container.limits(), startedAt), true);
			}
			return;
		}
		run.describe(container);
		RunRecord record = run.record();
		if (record == null) {
			this.book.name(run, this.records.named(run, container, run.limits(container), startedAt), true);
		}
		else {
			this.book.change(run, this.records.described(record, container, run.limits(container), startedAt), true);
		}
	}

	/// When a run ended that was followed by another unnoticed: while a container runs,
	/// its finish time is that of the lifetime before.
	private static @Nullable Instant endBefore(TrackedRun run, Container container) {
		Instant finishedAt = container.finishedAt();
		boolean told = finishedAt != null && finishedAt.isAfter(ContainerRuns.beginOf(run));
		return told ? finishedAt : null;
	}

	private void over(Container container, Instant startedAt, WatchedSlices watched) {
		ContainerRuns runs = this.book.of(container.id());
		TrackedRun run = runs.startedAt(startedAt);
		if (run == null) {
			TrackedRun over = runs.over();
			run = (over != null && !over.isStartKnown()) ? over : null;
			if (over != null && run == null && over.totals() == null
					&& ContainerRuns.beginOf(over).isBefore(startedAt)) {
				this.book.end(over, null, null, null);
			}
		}
		if (run != null) {
			runs.pendingStart(null);
			if (run.isUnnamed()) {
				this.book.name(run, this.records.named(run, container, container.limits(), startedAt), true);
			}
			this.book.end(run, container.finishedAt(), container.exitCode(), container.oomKilled());
			return;
		}
		Instant finishedAt = Objects.requireNonNullElse(container.finishedAt(), startedAt);
		RunRecord missed = runs.missedAt(startedAt);
		if (missed != null) {
			this.records.amended(missed, finishedAt, container.exitCode(), container.oomKilled())
				.ifPresent((amended) -> this.book.missed(runs, amended));
			return;
		}
		TrackedRun open = runs.open();
		boolean later = open == null || ContainerRuns.beginOf(open).isBefore(startedAt);
		if (later && !startedAt.isBefore(this.agentStartedAt) && watched.include(watched.parentOf(container))) {
			runs.pendingStart(null);
			RunKey key = RunKey.ofStart(this.host, container.id(), startedAt);
			this.book.missed(runs,
					this.records.missed(key, watched.parentOf(container), container, startedAt, finishedAt));
		}
	}

	/// A container whose command never began, e.g. since the OOM killer struck before: a
	/// run only if its cgroup used something.
	private void neverStarted(Container container) {
		ContainerRuns runs = this.book.find(container.id());
		TrackedRun run = (runs != null) ? runs.unnamed() : null;
		if (run == null || container.status().isAlive() || container.status() == Container.Status.RESTARTING
				|| run.totals() == null) {
			return;
		}
		this.book.name(run, this.records.named(run, container, container.limits(), run.appearedAt()), false);
		this.book.end(run, null, container.exitCode(), container.oomKilled());
		RunRecord record = Objects.requireNonNull(run.record());
		this.book.change(run, this.records.inState(record, RunState.FAILED), false);
	}

	/// A container could not be inspected, since it is removed.
	void gone(ContainerId container) {
		ContainerRuns runs = this.book.find(container);
		if (runs == null) {
			return;
		}
		EngineEvent.Started pending = runs.pendingStart();
		TrackedRun unnamed = runs.unnamed();
		if (pending != null && unnamed != null) {
			runs.pendingStart(null);
			this.book.name(unnamed, this.records.named(unnamed, pending), false);
		}
		overWithoutWord(runs);
	}

	/// Everything that lives was listed.
	void reconciled(Set<ContainerId> living) {
		for (TrackedRun run : this.book.open()) {
			if (!living.contains(run.container()) && run.totals() == null && run.mayBeOver()) {
				this.book.end(run, null, null, null);
			}
		}
	}

	private void overWithoutWord(ContainerRuns runs) {
		for (TrackedRun open : runs.allOpen()) {
			if (open.mayBeOver()) {
				this.book.end(open, null, null, null);
			}
		}
	}

}
