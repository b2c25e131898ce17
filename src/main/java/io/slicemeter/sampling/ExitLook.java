package io.slicemeter.sampling;

import java.util.function.Function;
import java.util.function.Supplier;

import io.slicemeter.cgroup.Population;
import io.slicemeter.cgroup.ReadOutcome;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;

/// Looks whether a cgroup's last process has left, and if so reads the totals.
///
/// A new cgroup is empty too, until its first process comes in: it has used no CPU time
/// yet. But that process may come between the two looks, at the processes and at the CPU
/// time. So whoever was never seen in counts as gone only if nobody is in after CPU time
/// was seen.
final class ExitLook {

	private final Supplier<Population> population;

	private final Function<Readings, ReadOutcome> totals;

	private boolean populatedSeen;

	/// What a look found.
	enum Found {

		/// Processes live, or none came yet.
		NOT_YET,
		/// The last process has left, and the totals were read.
		READ,
		/// The cgroup is gone; nothing could be read.
		MISSED

	}

	ExitLook(Supplier<Population> population, Function<Readings, ReadOutcome> totals) {
		this.population = population;
		this.totals = totals;
	}

	/// @param into the totals, if they were read
	Found look(Readings into) {
		return switch (this.population.get()) {
			case POPULATED -> {
				this.populatedSeen = true;
				yield Found.NOT_YET;
			}
			case UNKNOWN -> Found.MISSED;
			case EMPTY -> read(into);
		};
	}

	private Found read(Readings into) {
		into.clear();
		if (this.totals.apply(into) == ReadOutcome.ENDING) {
			return Found.MISSED;
		}
		if (this.populatedSeen) {
			return Found.READ;
		}
		boolean used = into.has(Metric.CPU_USAGE_USEC) && into.get(Metric.CPU_USAGE_USEC) > 0;
		return used ? again() : Found.NOT_YET;
	}

	private Found again() {
		return switch (this.population.get()) {
			case POPULATED -> {
				this.populatedSeen = true;
				yield Found.NOT_YET;
			}
			case UNKNOWN -> Found.MISSED;
			case EMPTY -> Found.READ;
		};
	}

}
