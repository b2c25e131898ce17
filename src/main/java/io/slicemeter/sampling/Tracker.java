package io.slicemeter.sampling;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.slicemeter.engine.Container;
import io.slicemeter.engine.EngineEvent;
import io.slicemeter.engine.EngineFacts;
import io.slicemeter.engine.EngineListener;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.runner.RunState;
import io.slicemeter.runner.SliceName;
import io.slicemeter.timeseries.Intake;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the set of tracked runs from what the Engine tells. Being told the same twice, or something old late, changes
/// nothing: an inspection counts for the lifetime that it describes, an event for the moment at which it happened.
///
/// All methods take the tracker's own lock, since ticks report cgroups that are gone while the Engine's thread reports
/// events. None of them waits for Postgres.
final class Tracker implements EngineListener {

	private static final Logger logger = LoggerFactory.getLogger(Tracker.class);

	private static final int REMEMBERED = 4096;

	private final HostId host;

	private final UsageSource source;

	private final SamplingProperties properties;

	private final TrackedRuns runs;

	private final RunRecords records;

	private final RunnerNames names;

	private final Intake intake;

	private final Duration interval;

	/// Runs that started before this moment were not seen to start.
	private final Instant agentStartedAt;

	private final TimeSource time;

	/// Starts whose container has not been inspected yet.
	private final Map<ContainerId, EngineEvent.Started> pendingStarts = new HashMap<>();

	/// The last ended run of containers that may still be told something about it.
	private final Map<ContainerId, RunRecord> ended = new RecentMap<>(REMEMBERED);

	/// Events that were applied: after a reconnect the Engine repeats the newest.
	private final Map<EngineEvent, Boolean> applied = new RecentMap<>(REMEMBERED);

	private @Nullable WatchedSlices watched;

	Tracker(HostId host, UsageSource source, SamplingProperties properties, TrackedRuns runs, Revisions revisions,
			Intake intake, TimeSource time) {
		this.host = host;
		this.source = source;
		this.properties = properties;
		this.runs = runs;
		this.names = new RunnerNames();
		this.records = new RunRecords(this.names, revisions);
		this.intake = intake;
		this.interval = properties.interval();
		this.time = time;
		this.agentStartedAt = time.wall();
	}

	@Override
	public synchronized void connected(EngineFacts facts) {
		WatchedSlices watched = WatchedSlices.of(this.properties, facts);
		if (!watched.equals(this.watched)) {
			logger.info("Tracking {} (source {}, Docker's cgroup driver is {})",
					watched.names().isEmpty() ? "all containers" : "the containers in " + watched.names(),
					this.source.kind().label(), facts.cgroupDriver());
		}
		this.watched = watched;
	}

	@Override
	public synchronized void event(EngineEvent event) {
		if (this.applied.put(event, true) != null) {
			return;
		}
		TrackedRun open = this.runs.find(event.container());
		switch (event) {
			case EngineEvent.Started started -> started(started);
			case EngineEvent.Died died -> died(died, open);
			case EngineEvent.OutOfMemory outOfMemory -> {
				if (open != null) {
					open.oomKilled();
				}
			}
			case EngineEvent.Destroyed destroyed -> {
				this.pendingStarts.remove(destroyed.container());
				this.names.forget(destroyed.container());
				if (open != null) {
					end(open, open.lastSeenAt(), null, null);
				}
			}
			case EngineEvent.Renamed renamed -> {
				if (open != null) {
					change(open, this.records.renamed(open.record(), renamed.name()));
				}
			}
			case EngineEvent.Paused paused -> inState(open, RunState.PAUSED);
			case EngineEvent.Unpaused unpaused -> inState(open, RunState.RUNNING);
			case EngineEvent.Updated updated -> {
				// the inspection that follows has the new limits
			}
		}
	}

	private void started(EngineEvent.Started started) {
		RunRecord over = this.ended.get(started.container());
		if (over == null || over.endedAt() == null || over.endedAt().isBefore(started.at())) {
			this.pendingStarts.put(started.container(), started);
		}
	}

	private void inState(@Nullable TrackedRun open, RunState state) {
		if (open != null) {
			change(open, this.records.inState(open.record(), state));
		}
	}

	private void died(EngineEvent.Died died, @Nullable TrackedRun open) {
		EngineEvent.Started pending = this.pendingStarts.remove(died.container());
		if (open != null) {
			if (!died.at().isBefore(open.record().startedAt())) {
				end(open, died.at(), died.exitCode(), null);
			}
			return;
		}
		RunRecord over = this.ended.get(died.container());
		if (over != null && over.exitCode() == null && !died.at().isBefore(over.startedAt())) {
			amend(over, died.at(), died.exitCode(), null);
			return;
		}
		WatchedSlices watched = this.watched;
		if (pending != null && watched != null && watched.names().isEmpty()) {
			// removed before it could be inspected. Where only some slices are watched,
			// nothing tells that it was in one
			RunKey key = RunKey.ofStart(this.host, pending.container(), pending.at());
			remember(this.records.missed(key, watched.defaultSlice(), pending, died));
		}
	}

