package io.slicemeter.sampling;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.slicemeter.engine.Container;
import io.slicemeter.engine.EngineEvent;
import io.slicemeter.engine.EngineFacts;
import io.slicemeter.engine.EngineListener;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.timeseries.Intake;
import io.slicemeter.timeseries.OpenRun;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the set of tracked runs from what the kernel shows and what the Engine tells.
/// The kernel shows that a run lives and how it ends, which is told here; the Engine
/// gives it its name and its exit status, sooner or later: see [EngineWord]. Being told
/// the same twice, or something old late, changes nothing.
///
/// All methods take the tracker's own lock, as ticks, the exit watcher and the Engine's
/// thread all report here. None of them waits for Postgres.
final class Tracker implements EngineListener {

	private static final Logger logger = LoggerFactory.getLogger(Tracker.class);

	/// How long the Engine has for naming a container.
	private static final Duration CLAIM_WITHIN = Duration.ofMinutes(1);

	private final UsageSource source;

	private final SamplingProperties properties;

	private final RunBook book;

	private final RunRecords records;

	private final EngineWord engine;

	private final SampleClock clock;

	private @Nullable WatchedSlices watched;

	Tracker(HostId host, UsageSource source, SamplingProperties properties, TrackedRuns runs, Revisions revisions,
			Intake intake, SampleClock clock, ClosingMetrics metrics) {
		this.source = source;
		this.properties = properties;
		this.book = new RunBook(source, properties.interval(), runs, revisions, intake, metrics);
		this.records = this.book.records();
		this.engine = new EngineWord(host, source, this.book, clock.now());
		this.clock = clock;
	}

	/// Names who is told of runs that open and close.
	synchronized void observedBy(RunObserver observer) {
		this.book.observedBy(observer);
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
		this.engine.event(event, this.watched);
	}

	@Override
	public synchronized void inspected(Container container) {
		WatchedSlices watched = this.watched;
		if (watched != null) {
			this.engine.inspected(container, watched);
		}
	}

	@Override
	public synchronized void gone(ContainerId container) {
		this.engine.gone(container);
	}

	@Override
	public synchronized void reconciled(Set<ContainerId> living) {
		this.engine.reconciled(living);
		showUnclaimed();
	}

	/// Shows the runs that the Engine has not named for a minute, under their containers'
	/// IDs.
	synchronized void showUnclaimed() {
		Instant before = this.clock.now().minus(CLAIM_WITHIN);
		for (TrackedRun run : this.book.unnamed()) {
			if (run.appearedAt().isBefore(before)) {
				this.book.name(run, this.records.unclaimed(run), false);
				if (run.totals() != null) {
					this.book.end(run, null, null, null);
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
		ContainerRuns runs = this.book.find(container);
		if ((watched != null && !watched.include(lifetime.slice()))
				|| (runs != null && runs.find(lifetime.key()) != null)) {
			return null;
		}
		Instant now = this.clock.now();
		return this.book.open(lifetime, container, now, startSeen, now);
	}

	/// The catalogue shows runs as open that an agent before this one left. What is not
	/// tracked by now has ended since.
	/// @return the containers that the Engine may still know
	synchronized Set<ContainerId> leftOpen(List<OpenRun> open) {
		Set<ContainerId> ask = new HashSet<>();
		for (OpenRun run : open) {
			RunRecord record = run.record();
			ContainerRuns runs = this.book.of(record.container());
			if (runs.find(record.key()) == null && !runs.isMissed(record.key())
					&& !this.book.isUnreadable(record.key())) {
				this.book.missed(runs, this.records.orphaned(run));
				ask.add(record.container());
			}
		}
		return ask;
	}

	/// The exit watcher read the run's totals, and the network has been read to its end.
	synchronized void exited(TrackedRun run) {
		this.book.exited(run);
	}

	/// The run's cgroup is gone, and nobody saw its exit.
	synchronized void vanished(TrackedRun run) {
		if (this.book.findOpen(run.key()) == run && run.totals() == null) {
			this.book.end(run, this.clock.now(), null, null);
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
		Instant now = this.clock.now();
		Container container = before.inNewLifetime(now);
		Optional<Lifetime> lifetime = this.source.locate(container, watched);
		if (lifetime.isEmpty() || this.book.of(container.id()).find(lifetime.get().key()) != null) {
			return;
		}
		TrackedRun next = this.book.open(lifetime.get(), container.id(), now, true, now);
		if (next != null) {
			next.describe(container);
			this.book.name(next, this.records.named(next, container, next.limits(container), now), false);
		}
	}

	/// The kernel says that the run's bounds changed.
	synchronized void limitsChanged(TrackedRun run) {
		RunRecord record = run.record();
		Container container = run.described();
		if (record != null && container != null && run.totals() == null) {
			this.book.change(run, this.records.limitedTo(record, run.limits(container)), run.isStartKnown());
		}
	}

}
