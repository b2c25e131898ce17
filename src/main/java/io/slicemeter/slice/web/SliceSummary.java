package io.slicemeter.slice.web;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.slicemeter.runner.SliceName;
import io.slicemeter.slice.Promised;
import io.slicemeter.slice.Room;
import io.slicemeter.slice.SliceTotals;
import io.slicemeter.timeseries.TimeRange;
import io.slicemeter.timeseries.Usage;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// What a slice used over a range, and what is left of it now.
@Schema(description = "What a slice used over a range with its nested slices, and what is left of it now.")
record SliceSummary(String slice,
		@Schema(description = "The host; null for the sum over all hosts.") @Nullable String host,
		@Schema(description = "How many hosts were asked.") int hosts, Instant from, Instant to,
		@Nullable BigDecimal coverage, SliceCpu cpu, Usage.Memory memory, Usage.Network network, Usage.Io io,
		SliceTotals.Turnover runners, @Nullable Long oomKills, Usage.Pressure pressure, Top top,
		@Schema(description = "Null where every host is silent.") @Nullable Room headroom,
		@Schema(description = "Null where every host is silent.") @Nullable Promised promised, String percentilesFrom) {

	static SliceSummary of(SliceName slice, @Nullable String host, TimeRange range, SliceTotals totals) {
		Usage usage = Usage.of(totals.usage());
		SliceCpu cpu = new SliceCpu(usage.cpu(), totals.unattributedUsec(), slice.holdsServices());
		return new SliceSummary(slice.value(), host, totals.hosts().size(), range.from(), range.to(), usage.coverage(),
				cpu, usage.memory(), usage.network(), usage.io(), totals.runners(), usage.oomKills(), usage.pressure(),
				new Top(totals.topCpu(), totals.topMemory()), totals.headroom(), totals.promised(),
				usage.percentilesFrom());
	}

	/// CPU of a slice.
	@Schema(name = "SliceCpuUsage", description = "CPU of a slice.")
	record SliceCpu(@JsonUnwrapped Usage.Cpu cpu, @Schema(
			description = "CPU time of the slice that no run used, in µs; null where the slice's figures are the sum of "
					+ "its runs (source `docker`).") @Nullable Long unattributedUsec,
			@Schema(description = "Whether services of the host run in the slice too, so that their time is unattributed.") boolean unattributedIncludesServices) {
	}

	/// The runners that used most.
	@Schema(name = "TopRunners", description = "The runners that used most, the greediest first.")
	record Top(List<SliceTotals.CpuOfRunner> cpu, List<SliceTotals.MemoryOfRunner> memory) {
	}

}
