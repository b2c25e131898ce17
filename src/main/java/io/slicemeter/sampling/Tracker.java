package io.slicemeter.sampling;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
import io.slicemeter.runner.Source;
import io.slicemeter.timeseries.Intake;
import io.slicemeter.timeseries.OpenRun;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the set of tracked runs from what the kernel shows and what the Engine tells.
/// The kernel shows that a run lives and how it ends; the Engine gives it its name and
/// its exit status, sooner or later. Being told the same twice, or something old late,
/// changes nothing.
///
/// All methods take the tracker's own lock, as ticks, the exit watcher and the Engine's
/// thread all report here. None of them waits for Postgres.
final class Tracker implements EngineListener {

	private static final Logger logger = LoggerFactory.getLogger(Tracker.class);

	/// How long the Engine has for naming a container.
	private static final Duration CLAIM_WITHIN = Duration.ofMinutes(1);

	private static final int REMEMBERED_EVENTS = 4096;

	private final HostId host;

	private final UsageSource source;

	private final SamplingProperties properties;

	private final TrackedRuns runs;

	private final RunRecords records;

	private final RunnerNames names = new RunnerNames();

	private final Intake intake;

	/// Runs that started before this moment were not seen to start.
	private final Instant agentStartedAt;

	private final TimeSource time;

	private final KnownContainers containers = new KnownContainers();

	/// Runs, open or over, whose containers nobody has named yet.
	private final Set<TrackedRun> unnamed = new LinkedHashSet<>();

	/// Events that were applied: after a reconnect the Engine repeats the newest.
	private final Map<EngineEvent, Boolean> applied = new RecentMap<>(REMEMBERED_EVENTS);

	private RunObserver observer = RunObserver.NONE;

	private @Nullable WatchedSlices watched;

	Tracker(HostId host, UsageSource source, SamplingProperties properties, TrackedRuns runs, Revisions revisions,
			Intake intake, TimeSource time) {
		this.host = host;
		this.source = source;
		this.properties = properties;
		this.runs = runs;
		this.records = new RunRecords(this.names, revisions, properties.interval());
		this.intake = intake;
		this.time = time;
		this.agentStartedAt = time.wall();
	}

