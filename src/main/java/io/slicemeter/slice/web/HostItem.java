package io.slicemeter.slice.web;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.slicemeter.runner.CataloguedHost;
import io.slicemeter.runner.Figures;
import io.slicemeter.runner.Metric;
import io.slicemeter.slice.HostNow;
import io.slicemeter.slice.Promised;
import io.slicemeter.slice.Room;
import io.slicemeter.timeseries.Current;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A host, as clients see it.
@Schema(name = "Host", description = "A host with its capacity, its use and what is left.")
record HostItem(String host, int cpus, @Nullable Integer cpuMegahertz,
		@Schema(description = "MemTotal, in bytes.") long memoryBytes,
		@Schema(description = "Where its figures come from.", allowableValues = {
				"cgroup", "docker" }) String source,
		int cgroupVersion, @Schema(description = "Null while there is no Engine.") @Nullable String dockerVersion,
		@Nullable String kernelVersion, String agentVersion,
		@Schema(description = "The time between two ticks.") BigDecimal intervalSeconds,
		@Schema(description = "What its runs and slices can tell: `cgroup` (read from the kernel's own files, so that ends "
				+ "are exact), `memory.peak` (peaks are the kernel's own marks), `pressure`.") List<String> capabilities,
		@Schema(description = "When it was first heard of, by the database's clock.") Instant firstSeenAt,
		@Schema(description = "When it was last heard of, by the database's clock.") Instant lastSeenAt,
		@Schema(description = "Whether it has not been heard of for longer than `slicemeter.host.silent-after`.") boolean silent,
		@Schema(description = "Its clock minus the database's.") BigDecimal clockOffsetSeconds,
		@Schema(description = "Active runners; those of a silent host don't count.") Runners runners,
		@Schema(description = "What the whole host uses; null where nothing was sampled lately.") @Nullable Use use,
		@Schema(description = "Null for a silent host.") @Nullable Room headroom,
		@Schema(description = "Null for a silent host.") @Nullable Promised promised){

	static HostItem of(HostNow now) {
		CataloguedHost host = now.host();
		return new HostItem(host.name(), host.cpus(), host.cpuMegahertz(), host.memoryBytes(), host.source().label(),
				host.cgroupVersion(), host.dockerVersion(), host.kernelVersion(), host.agentVersion(),
				seconds(host.interval()), host.capabilities(), host.firstSeenAt(), host.lastSeenAt(), host.silent(),
				seconds(host.clockOffset()), new Runners(now.activeRunners()),
				(now.use() != null) ? Use.of(now.use()) : null, now.headroom(), now.promised());
	}

	private static BigDecimal seconds(Duration duration) {
		BigDecimal seconds = BigDecimal.valueOf(duration.toNanos(), 9).stripTrailingZeros();
		return (seconds.scale() < 0) ? seconds.setScale(0) : seconds;
	}

	/// How many runners are active.
	@Schema(name = "ActiveRunners")
	record Runners(int active) {
	}

	/// What a host uses now.
	///
	/// @param at when it was read
	/// @param cpuMillicores busy CPUs
	/// @param memoryBytes MemTotal − MemAvailable
	@Schema(name = "HostUse",
			description = "The newest sample of the host: busy CPUs in millicores, and MemTotal − MemAvailable in bytes.")
	record Use(Instant at, @Nullable Number cpuMillicores, @Nullable Number memoryBytes) {

		static Use of(Current current) {
			return new Use(current.at(), Figures.shown(current.values().get(Metric.CPU_MILLICORES)),
					Figures.shown(current.values().get(Metric.MEMORY_BYTES)));
		}

	}

}
