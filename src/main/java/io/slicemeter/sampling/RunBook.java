package io.slicemeter.sampling;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.runner.Source;
import io.slicemeter.timeseries.Intake;
import io.slicemeter.timeseries.RunSample;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The tracker's book of runs: which there are and were, how one is opened, named and
/// ended, and what the catalogue is told of it.
///
/// Whoever calls holds the tracker's lock.
final class RunBook {

	private static final Logger logger = LoggerFactory.getLogger(RunBook.class);

	private static final int REMEMBERED_UNREADABLE = 1024;

	private final UsageSource source;

	private final Duration interval;

	private final TrackedRuns runs;

	private final RunnerNames names = new RunnerNames();

	private final RunRecords records;

	private final Intake intake;

	private final KnownContainers containers = new KnownContainers();

	/// Runs, open or over, whose containers nobody has named yet.
	private final Set<TrackedRun> unnamed = new LinkedHashSet<>();

	/// Living runs whose files could not be opened, for another reason than their end.
	private final Map<RunKey, Boolean> unreadable = new RecentMap<>(REMEMBERED_UNREADABLE);

	private final ClosingMetrics metrics;

	private RunObserver observer = RunObserver.NONE;

	private boolean unreadableTold;

	RunBook(UsageSource source, Duration interval, TrackedRuns runs, Revisions revisions, Intake intake,
			ClosingMetrics metrics) {
		this.metrics = metrics;
		this.source = source;
		this.interval = interval;
		this.runs = runs;
		this.records = new RunRecords(this.names, revisions, interval);
		this.intake = intake;
	}

	/// Names who is told of runs that open and close.
	void observedBy(RunObserver observer) {
		this.observer = observer;
	}

	/// What makes the catalogue's rows.
	RunRecords records() {
		return this.records;
	}

	/// The runs of a container; null if it is not known.
	@Nullable ContainerRuns find(ContainerId container) {
		return this.containers.find(container);
	}

	/// The runs of a container, which is remembered from now on.
	ContainerRuns of(ContainerId container) {
		return this.containers.get(container);
	}

	/// The open run of this key.
	@Nullable TrackedRun findOpen(RunKey key) {
		return this.runs.find(key);
	}

	/// All open runs, as they are now.
	List<TrackedRun> open() {
		return List.copyOf(this.runs.open());
	}

	/// The runs whose containers nobody has named yet, as they are now.
	List<TrackedRun> unnamed() {
		return List.copyOf(this.unnamed);
	}

	/// The container was removed: its name may be another's now.
	void forgetName(ContainerId container) {
		this.names.forget(container);
	}

	/// Begins to read a lifetime.
	/// @param startSeen whether it came under the agent's eyes
	/// @param begunAt when its counters were 0, if its start was seen
	/// @return the run; null if its cgroup was gone already
	@Nullable TrackedRun open(Lifetime lifetime, ContainerId container, Instant appearedAt, boolean startSeen, Instant begunAt) {
		UsageReader reader;
		try {
			reader = this.source.open(lifetime, container);
		}
		catch (NoSuchFileException ex) {
			logger.debug("The cgroup of container {} was gone before it could be read", container);
			return null;
		}
		catch (IOException ex) {
			unreadable(lifetime.key(), container, ex);
			return null;
		}
		this.unreadable.remove(lifetime.key());
		TrackedRun run = new TrackedRun(lifetime, container, appearedAt, startSeen, reader, this.interval);
		if (startSeen) {
			run.beginsAt(this.source.beginNanos(begunAt));
		}
		this.containers.opened(run);
		this.unnamed.add(run);
		this.runs.add(run);
		this.observer.opened(run);
		return run;
	}

	private void unreadable(RunKey key, ContainerId container, IOException why) {
		this.unreadable.put(key, true);
		if (!this.unreadableTold) {
			this.unreadableTold = true;
			logger
				.warn("The cgroup of container {} can't be read: {}. It is not sampled until a reconcile can open it. "
						+ "More of these are not told.", container, why.toString());
		}
	}

	/// Whether a run lives, but can't be read.
	boolean isUnreadable(RunKey key) {
		return this.unreadable.containsKey(key);
	}

	/// Gives a run its first row.
	/// @param startKnown whether its start is what an inspection said
	void name(TrackedRun run, RunRecord record, boolean startKnown) {
		this.unnamed.remove(run);
		change(run, Optional.of(record), startKnown);
		// while the network of an exited run is still read to its end, the end waits for
		// that
		if (run.totals() != null && this.runs.find(run.key()) == null) {
			publishEnd(run);
		}
	}

	/// Tells the catalogue of a changed row; empty if nothing changed.
	void change(TrackedRun run, Optional<RunRecord> changed, boolean startKnown) {
		changed.map((record) -> run.isOutOfMemory() ? record.outOfMemory() : record).ifPresent((record) -> {
			run.record(record, startKnown);
			this.intake.record(record);
		});
	}

	/// The Engine told of an OOM kill in the run's container.
	void outOfMemory(TrackedRun run) {
		run.outOfMemory();
		RunRecord record = run.record();
		if (record != null) {
			change(run, this.records.outOfMemory(record), run.isStartKnown());
		}
	}

	/// Tells the catalogue of a lifetime that was over before it could be read.
	void missed(ContainerRuns runs, RunRecord record) {
		if (!runs.isMissed(record.key())) {
			this.metrics.closed((record.closing() != null) ? record.closing().reason() : null);
		}
		runs.addMissed(record);
		this.intake.record(record);
	}

	/// Ends a run, or adds to the end that it had.
	/// @param endedAt when it ended; null where nobody says: it was last seen alive then
	void end(TrackedRun run, @Nullable Instant endedAt, @Nullable Integer exitCode, @Nullable Boolean oomKilled) {
		Totals.Inexactness reason = (this.source.kind() == Source.DOCKER) ? Totals.Inexactness.SOURCE_DOCKER
				: Totals.Inexactness.EXIT_MISSED;
		if (run.closeInexact(reason, endedAt)) {
			RunSample last = run.closingSample();
			if (last != null) {
				this.intake.append(List.of(last));
			}
			close(run);
			this.metrics.closed(Objects.requireNonNull(Objects.requireNonNull(run.totals()).reason()).label());
		}
		Totals totals = Objects.requireNonNull(run.totals());
		RunRecord record = run.record();
		if (record != null) {
			Instant at = totals.exact() ? totals.at() : (endedAt != null) ? endedAt : run.lastSeenAt();
			change(run, this.records.ended(record, totals, at, exitCode, oomKilled), run.isStartKnown());
		}
	}

	/// The run's totals were read at its exit.
	void exited(TrackedRun run) {
		close(run);
		this.metrics.closed(null);
		publishEnd(run);
	}

	private void close(TrackedRun run) {
		// before it is taken away: a tick that finds it gone must find its end
		this.observer.closed(run);
		this.runs.remove(run);
		this.containers.closed(run);
		run.release();
	}

	private void publishEnd(TrackedRun run) {
		Totals totals = run.totals();
		RunRecord record = run.record();
		if (record != null && totals != null) {
			change(run, this.records.ended(record, totals, totals.at(), null, null), run.isStartKnown());
		}
	}

}