	@Override
	public synchronized void inspected(Container container) {
		WatchedSlices watched = this.watched;
		Instant startedAt = container.startedAt();
		if (watched == null || startedAt == null) {
			return;
		}
		this.pendingStarts.remove(container.id());
		if (container.status().isAlive()) {
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
		Lifetime lifetime = located.get();
		TrackedRun open = this.runs.find(container.id());
		if (open != null && open.key().equals(lifetime.key())) {
			open.describe(container);
			change(open, this.records.described(open.record(), container, open.limits(container)));
			return;
		}
		if (open != null) {
			if (open.isStartKnown() && open.record().startedAt().isAfter(startedAt)) {
				return;
			}
			Instant finishedAt = container.finishedAt();
			boolean told = finishedAt != null && finishedAt.isAfter(open.record().startedAt());
			end(open, (told && finishedAt != null) ? finishedAt : open.lastSeenAt(), null, null);
		}
		RunRecord over = this.ended.get(container.id());
		if (over == null || !over.key().equals(lifetime.key())) {
			start(lifetime, container, startedAt, true);
		}
	}

	private void over(Container container, Instant startedAt, WatchedSlices watched) {
		TrackedRun open = this.runs.find(container.id());
		if (open != null) {
			RunRecord record = open.record();
			if (record.startedAt().equals(startedAt) || !open.isStartKnown()) {
				end(open, finishedAt(container, open.lastSeenAt()), container.exitCode(), container.oomKilled());
				return;
			}
			if (record.startedAt().isAfter(startedAt)) {
				return;
			}
			end(open, open.lastSeenAt(), null, null);
		}
		RunRecord over = this.ended.get(container.id());
		if (over != null && over.startedAt().equals(startedAt)) {
			amend(over, finishedAt(container, startedAt), container.exitCode(), container.oomKilled());
			return;
		}
		boolean later = over == null || over.startedAt().isBefore(startedAt);
		if (later && !startedAt.isBefore(this.agentStartedAt) && watched.include(watched.parentOf(container))) {
			RunKey key = RunKey.ofStart(this.host, container.id(), startedAt);
			remember(this.records.missed(key, watched.parentOf(container), container, startedAt,
					finishedAt(container, startedAt)));
		}
	}

	private static Instant finishedAt(Container container, Instant fallback) {
		Instant finishedAt = container.finishedAt();
		return (finishedAt != null) ? finishedAt : fallback;
	}

	@Override
	public synchronized void gone(ContainerId container) {
		TrackedRun open = this.runs.find(container);
		if (open != null) {
			end(open, open.lastSeenAt(), null, null);
		}
	}

	@Override
	public synchronized void reconciled(Set<ContainerId> living) {
		for (TrackedRun run : List.copyOf(this.runs.open())) {
			if (!living.contains(run.record().container())) {
				end(run, run.lastSeenAt(), null, null);
			}
		}
	}

	@Override
	public void disconnected(String why) {
		// runs whose cgroups live are sampled on; what ended meanwhile is told after the
		// next connect
	}

	/// The slices whose containers are tracked; empty for all, or while no Engine ever
	/// told its driver.
	synchronized Collection<SliceName> watchedSlices() {
		WatchedSlices watched = this.watched;
		return (watched != null) ? watched.names() : List.of();
	}

	/// A tick found another cgroup where the run's was: it ended, and a new one began
	/// that the Engine has not told yet.
	synchronized void replaced(TrackedRun run) {
		WatchedSlices watched = this.watched;
		if (watched == null || this.runs.find(run.record().container()) != run) {
			return;
		}
		end(run, run.lastSeenAt(), null, null);
		Container container = run.container().inNewLifetime(this.time.wall());
		this.source.locate(container, watched)
			.ifPresent((lifetime) -> start(lifetime, container, this.time.wall(), false));
	}

	private void start(Lifetime lifetime, Container container, Instant startedAt, boolean startKnown) {
		UsageReader reader;
		try {
			reader = this.source.open(lifetime, container);
		}
		catch (IOException ex) {
			logger.debug("Container {} ended before it could be read", container.name());
			return;
		}
		boolean startSeen = !startedAt.isBefore(this.agentStartedAt);
		RunRecord record = this.records.started(lifetime, container, reader.limits(container), startedAt, startSeen);
		TrackedRun run = new TrackedRun(record, reader, container, startKnown, this.interval);
		if (startSeen) {
			run.beginsAt(this.source.beginNanos(startedAt));
		}
		this.intake.record(record);
		this.runs.add(run);
	}

	private void end(TrackedRun run, Instant endedAt, @Nullable Integer exitCode, @Nullable Boolean oomKilled) {
		this.runs.remove(run);
		run.close();
		change(run, this.records.ended(run.record(), endedAt, exitCode, oomKilled));
		this.ended.put(run.record().container(), run.record());
	}

	private void amend(RunRecord over, Instant endedAt, @Nullable Integer exitCode, @Nullable Boolean oomKilled) {
		this.records.ended(over, endedAt, exitCode, oomKilled).ifPresent(this::remember);
	}

	private void remember(RunRecord over) {
		this.intake.record(over);
		this.ended.put(over.container(), over);
	}

	private void change(TrackedRun run, Optional<RunRecord> changed) {
		changed.ifPresent((record) -> {
			run.record(record);
			this.intake.record(record);
		});
	}

}
