package io.slicemeter.slice;

import java.util.List;

import io.slicemeter.timeseries.UsageSummary;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// What a slice used over a range, and how it is now.
///
/// @param hosts the names of the hosts that were asked
/// @param usage what it used
/// @param unattributedUsec CPU time of the slice that no run used, in µs; null where the
/// slice's figures are the sum of its runs
/// @param runners how many came and went
/// @param topCpu the runners that used most CPU time
/// @param topMemory the runners with the largest working set
/// @param headroom what is left now; null where every host is silent
/// @param promised what the active runs may use; null where every host is silent
public record SliceTotals(List<String> hosts, UsageSummary usage, @Nullable Long unattributedUsec, Turnover runners,
		List<CpuOfRunner> topCpu, List<MemoryOfRunner> topMemory, @Nullable Room headroom,
		@Nullable Promised promised) {

	/// How many runners and runs came and went.
	///
	/// @param active runners with a run that was alive at the end of the range; runs of
	/// silent hosts don't count
	/// @param started runs that started within the range
	/// @param ended runs that ended within the range
	@Schema(name = "Turnover",
			description = "`active`: runners with a run alive at the end of the range (those of silent hosts don't count); "
					+ "`started` and `ended`: runs that did so within the range.")
	public record Turnover(long active, long started, long ended) {
	}

	/// The CPU time of one runner in the range.
	@Schema(description = "The CPU time that a runner used in the range, in µs.")
	public record CpuOfRunner(String runner, String host, long usageUsec) {
	}

	/// The largest working set of one runner's runs in the range.
	@Schema(description = "The largest working set of a runner's runs in the range, in bytes.")
	public record MemoryOfRunner(String runner, String host, long maxBytes) {
	}

}
