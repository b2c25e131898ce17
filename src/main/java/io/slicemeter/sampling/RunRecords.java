package io.slicemeter.sampling;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.slicemeter.engine.Container;
import io.slicemeter.engine.EngineEvent;
import io.slicemeter.runner.ClosingRecord;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.runner.RunState;
import io.slicemeter.runner.RunnerName;
import io.slicemeter.runner.SliceName;
import io.slicemeter.timeseries.OpenRun;
import org.jspecify.annotations.Nullable;

/// Makes the catalogue's rows of runs from what the Engine says and what the kernel
/// showed. A row that says nothing new keeps its revision, so that being told the same
/// twice changes nothing.
final class RunRecords {

	private final RunnerNames names;

	private final Revisions revisions;

	private final Duration interval;

	RunRecords(RunnerNames names, Revisions revisions, Duration interval) {
		this.names = names;
		this.revisions = revisions;
		this.interval = interval;
	}

	/// The first row of a run, by its container's inspection.
	RunRecord named(TrackedRun run, Container container, Limits limits, Instant startedAt) {
		return row(run.key(), run.slice(), container, limits, startedAt, run.startSeen(), livingState(container));
	}

	/// The first row of a run, by the event that told its start.
	RunRecord named(TrackedRun run, EngineEvent.Started started) {
		return row(run.key(), run.slice(), started, run.startSeen());
	}

	/// The first row of a run whose container the Engine never named: it goes by its ID.
	RunRecord unclaimed(TrackedRun run) {
		ContainerId container = run.container();
		return new RunRecord(run.key(), this.revisions.next(), RunnerName.ofContainer(container.value()), List.of(),
				run.slice(), container, container.value(), null, Map.of(), null, List.of(), Limits.UNKNOWN,
				run.appearedAt(), run.startSeen(), RunState.RUNNING, null, null, null, null, true);
	}

	/// The only row of a run that was over before it could be looked at, known from its
	/// container.
	RunRecord missed(RunKey key, SliceName slice, Container container, Instant startedAt, Instant endedAt) {
		return row(key, slice, container, container.limits(), startedAt, true, RunState.RUNNING)
			.ended(endedAt, container.exitCode(), container.oomKilled())
			.closed(neverRead(startedAt, endedAt));
	}

	/// The only row of a run that was over and removed before it could be looked at,
	/// known from events.
	RunRecord missed(RunKey key, SliceName slice, EngineEvent.Started started, EngineEvent.Died died) {
		return row(key, slice, started, true).ended(died.at(), died.exitCode(), null)
			.closed(neverRead(started.at(), died.at()));
	}

	private RunRecord row(RunKey key, SliceName slice, Container container, Limits limits, Instant startedAt,
			boolean startSeen, RunState state) {
		return new RunRecord(key, this.revisions.next(),
				this.names.of(container.id(), container.name(), container.labels()), List.of(), slice, container.id(),
				container.name(), container.image(), container.labels(), container.networkMode(), container.addresses(),
				limits, startedAt, startSeen, state, null, null, null, null, false);
	}

	private RunRecord row(RunKey key, SliceName slice, EngineEvent.Started started, boolean startSeen) {
		Map<String, String> labels = new HashMap<>(started.attributes());
		String image = labels.remove("image");
		labels.remove("name");
		return new RunRecord(key, this.revisions.next(),
				this.names.of(started.container(), started.name(), started.attributes()), List.of(), slice,
				started.container(), started.name(), image, labels, null, List.of(), Limits.UNKNOWN, started.at(),
				startSeen, RunState.RUNNING, null, null, null, null, false);
	}

	/// The row with what an inspection of the living container says; empty if that is
	/// nothing new.
	Optional<RunRecord> described(RunRecord now, Container container, Limits limits, Instant startedAt) {
		RunRecord named = now.named(this.names.of(container.id(), container.name(), container.labels()),
				container.name());
		// an Engine that is just taking a container's network away shows no address any
		// more
		List<String> addresses = container.addresses().isEmpty() ? now.addresses() : container.addresses();
		return changed(now,
				new RunRecord(now.key(), now.revision(), named.runner(), named.formerNames(), now.slice(),
						now.container(), named.containerName(), container.image(), container.labels(),
						container.networkMode(), addresses, limits, startedAt, now.startSeen(), livingState(container),
						null, null, now.oomKilled(), null, false));
	}

	/// The row under a new container name; empty if it has that name already.
	Optional<RunRecord> renamed(RunRecord now, String containerName) {
		return changed(now, now.named(this.names.of(now.container(), containerName, now.labels()), containerName));
	}

	/// The row in another state of life; empty if it is in it already.
	Optional<RunRecord> inState(RunRecord now, RunState state) {
		return changed(now, now.inState(state));
	}

	/// The row of a run in whose container the OOM killer struck; empty if it says so
	/// already.
	Optional<RunRecord> outOfMemory(RunRecord now) {
		return changed(now, now.outOfMemory());
	}

