package io.slicemeter.sampling;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.OomKill;
import io.slicemeter.runner.Readings;
import io.slicemeter.timeseries.RunSample;
import org.jspecify.annotations.Nullable;

/// What the samples of one run come to: kept while they are taken, for the totals that
/// close it. Guarded by the run's lock.
final class Tally {

	private final @Nullable Instant watchedFrom;

	private final List<OomKill> oomKillMoments = new ArrayList<>();

	private long oomKills = -1;

	private long largestMemoryBytes = -1;

	private long samples;

	private long coveredUsec;

	/// @param watchedFrom whether the agent saw the run start
	Tally(@Nullable Instant watchedFrom) {
		this.watchedFrom = watchedFrom;
	}

	/// The run's counters were seen at 0.
	void beginsAtZero() {
		this.oomKills = 0;
	}

	/// A sample was taken.
	/// @param coveredUsec the time that it covers; null at first sight
	void sampled(Readings readings, @Nullable Long coveredUsec) {
		if (readings.has(Metric.MEMORY_CURRENT_BYTES)) {
			this.largestMemoryBytes = Math.max(this.largestMemoryBytes, readings.get(Metric.MEMORY_CURRENT_BYTES));
		}
		if (this.oomKills < 0 && readings.has(Metric.OOM_KILLS)) {
			this.oomKills = readings.get(Metric.OOM_KILLS);
		}
		this.samples++;
		this.coveredUsec += (coveredUsec != null) ? coveredUsec : 0;
	}

	/// The OOM killer may have struck again.
	void noteOomKills(Readings readings, Instant at) {
		if (!readings.has(Metric.OOM_KILLS)) {
			return;
		}
		long kills = readings.get(Metric.OOM_KILLS);
		if (this.oomKills >= 0 && kills > this.oomKills) {
			this.oomKillMoments.add(new OomKill(at, kills - this.oomKills));
		}
		this.oomKills = kills;
	}

	/// The moments of OOM kills so far.
	List<OomKill> oomKillMoments() {
		return List.copyOf(this.oomKillMoments);
	}

	/// The totals by a last reading.
	/// @param reason why it is not exact; null if it is
	/// @param inexact the metrics that have the value of the last sample
	Totals totals(Instant at, Totals.@Nullable Inexactness reason, Readings readings, List<String> inexact) {
		// the event of a kill may have been read after the last sample
		if (this.oomKills > 0 && (!readings.has(Metric.OOM_KILLS) || readings.get(Metric.OOM_KILLS) < this.oomKills)) {
			readings.set(Metric.OOM_KILLS, this.oomKills);
		}
		return new Totals(at, reason == null, reason, inexact, readings, this.largestMemoryBytes, oomKillMoments(),
				this.samples, this.coveredUsec, this.watchedFrom, null);
	}

	/// Gives what could not be read at the exit the value of the last sample.
	/// @param last the last sample; null if there is none
	/// @param unread what there was to read and could not be read: without a sample it
	/// stays absent
	/// @return the names of all these metrics
	static List<String> fill(Readings readings, @Nullable RunSample last, Set<Metric> unread) {
		List<String> filled = new ArrayList<>();
		for (Metric metric : Metric.read()) {
			if (!outlives(metric) || readings.has(metric)) {
				continue;
			}
			if (last != null && last.readings().has(metric)) {
				readings.set(metric, last.readings().get(metric));
				filled.add(metric.jsonName());
			}
			else if (unread.contains(metric)) {
				filled.add(metric.jsonName());
			}
		}
		return filled;
	}

	/// Whether a metric still means something when the processes are gone.
	static boolean outlives(Metric metric) {
		return metric.isCounter() || metric == Metric.MEMORY_PEAK_BYTES;
	}

}
