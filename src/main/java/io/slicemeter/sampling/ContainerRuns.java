package io.slicemeter.sampling;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.slicemeter.engine.EngineEvent;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunRecord;
import org.jspecify.annotations.Nullable;

/// The newest runs of one container, oldest first, and which of them the Engine means.
///
/// The Engine speaks of a container; which of its lifetimes it means is told by what the
/// kernel showed: an exit can only be of a run whose last process has left.
final class ContainerRuns {

	/// A container that restarts faster than the Engine tells has some runs at once.
	private static final int REMEMBERED = 8;

	private final List<TrackedRun> runs = new ArrayList<>();

	/// The start that no run could be found for yet.
	private EngineEvent.@Nullable Started pendingStart;

	/// Lifetimes that ended before they could be read, known by their rows alone.
	private final List<RunRecord> missed = new ArrayList<>();

	void add(TrackedRun run) {
		if (this.runs.size() == REMEMBERED) {
			this.runs.removeFirst();
		}
		this.runs.add(run);
	}

	void addMissed(RunRecord record) {
		if (this.missed.size() == REMEMBERED) {
			this.missed.removeFirst();
		}
		this.missed.removeIf((other) -> other.key().equals(record.key()));
		this.missed.add(record);
	}

	/// The missed lifetime that began at this moment, which the database keeps in µs.
	@Nullable RunRecord missedAt(Instant startedAt) {
		return this.missed.stream()
			.filter((record) -> Duration.between(record.startedAt(), startedAt).abs().toNanos() <= 1000)
			.findFirst()
			.orElse(null);
	}

	/// Whether a missed lifetime is this run.
	boolean isMissed(RunKey key) {
		return this.missed.stream().anyMatch((record) -> record.key().equals(key));
	}

	/// Whether a missed lifetime covers this moment.
	boolean isMissed(Instant at) {
		return this.missed.stream()
			.anyMatch((record) -> !record.startedAt().isAfter(at) && record.endedAt() != null
					&& !record.endedAt().isBefore(at));
	}

	/// The newest run that is open.
	@Nullable TrackedRun open() {
		for (TrackedRun run : this.runs.reversed()) {
			if (run.totals() == null) {
				return run;
			}
		}
		return null;
	}

	/// The oldest run that nobody has named.
	@Nullable TrackedRun unnamed() {
		return this.runs.stream().filter(TrackedRun::isUnnamed).findFirst().orElse(null);
	}

	/// The run that the Engine says began at this moment.
	@Nullable TrackedRun startedAt(Instant startedAt) {
		for (TrackedRun run : this.runs.reversed()) {
			RunRecord record = run.record();
			if (record != null && record.startedAt().equals(startedAt)) {
				return run;
			}
		}
		return null;
	}

	/// The run whose end the Engine tells with a die event: the newest that had ended by
	/// then, else the open one if its exit may have been missed.
	@Nullable TrackedRun diedAt(Instant at) {
		for (TrackedRun run : this.runs.reversed()) {
			Totals totals = run.totals();
			if (totals != null && !totals.at().isAfter(at)) {
				RunRecord record = run.record();
				if (record == null || record.exitCode() == null) {
					return run;
				}
				break;
			}
		}
		TrackedRun open = open();
		if (open != null && open.mayBeOver() && !beginOf(open).isAfter(at)) {
			return open;
		}
		// after a step of the wall clock no moment fits: the Engine tells ends in their
		// order
		return this.runs.stream().filter(ContainerRuns::isWithoutExitCode).findFirst().orElse(null);
	}

	private static boolean isWithoutExitCode(TrackedRun run) {
		RunRecord record = run.record();
		return run.totals() != null && (record == null || record.exitCode() == null);
	}

	/// The run that lived at this moment: the newest that had appeared by then, else the
	/// open one.
	@Nullable TrackedRun aliveAt(Instant at) {
		for (TrackedRun run : this.runs.reversed()) {
			if (!run.appearedAt().isAfter(at)) {
				return run;
			}
		}
		return open();
	}

	/// Whether a run that is over was still alive at this moment, beside the given one.
	boolean wasOneAlive(Instant at, TrackedRun but) {
		return this.runs.stream()
			.filter((run) -> run != but)
			.map(TrackedRun::totals)
			.anyMatch((totals) -> totals != null && totals.at().isAfter(at));
	}

	/// The newest run that is over: closed, or its cgroup is gone.
	@Nullable TrackedRun over() {
		for (TrackedRun run : this.runs.reversed()) {
			if (run.totals() != null || run.mayBeOver()) {
				return run;
			}
		}
		return null;
	}

	/// All runs that are open.
	List<TrackedRun> allOpen() {
		return this.runs.stream().filter((run) -> run.totals() == null).toList();
	}

	/// The run of this key, open or over.
	@Nullable TrackedRun find(RunKey key) {
		return this.runs.stream().filter((run) -> run.key().equals(key)).findFirst().orElse(null);
	}

	void pendingStart(EngineEvent.@Nullable Started started) {
		this.pendingStart = started;
	}

	EngineEvent.@Nullable Started pendingStart() {
		return this.pendingStart;
	}

	static Instant beginOf(TrackedRun run) {
		RunRecord record = run.record();
		return (record != null) ? record.startedAt() : run.appearedAt();
	}

}
