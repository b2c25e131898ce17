package io.slicemeter.history.web;

import java.time.Instant;
import java.util.List;

import io.slicemeter.runner.CataloguedRun;
import io.slicemeter.runner.ClosingRecord;
import io.slicemeter.runner.OomKill;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The totals of a run that is over.
@Schema(name = "Closing",
		description = "The totals of a run, read between its last process's exit and the removal of its "
				+ "cgroup. What is null was never readable.")
record Closing(@Schema(description = "Whether the CPU time was read after the last process's exit.") boolean exact,
		@Schema(description = "The metrics that could not be read any more: they have the value of the last "
				+ "sample, or are null where there was none.") List<String> inexact,
		@Schema(description = "Why it is not exact.", allowableValues = {
				"exit-missed", "source-docker", "agent-down", "never-read" }) @Nullable String reason,
		@Schema(description = "When it was read: the end, or of an inexact record the last sample.") Instant at,
		@Schema(description = "From the run's start to its end.") long durationUsec,
		@Schema(description = "All CPU time that it used until `at`.") @Nullable Long cpuUsageUsec,
		@Schema(description = "That time ÷ the time from its start to `at`, whether samples cover it or not. The mean in "
				+ "`usage` is over the time that samples cover.") @Nullable Double cpuMeanMillicores,
		@Nullable Long memoryPeakBytes,
		@Schema(description = "The kernel's own peak, or the largest sample (kernels before 5.19).",
				allowableValues = { "kernel", "samples" }) @Nullable String memoryPeakFrom,
		@Nullable Long oomKills, List<Moment> oomKillMoments, @Nullable Long networkReceivedBytes,
		@Nullable Long networkSentBytes, @Nullable Long ioReadBytes, @Nullable Long ioWriteBytes,
		@Nullable Long samples, @Nullable Long samplesExpected, @Nullable Double coverage){

	/// When the OOM killer struck, and how often since the moment before.
	@Schema(name = "OomKillMoment")
	record Moment(Instant at, long kills) {

		static Moment of(OomKill kill) {
			return new Moment(kill.at(), kill.kills());
		}

	}

	/// @param coverage by the samples that are stored, where the agent could not tell
	static @Nullable Closing of(CataloguedRun run, @Nullable Double coverage) {
		ClosingRecord closing = run.closing();
		if (closing == null) {
			return null;
		}
		return new Closing(closing.exact(), closing.inexact(), closing.reason(), closing.at(), closing.durationUsec(),
				closing.cpuUsageUsec(), rounded(closing.cpuMeanMillicores()), closing.memoryPeakBytes(),
				closing.memoryPeakFrom(), closing.oomKills(),
				closing.oomKillMoments().stream().map(Moment::of).toList(), closing.networkReceivedBytes(),
				closing.networkSentBytes(), closing.ioReadBytes(), closing.ioWriteBytes(), closing.samples(),
				closing.samplesExpected(), rounded((closing.coverage() != null) ? closing.coverage() : coverage));
	}

	private static @Nullable Double rounded(@Nullable Double value) {
		return (value != null) ? Math.round(value * 1000) / 1000.0 : null;
	}

}
