package io.slicemeter.sampling;

import java.time.Instant;
import java.util.List;

import io.slicemeter.runner.OomKill;
import io.slicemeter.runner.Readings;
import org.jspecify.annotations.Nullable;

/// The last reading of a run, from which its closing record is made.
///
/// @param at when it was read
/// @param exact whether the CPU time was read after the last process's exit
/// @param reason why it is not exact; null if it is
/// @param inexact the metrics that have the value of the last sample, since they could
/// not be read any more
/// @param readings the final counters, and the memory peak
/// @param largestMemoryBytes the largest memory of all samples, for kernels without a
/// peak; negative if there was none
/// @param oomKillMoments when the OOM killer struck
/// @param samples how many samples were taken
/// @param coveredUsec the time that they cover
/// @param watchedFrom when the run appeared under the agent's eyes; null where a part of
/// its life was before
/// @param livedUsec how long it lived, by the monotonic clock: right also where the wall
/// clock stepped meanwhile. Null if not the whole life was watched
record Totals(Instant at, boolean exact, @Nullable Inexactness reason, List<String> inexact, Readings readings,
		long largestMemoryBytes, List<OomKill> oomKillMoments, long samples, long coveredUsec,
		@Nullable Instant watchedFrom, @Nullable Long livedUsec) {

	/// The same of a run that lived so long.
	Totals living(@Nullable Long livedUsec) {
		return new Totals(this.at, this.exact, this.reason, this.inexact, this.readings, this.largestMemoryBytes,
				this.oomKillMoments, this.samples, this.coveredUsec, this.watchedFrom, livedUsec);
	}

	/// Why a closing record is not exact.
	enum Inexactness {

		/// The cgroup was gone before the exit was noticed.
		EXIT_MISSED("exit-missed"),
		/// The Engine's statistics end with the last document before the exit.
		SOURCE_DOCKER("source-docker"),
		/// The run ended while no agent was running.
		AGENT_DOWN("agent-down"),
		/// The run was never read.
		NEVER_READ("never-read");

		private final String label;

		Inexactness(String label) {
			this.label = label;
		}

		/// As it is shown.
		String label() {
			return this.label;
		}

	}

}