	/// Names who is told of runs that open and close.
	synchronized void observedBy(RunObserver observer) {
		this.observer = observer;
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

	/// The slices whose containers are tracked; null while no Engine ever told its
	/// driver.
	synchronized @Nullable WatchedSlices watchedSlices() {
		return this.watched;
	}

	@Override
	public synchronized void event(EngineEvent event) {
		if (this.applied.put(event, true) != null) {
			return;
		}
		ContainerRuns runs = this.containers.get(event.container());
		TrackedRun open = runs.open();
		switch (event) {
			case EngineEvent.Started started -> {
				if (!runs.isMissed(started.at())) {
					runs.pendingStart(started);
				}
			}
			case EngineEvent.Died died -> died(died, runs);
			case EngineEvent.OutOfMemory outOfMemory -> {
				if (open != null) {
					open.oomKilled();
				}
			}
			case EngineEvent.Destroyed destroyed -> {
				this.names.forget(destroyed.container());
				overWithoutWord(runs);
			}
			case EngineEvent.Renamed renamed -> {
				if (open != null && open.record() != null) {
					change(open, this.records.renamed(open.record(), renamed.name()), open.isStartKnown());
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
			change(open, this.records.inState(open.record(), state), open.isStartKnown());
		}
	}

	private void died(EngineEvent.Died died, ContainerRuns runs) {
		EngineEvent.Started pending = runs.pendingStart();
		runs.pendingStart(null);
		TrackedRun run = runs.diedAt(died.at());
		if (run != null) {
			if (run.record() == null && pending != null) {
				name(run, this.records.named(run, pending), false);
			}
			end(run, died.at(), died.exitCode(), null);
			return;
		}
		WatchedSlices watched = this.watched;
		if (pending != null && runs.open() == null && watched != null && watched.names().isEmpty()
				&& !runs.isMissed(pending.at())) {
			// removed before it could be inspected. Where only some slices are watched,
			// nothing tells that it was in one
			RunKey key = RunKey.ofStart(this.host, pending.container(), pending.at());
			missed(runs, this.records.missed(key, watched.defaultSlice(), pending, died));
		}
	}

	@Override
	public synchronized void inspected(Container container) {
		WatchedSlices watched = this.watched;
		if (watched == null) {
			return;
		}
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
		ContainerRuns runs = this.containers.get(container.id());
		TrackedRun run = runs.find(key);
		if (run == null) {
			TrackedRun open = runs.open();
			if (open != null && open.isStartKnown() && ContainerRuns.beginOf(open).isAfter(startedAt)) {
				return;
			}
			run = open(located.get(), container.id(), startedAt, !startedAt.isBefore(this.agentStartedAt), startedAt);
			if (run == null) {
				return;
			}
			runs = this.containers.get(container.id());
		}
		runs.pendingStart(null);
		for (TrackedRun other : runs.allOpen()) {
			if (other != run) {
				end(other, endBefore(other, container), null, null);
			}
		}
		if (run.totals() != null) {
			if (run.record() == null) {
				name(run, this.records.named(run, container, container.limits(), startedAt), true);
			}
			return;
		}
		run.describe(container);
		RunRecord record = run.record();
		if (record == null) {
			name(run, this.records.named(run, container, run.limits(container), startedAt), true);
		}
		else {
			change(run, this.records.described(record, container, run.limits(container), startedAt), true);
		}
	}

	/// When a run ended that was followed by another unnoticed: while a container runs,
	/// its finish time is that of the lifetime before.
	private static Instant endBefore(TrackedRun run, Container container) {
		Instant finishedAt = container.finishedAt();
		boolean told = finishedAt != null && finishedAt.isAfter(ContainerRuns.beginOf(run));
		return (told && finishedAt != null) ? finishedAt : run.lastSeenAt();
	}

	private void over(Container container, Instant startedAt, WatchedSlices watched) {
		ContainerRuns runs = this.containers.get(container.id());
		TrackedRun run = runs.startedAt(startedAt);
		if (run == null) {
			TrackedRun over = runs.over();
			run = (over != null && !over.isStartKnown()) ? over : null;
			if (over != null && run == null && over.totals() == null
					&& ContainerRuns.beginOf(over).isBefore(startedAt)) {
				end(over, over.lastSeenAt(), null, null);
			}
		}
		if (run != null) {
			runs.pendingStart(null);
			if (run.record() == null) {
				name(run, this.records.named(run, container, container.limits(), startedAt), true);
			}
			end(run, finishedAt(container, run.lastSeenAt()), container.exitCode(), container.oomKilled());
			return;
		}
		RunRecord missed = runs.missedAt(startedAt);
		if (missed != null) {
			this.records.amended(missed, finishedAt(container, startedAt), container.exitCode(), container.oomKilled())
				.ifPresent((amended) -> missed(runs, amended));
			return;
		}
		TrackedRun open = runs.open();
		boolean later = open == null || ContainerRuns.beginOf(open).isBefore(startedAt);
		if (later && !startedAt.isBefore(this.agentStartedAt) && watched.include(watched.parentOf(container))) {
			runs.pendingStart(null);
			RunKey key = RunKey.ofStart(this.host, container.id(), startedAt);
			missed(runs, this.records.missed(key, watched.parentOf(container), container, startedAt,
					finishedAt(container, startedAt)));
		}
	}

	/// A container whose command never began, e.g. since the OOM killer struck before: a
	/// run only if its cgroup used something.
	private void neverStarted(Container container) {
		ContainerRuns runs = this.containers.find(container.id());
		TrackedRun run = (runs != null) ? runs.unnamed() : null;
		if (run == null || container.status().isAlive() || container.status() == Container.Status.RESTARTING
				|| run.totals() == null) {
			return;
		}
		name(run, this.records.named(run, container, container.limits(), run.appearedAt()), false);
		end(run, run.lastSeenAt(), container.exitCode(), container.oomKilled());
		RunRecord record = Objects.requireNonNull(run.record());
		change(run, this.records.inState(record, RunState.FAILED), false);
	}

	private static Instant finishedAt(Container container, Instant fallback) {
		Instant finishedAt = container.finishedAt();
		return (finishedAt != null) ? finishedAt : fallback;
	}

	@Override
	public synchronized void gone(ContainerId container) {
		ContainerRuns runs = this.containers.find(container);
		if (runs == null) {
			return;
		}
		EngineEvent.Started pending = runs.pendingStart();
		TrackedRun unnamed = runs.unnamed();
		if (pending != null && unnamed != null) {
			runs.pendingStart(null);
			name(unnamed, this.records.named(unnamed, pending), false);
		}
		overWithoutWord(runs);
	}

	private void overWithoutWord(ContainerRuns runs) {
		for (TrackedRun open : runs.allOpen()) {
			if (open.mayBeOver()) {
				end(open, open.lastSeenAt(), null, null);
			}
		}
	}

	@Override
	public synchronized void reconciled(Set<ContainerId> living) {
		for (TrackedRun run : List.copyOf(this.runs.open())) {
			if (!living.contains(run.container()) && run.totals() == null && run.mayBeOver()) {
				end(run, run.lastSeenAt(), null, null);
			}
		}
		showUnclaimed();
	}

	/// Shows the runs that the Engine has not named for a minute, under their containers'
	/// IDs.
	synchronized void showUnclaimed() {
		Instant before = this.time.wall().minus(CLAIM_WITHIN);
		for (TrackedRun run : List.copyOf(this.unnamed)) {
			if (run.appearedAt().isBefore(before)) {
				name(run, this.records.unclaimed(run), false);
				if (run.totals() != null) {
					end(run, run.lastSeenAt(), null, null);
				}
			}
		}
	}

	@Override
	public void disconnected(String why) {
		// runs whose cgroups live are sampled on; what ended meanwhile is told after the
		// next connect
	}

	/// A container's cgroup was seen.
	/// @param startSeen whether it came under the agent's eyes
	/// @return the run, if it is a new one
	synchronized @Nullable TrackedRun appeared(Lifetime lifetime, ContainerId container, boolean startSeen) {
		WatchedSlices watched = this.watched;
		ContainerRuns runs = this.containers.find(container);
		if ((watched != null && !watched.include(lifetime.slice()))
				|| (runs != null && runs.find(lifetime.key()) != null)) {
			return null;
		}
		return open(lifetime, container, this.time.wall(), startSeen, this.time.wall());
	}

	/// The catalogue shows runs as open that an agent before this one left. What is not
	/// tracked by now has ended since.
	/// @return the containers that the Engine may still know
	synchronized Set<ContainerId> leftOpen(List<OpenRun> open) {
		Set<ContainerId> ask = new HashSet<>();
		for (OpenRun run : open) {
			RunRecord record = run.record();
			ContainerRuns runs = this.containers.get(record.container());
			if (runs.find(record.key()) == null && !runs.isMissed(record.key())) {
				missed(runs, this.records.orphaned(run));
				ask.add(record.container());
			}
		}
		return ask;
	}

	/// The exit watcher read the run's totals, and the network has been read to its end.
	synchronized void exited(TrackedRun run) {
		close(run);
		publishEnd(run);
	}

	private void publishEnd(TrackedRun run) {
		Totals totals = run.totals();
		RunRecord record = run.record();
		if (record != null && totals != null) {
			change(run, this.records.ended(record, totals, totals.at(), null, null), run.isStartKnown());
		}
	}

	/// The run's cgroup is gone, and nobody saw its exit.
	synchronized void vanished(TrackedRun run) {
		if (this.runs.find(run.key()) == run && run.totals() == null) {
			end(run, this.time.wall(), null, null);
		}
	}

	/// A tick found another cgroup where the run's was: it ended, and a new one began
	/// that the Engine has not told yet.
	synchronized void replaced(TrackedRun run) {
		WatchedSlices watched = this.watched;
		Container before = run.described();
		RunRecord record = run.record();
		vanished(run);
		if (watched == null || before == null || record == null) {
			return;
		}
		Instant now = this.time.wall();
		Container container = before.inNewLifetime(now);
		Optional<Lifetime> lifetime = this.source.locate(container, watched);
		if (lifetime.isEmpty() || this.runs.find(lifetime.get().key()) != null) {
			return;
		}
		TrackedRun next = open(lifetime.get(), container.id(), now, true, now);
		if (next != null) {
			next.describe(container);
			name(next, this.records.named(next, container, next.limits(container), now), false);
		}
	}

	/// The kernel says that the run's bounds changed.
	synchronized void limitsChanged(TrackedRun run) {
		RunRecord record = run.record();
		Container container = run.described();
		if (record != null && container != null && run.totals() == null) {
			change(run, this.records.limitedTo(record, run.limits(container)), run.isStartKnown());
		}
	}

	private @Nullable TrackedRun open(Lifetime lifetime, ContainerId container, Instant appearedAt, boolean startSeen,
			Instant begunAt) {
		UsageReader reader;
		try {
			reader = this.source.open(lifetime, container);
		}
		catch (IOException ex) {
			logger.debug("The cgroup of container {} was gone before it could be read", container);
			return null;
		}
		TrackedRun run = new TrackedRun(lifetime, container, appearedAt, startSeen, reader, this.properties.interval());
		if (startSeen) {
			run.beginsAt(this.source.beginNanos(begunAt));
		}
		this.containers.opened(run);
		this.unnamed.add(run);
		this.runs.add(run);
		this.observer.opened(run);
		return run;
	}

	private void end(TrackedRun run, Instant endedAt, @Nullable Integer exitCode, @Nullable Boolean oomKilled) {
		Totals.Inexactness reason = (this.source.kind() == Source.DOCKER) ? Totals.Inexactness.SOURCE_DOCKER
				: Totals.Inexactness.EXIT_MISSED;
		if (run.closeInexact(reason)) {
			close(run);
		}
		Totals totals = Objects.requireNonNull(run.totals());
		RunRecord record = run.record();
		if (record != null) {
			change(run, this.records.ended(record, totals, totals.exact() ? totals.at() : endedAt, exitCode, oomKilled),
					run.isStartKnown());
		}
	}

	private void close(TrackedRun run) {
		this.runs.remove(run);
		this.containers.closed(run);
		run.release();
		this.observer.closed(run);
	}

	private void name(TrackedRun run, RunRecord record, boolean startKnown) {
		this.unnamed.remove(run);
		change(run, Optional.of(record), startKnown);
		// while the network of an exited run is still read to its end, the end waits for
		// that
		if (run.totals() != null && this.runs.find(run.key()) == null) {
			publishEnd(run);
		}
	}

	private void missed(ContainerRuns runs, RunRecord record) {
		runs.addMissed(record);
		this.intake.record(record);
	}

	private void change(TrackedRun run, Optional<RunRecord> changed, boolean startKnown) {
		changed.ifPresent((record) -> {
			run.record(record, startKnown);
			this.intake.record(record);
		});
	}

}
