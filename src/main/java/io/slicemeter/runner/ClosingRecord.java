package io.slicemeter.runner;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/// The totals of a run, read between its last process's exit and the removal of its
/// cgroup. What is null was never readable.
///
/// @param exact whether the CPU time was read after the last process's exit
/// @param inexact the metrics that could not be read then: they have the value of the last
/// sample, or are absent where there was none
/// @param reason why the record is not exact, e.g. `exit-missed`; null if it is
/// @param at when it was read; of an inexact record the moment of the last sample
/// @param durationUsec from the run's start to its end, by the monotonic clock where its
/// start was seen
/// @param cpuUsageUsec all CPU time that it used
/// @param cpuMeanMillicores that time ÷ the time from the run's start to `at`, which is
/// its duration where the record is exact
/// @param memoryPeakBytes its memory peak
/// @param memoryPeakFrom `kernel` for `memory.peak`, `samples` for the largest sample
/// (kernels before 5.19)
/// @param oomKills processes that the OOM killer ended
/// @param oomKillMoments when it did
/// @param networkReceivedBytes all bytes received
/// @param networkSentBytes all bytes sent, with what the kernel sent after the exit
/// @param ioReadBytes all bytes read from disks
/// @param ioWriteBytes all bytes written to disks
/// @param samples how many samples were taken, this record's included; null where a part
/// of the run was not under the agent's eyes
/// @param samplesExpected how many ticks it lived through, and this record
/// @param coverage the time that its samples cover ÷ its duration; null as for `samples`
public record ClosingRecord(boolean exact, List<String> inexact, @Nullable String reason, Instant at, long durationUsec,
		@Nullable Long cpuUsageUsec, @Nullable Double cpuMeanMillicores, @Nullable Long memoryPeakBytes,
		@Nullable String memoryPeakFrom, @Nullable Long oomKills, List<OomKill> oomKillMoments,
		@Nullable Long networkReceivedBytes, @Nullable Long networkSentBytes, @Nullable Long ioReadBytes,
		@Nullable Long ioWriteBytes, @Nullable Long samples, @Nullable Long samplesExpected,
		@Nullable Double coverage) {

	public ClosingRecord {
		inexact = List.copyOf(inexact);
		oomKillMoments = List.copyOf(oomKillMoments);
	}

	/// The same totals of a run that lasted so long.
	public ClosingRecord lasting(long durationUsec) {
		return new ClosingRecord(this.exact, this.inexact, this.reason, this.at, durationUsec, this.cpuUsageUsec,
				this.cpuMeanMillicores, this.memoryPeakBytes, this.memoryPeakFrom, this.oomKills, this.oomKillMoments,
				this.networkReceivedBytes, this.networkSentBytes, this.ioReadBytes, this.ioWriteBytes, this.samples,
				this.samplesExpected, this.coverage);
	}

	/// The mean CPU use in millicores over the time in which it was used; null where it
	/// is
	/// not known.
	public static @Nullable Double mean(@Nullable Long cpuUsageUsec, long usedWithinUsec) {
		return (cpuUsageUsec != null && usedWithinUsec > 0) ? cpuUsageUsec * 1000.0 / usedWithinUsec : null;
	}

}
