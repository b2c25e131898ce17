package io.slicemeter.timeseries;

import java.math.BigDecimal;
import java.util.Map;

import io.slicemeter.runner.Figures;
import io.slicemeter.runner.Metric;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// What was used over a range, by resource, as clients see it; null where nothing was
/// read.
///
/// @param coverage which share of the lived time is covered by samples
/// @param cpu CPU
/// @param memory memory
/// @param network traffic
/// @param io disks
/// @param oomKills processes that the OOM killer ended
/// @param pressure for how long tasks waited
/// @param percentilesFrom what the percentiles were made from
public record Usage(@Nullable BigDecimal coverage, Cpu cpu, Memory memory, Network network, Io io,
		@Nullable Long oomKills, Pressure pressure, String percentilesFrom) {

	/// Groups a summary by resource.
	public static Usage of(UsageSummary summary) {
		Map<Metric, Long> increases = summary.increases();
		return new Usage(Figures.rounded(summary.coverage()), Cpu.of(summary.cpu(), increases), Memory.of(summary),
				Network.of(increases), Io.of(increases), increases.get(Metric.OOM_KILLS), Pressure.of(increases),
				summary.percentilesFrom());
	}

	/// CPU time in µs, and use in millicores.
	@Schema(name = "CpuUsage",
			description = "CPU time in µs and use in millicores (1000 = one busy core); null where nothing was read.")
	public record Cpu(@Nullable Long usageUsec, @Nullable Long userUsec, @Nullable Long systemUsec,
			@Nullable BigDecimal meanMillicores, @Nullable BigDecimal minMillicores, @Nullable BigDecimal p50Millicores,
			@Nullable BigDecimal p95Millicores, @Nullable BigDecimal maxMillicores, @Nullable Long periods,
			@Nullable Long throttledPeriods, @Nullable Long throttledUsec) {

		static Cpu of(UsageSummary.Distribution use, Map<Metric, Long> increases) {
			return new Cpu(increases.get(Metric.CPU_USAGE_USEC), increases.get(Metric.CPU_USER_USEC),
					increases.get(Metric.CPU_SYSTEM_USEC), Figures.rounded(use.mean()), Figures.rounded(use.min()),
					Figures.rounded(use.p50()), Figures.rounded(use.p95()), Figures.rounded(use.max()),
					increases.get(Metric.CPU_PERIODS), increases.get(Metric.CPU_THROTTLED_PERIODS),
					increases.get(Metric.CPU_THROTTLED_USEC));
		}

	}

	/// The working set, and the peak with where it is from: `kernel` (its own high-water
	/// mark since the run began), or `samples` where the kernel keeps none.
	@Schema(name = "MemoryUsage",
			description = "The working set in bytes, and the peak with where it is from: `kernel` (its own high-water mark) or "
					+ "`samples` (the largest sample, where the kernel keeps no mark).")
	public record Memory(@Nullable BigDecimal meanBytes, @Nullable BigDecimal minBytes, @Nullable BigDecimal p50Bytes,
			@Nullable BigDecimal p95Bytes, @Nullable BigDecimal maxBytes, @Nullable Number peakBytes,
			@Nullable String peakFrom) {

		static Memory of(UsageSummary summary) {
			UsageSummary.Distribution use = summary.memory();
			BigDecimal largest = Figures.rounded(use.max());
			Long kernelPeak = summary.memoryPeakBytes();
			return new Memory(Figures.rounded(use.mean()), Figures.rounded(use.min()), Figures.rounded(use.p50()),
					Figures.rounded(use.p95()), largest, (kernelPeak != null) ? kernelPeak : largest,
					(kernelPeak != null) ? "kernel" : (largest != null) ? "samples" : null);
		}

	}

	/// Traffic of the runners' own interfaces.
	@Schema(name = "NetworkUsage", description = "Traffic of the runners' own interfaces.")
	public record Network(@Nullable Long receivedBytes, @Nullable Long sentBytes, @Nullable Long receivedPackets,
			@Nullable Long sentPackets, @Nullable Long errors, @Nullable Long drops) {

		static Network of(Map<Metric, Long> increases) {
			return new Network(increases.get(Metric.NETWORK_RECEIVED_BYTES), increases.get(Metric.NETWORK_SENT_BYTES),
					increases.get(Metric.NETWORK_RECEIVED_PACKETS), increases.get(Metric.NETWORK_SENT_PACKETS),
					increases.get(Metric.NETWORK_ERRORS), increases.get(Metric.NETWORK_DROPS));
		}

	}

	/// What went to and came from disks.
	@Schema(name = "IoUsage", description = "What was read from and written to disks, in bytes and in operations.")
	public record Io(@Nullable Long readBytes, @Nullable Long writeBytes, @Nullable Long reads, @Nullable Long writes) {

		static Io of(Map<Metric, Long> increases) {
			return new Io(increases.get(Metric.IO_READ_BYTES), increases.get(Metric.IO_WRITE_BYTES),
					increases.get(Metric.IO_READS), increases.get(Metric.IO_WRITES));
		}

	}

	/// For how long some or all tasks waited for a resource, in µs.
	@Schema(name = "Pressure",
			description = "For how long some or all tasks waited for a resource, in µs; null where the kernel does not tell.")
	public record Pressure(@Nullable Long cpuSomeUsec, @Nullable Long cpuFullUsec, @Nullable Long memorySomeUsec,
			@Nullable Long memoryFullUsec, @Nullable Long ioSomeUsec, @Nullable Long ioFullUsec) {

		static Pressure of(Map<Metric, Long> increases) {
			return new Pressure(increases.get(Metric.CPU_PRESSURE_SOME_USEC),
					increases.get(Metric.CPU_PRESSURE_FULL_USEC), increases.get(Metric.MEMORY_PRESSURE_SOME_USEC),
					increases.get(Metric.MEMORY_PRESSURE_FULL_USEC), increases.get(Metric.IO_PRESSURE_SOME_USEC),
					increases.get(Metric.IO_PRESSURE_FULL_USEC));
		}

	}

}
