package io.slicemeter.sampling;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.SliceName;
import io.slicemeter.timeseries.RunSample;
import org.jspecify.annotations.Nullable;

/// What the runs of a slice used since the agent began to look, as counters of the slice:
/// the increases of its runs, ended ones included, added up. Stands in for what a slice's
/// own files don't tell.
///
/// A series tells increases only from its first value on. So the first value of a sum
/// must be the one from before its runs used anything: where [#begins] says that a sum
/// has come up in this tick, a row with [#addSettled] belongs in front of it.
///
/// Belongs to the sampling thread.
final class SummedCounters {

	private final Predicate<Metric> summed;

	private final Map<SliceName, Readings> totals = new HashMap<>();

	/// The totals as the last tick left them.
	private final Map<SliceName, Readings> settled = new HashMap<>();

	/// The newest value of each counter of each run.
	private final Map<RunKey, Readings> last = new HashMap<>();

	/// When the first of the runs began whose first reading came in this tick, of those
	/// that were seen to start.
	private final Map<SliceName, Instant> begun = new HashMap<>();

	/// @param summed which counters are summed
	SummedCounters(Predicate<Metric> summed) {
		this.summed = summed;
	}

	/// Takes a reading of a run. The counters of one that was seen to start began at 0;
	/// what another used before its first reading is not known.
	void add(TrackedRun run, RunSample reading) {
		Readings totals = this.totals.computeIfAbsent(run.slice(), (name) -> new Readings());
		Readings before = this.last.get(run.key());
		if (before == null) {
			before = new Readings();
			this.last.put(run.key(), before);
			if (run.startSeen()) {
				this.begun.merge(run.slice(), ContainerRuns.beginOf(run), SummedCounters::earlier);
			}
		}
		Readings now = reading.readings();
		for (Metric metric : Metric.read()) {
			if (metric.isCounter() && this.summed.test(metric) && now.has(metric)) {
				long increase = before.has(metric) ? Math.max(0, now.get(metric) - before.get(metric))
						: run.startSeen() ? now.get(metric) : 0;
				totals.add(metric, increase);
				before.set(metric, now.get(metric));
			}
		}
	}

	/// Adds the totals of a slice and the ones nested in it.
	void addTotals(SliceName slice, Readings into) {
		add(this.totals, slice, into);
	}

	/// Adds what the totals of a slice and the ones nested in it were before this tick: 0
	/// for a counter that came up in it.
	void addSettled(SliceName slice, Readings into) {
		add(this.settled, slice, into);
		Readings totals = new Readings();
		addTotals(slice, totals);
		for (Metric metric : Metric.read()) {
			if (totals.has(metric) && this.summed.test(metric) && !into.has(metric)) {
				into.set(metric, 0);
			}
		}
	}

	/// Whether a counter of the slice that was absent before has already grown in this
	/// tick.
	boolean begins(SliceName slice) {
		Readings before = new Readings();
		add(this.settled, slice, before);
		Readings now = new Readings();
		addTotals(slice, now);
		for (Metric metric : Metric.read()) {
			if (now.has(metric) && now.get(metric) > 0 && !before.has(metric)) {
				return true;
			}
		}
		return false;
	}

	/// When the first run of the slice began of which this tick brought the first
	/// reading; null if none was seen to start.
	@Nullable Instant begunAt(SliceName slice) {
		Instant first = null;
		for (Map.Entry<SliceName, Instant> begun : this.begun.entrySet()) {
			if (slice.contains(begun.getKey())) {
				first = (first != null) ? earlier(first, begun.getValue()) : begun.getValue();
			}
		}
		return first;
	}

	/// The tick is over.
	void settle() {
		this.totals
			.forEach((name, totals) -> this.settled.computeIfAbsent(name, (slice) -> new Readings()).copyFrom(totals));
		this.begun.clear();
	}

	/// Forgets a slice that is gone. What its runs used stays with the slice that it was
	/// nested in.
	void forget(SliceName slice) {
		fold(this.totals, slice);
		fold(this.settled, slice);
	}

	private static void fold(Map<SliceName, Readings> sums, SliceName slice) {
		Readings sum = sums.remove(slice);
		if (sum == null) {
			return;
		}
		slice.parent().ifPresent((parent) -> {
			Readings into = sums.computeIfAbsent(parent, (name) -> new Readings());
			for (Metric metric : Metric.read()) {
				if (sum.has(metric)) {
					into.add(metric, sum.get(metric));
				}
			}
		});
	}

	/// Forgets the runs that are not open any more; their increases stay in the totals.
	void retain(Predicate<RunKey> open) {
		this.last.keySet().removeIf(open.negate());
	}

	private static void add(Map<SliceName, Readings> sums, SliceName slice, Readings into) {
		sums.forEach((name, sum) -> {
			if (slice.contains(name)) {
				for (Metric metric : Metric.read()) {
					if (sum.has(metric)) {
						into.add(metric, sum.get(metric));
					}
				}
			}
		});
	}

	private static Instant earlier(Instant one, Instant other) {
		return one.isBefore(other) ? one : other;
	}

}