	/// The row under other bounds; empty if it has them already.
	Optional<RunRecord> limitedTo(RunRecord now, Limits limits) {
		return changed(now, now.limitedTo(limits));
	}

	/// The row of a run that is over, with its totals; empty if it says so already. What
	/// is not known keeps its value.
	Optional<RunRecord> ended(RunRecord now, Totals totals, Instant endedAt, @Nullable Integer exitCode,
			@Nullable Boolean oomKilled) {
		RunRecord ended = now.ended(endedAt, exitCode, oomKilled);
		Instant end = (ended.endedAt() != null) ? ended.endedAt() : endedAt;
		return changed(now, ended.closed(closing(totals, ended.startedAt(), end)));
	}

	/// The row of a run that ended while no agent was running: its last stored sample
	/// closes it until the Engine says more.
	RunRecord orphaned(OpenRun run) {
		RunRecord record = run.record().ended(run.lastAt(), null, null);
		Totals totals = new Totals(run.lastAt(), false, Totals.Inexactness.AGENT_DOWN, List.of(), run.last(), -1,
				List.of(), 0, 0, null, null);
		return record.closed(closing(totals, record.startedAt(), run.lastAt())).atRevision(this.revisions.next());
	}

	/// The row of a missed run with what came to be known since; empty if that is nothing
	/// new.
	Optional<RunRecord> amended(RunRecord now, Instant endedAt, @Nullable Integer exitCode,
			@Nullable Boolean oomKilled) {
		RunRecord ended = now.ended(endedAt, exitCode, oomKilled);
		ClosingRecord closing = ended.closing();
		if (closing == null || ended.endedAt() == null) {
			return changed(now, ended);
		}
		return changed(now, ended.closed(closing.lasting(usecBetween(ended.startedAt(), ended.endedAt()))));
	}

	private Optional<RunRecord> changed(RunRecord now, RunRecord next) {
		return next.equals(now) ? Optional.empty() : Optional.of(next.atRevision(this.revisions.next()));
	}

	/// A busy Engine tells a start that is seconds later than the cgroup's appearance,
	/// even
	/// later than the exit: what the kernel showed counts then.
	private ClosingRecord closing(Totals totals, Instant startedAt, Instant endedAt) {
		Readings readings = totals.readings();
		Instant watchedFrom = totals.watchedFrom();
		Instant from = (watchedFrom != null && watchedFrom.isBefore(startedAt)) ? watchedFrom : startedAt;
		Long lived = totals.livedUsec();
		long readAfterUsec = (lived != null) ? lived : usecBetween(from, totals.at());
		long durationUsec = totals.exact() ? readAfterUsec : usecBetween(from, endedAt);
		Long usage = value(readings, Metric.CPU_USAGE_USEC);
		boolean fromKernel = readings.has(Metric.MEMORY_PEAK_BYTES);
		Long peak = fromKernel ? Long.valueOf(readings.get(Metric.MEMORY_PEAK_BYTES))
				: (totals.largestMemoryBytes() >= 0) ? Long.valueOf(totals.largestMemoryBytes()) : null;
		boolean whole = watchedFrom != null;
		return new ClosingRecord(totals.exact(), totals.inexact(),
				(totals.reason() != null) ? totals.reason().label() : null, totals.at(), durationUsec, usage,
				ClosingRecord.mean(usage, readAfterUsec), peak,
				(peak == null) ? null : fromKernel ? "kernel" : "samples", value(readings, Metric.OOM_KILLS),
				totals.oomKillMoments(), value(readings, Metric.NETWORK_RECEIVED_BYTES),
				value(readings, Metric.NETWORK_SENT_BYTES), value(readings, Metric.IO_READ_BYTES),
				value(readings, Metric.IO_WRITE_BYTES), whole ? totals.samples() : null,
				whole ? durationUsec / (this.interval.toNanos() / 1000) + 1 : null,
				(whole && durationUsec > 0) ? Math.min(1.0, (double) totals.coveredUsec() / durationUsec) : null);
	}

	private static ClosingRecord neverRead(Instant startedAt, Instant endedAt) {
		return new ClosingRecord(false, List.of(), Totals.Inexactness.NEVER_READ.label(), endedAt,
				usecBetween(startedAt, endedAt), null, null, null, null, null, List.of(), null, null, null, null, 0L,
				null, 0.0);
	}

	private static long usecBetween(Instant startedAt, Instant endedAt) {
		return Math.max(0, Duration.between(startedAt, endedAt).toNanos() / 1000);
	}

	private static @Nullable Long value(Readings readings, Metric metric) {
		return readings.has(metric) ? readings.get(metric) : null;
	}

	private static RunState livingState(Container container) {
		return (container.status() == Container.Status.PAUSED) ? RunState.PAUSED : RunState.RUNNING;
	}

}
