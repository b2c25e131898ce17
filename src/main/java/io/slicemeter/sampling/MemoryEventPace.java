package io.slicemeter.sampling;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/// How often a run's `memory.events` is read: a job at its memory limit changes it up to
/// 100 times a second. At most one read in a period, and one at its end for what came
/// within it.
///
/// Belongs to the exit watcher's thread.
final class MemoryEventPace {

	private final long periodNanos;

	private final Map<TrackedRun, Period> periods = new HashMap<>();

	MemoryEventPace(Duration period) {
		this.periodNanos = period.toNanos();
	}

	/// The file changed.
	/// @return whether it is to be read now
	boolean event(TrackedRun run, long nowNanos) {
		Period period = this.periods.get(run);
		if (period == null || nowNanos - period.endNanos >= 0) {
			this.periods.put(run, new Period(nowNanos + this.periodNanos, false));
			return true;
		}
		this.periods.put(run, new Period(period.endNanos, true));
		return false;
	}

	/// The runs whose file has to be read now, for what came since the last read.
	List<TrackedRun> due(long nowNanos) {
		if (this.periods.isEmpty()) {
			return List.of();
		}
		List<TrackedRun> due = new ArrayList<>();
		Iterator<Map.Entry<TrackedRun, Period>> entries = this.periods.entrySet().iterator();
		while (entries.hasNext()) {
			Map.Entry<TrackedRun, Period> entry = entries.next();
			if (nowNanos - entry.getValue().endNanos >= 0) {
				if (entry.getValue().changed) {
					due.add(entry.getKey());
				}
				entries.remove();
			}
		}
		return due;
	}

	/// How long until some are due; the longest possible if none will be.
	long dueInNanos(long nowNanos) {
		long soonest = Long.MAX_VALUE;
		for (Period period : this.periods.values()) {
			soonest = Math.min(soonest, Math.max(0, period.endNanos - nowNanos));
		}
		return soonest;
	}

	/// @param endNanos when the file may be read again
	/// @param changed whether it changed since it was read
	private record Period(long endNanos, boolean changed) {
	}

}
