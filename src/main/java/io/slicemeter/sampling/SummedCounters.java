package io.slicemeter.sampling;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.SliceName;
import org.jspecify.annotations.Nullable;

/// What the runs of a slice used since the agent began to look, as counters of the slice:
/// the increases of its runs, ended ones included, added up. Stands in for what a slice's
/// own files don't tell.
///
/// Belongs to the sampling thread.
final class SummedCounters {

	private final Predicate<Metric> summed;

	private final Map<SliceName, Readings> totals = new HashMap<>();

	private final Map<RunKey, Readings> last = new HashMap<>();

	/// @param summed which counters are summed
	SummedCounters(Predicate<Metric> summed) {
		this.summed = summed;
	}

	/// Takes the newest readings of a run.
	/// @param fromZero whether the counters of a run that was not seen before began at 0
	/// under the agent's eyes
	void add(RunKey run, SliceName slice, Readings readings, boolean fromZero) {
		Readings totals = this.totals.computeIfAbsent(slice, (name) -> new Readings());
		Readings before = this.last.get(run);
		for (Metric metric : Metric.read()) {
			if (metric.isCounter() && this.summed.test(metric) && readings.has(metric)) {
				totals.add(metric, increase(metric, before, readings, fromZero));
			}
		}
		if (before == null) {
			this.last.put(run, readings.copy());
		}
		else {
			before.copyFrom(readings);
		}
	}

	private static long increase(Metric metric, @Nullable Readings before, Readings now, boolean fromZero) {
		if (before == null) {
			return fromZero ? now.get(metric) : 0;
		}
		return before.has(metric) ? Math.max(0, now.get(metric) - before.get(metric)) : 0;
	}

	/// Adds the totals of a slice and the ones nested in it.
	void addTotals(SliceName slice, Readings into) {
		this.totals.forEach((name, totals) -> {
			if (slice.contains(name)) {
				for (Metric metric : Metric.read()) {
					if (totals.has(metric)) {
						into.add(metric, totals.get(metric));
					}
				}
			}
		});
	}

	/// Forgets the runs that are not open any more; their increases stay in the totals.
	void retain(Predicate<RunKey> open) {
		this.last.keySet().removeIf(open.negate());
	}

}
