package io.slicemeter.runner;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/// The catalogue's row of one host as its agent sees it now; sent again as the heartbeat.
///
/// @param id what names the host
/// @param revision counts up with every change and heartbeat, also over restarts of the
/// agent
/// @param name its name, `slicemeter.host.name`
/// @param cpus how many CPUs it has
/// @param cpuMegahertz the mean frequency of its CPUs from `/proc/cpuinfo`; null where
/// the kernel does not tell
/// @param memoryBytes MemTotal
/// @param source where its figures come from
/// @param cgroupVersion 1 or 2
/// @param dockerVersion the Engine's version; null while there is no Engine
/// @param kernelVersion the kernel's release
/// @param agentVersion the version of Slicemeter that runs there
/// @param interval the time between two ticks
/// @param capabilities what its runs and slices can tell: `cgroup` (read from the kernel's
/// files, so that ends are exact), `memory.peak` (the kernel's own mark), `pressure`
/// @param agentAt the agent's own clock when it made the record
public record HostRecord(HostId id, long revision, String name, int cpus, @Nullable Integer cpuMegahertz,
		long memoryBytes, Source source, int cgroupVersion, @Nullable String dockerVersion,
		@Nullable String kernelVersion, String agentVersion, Duration interval, List<String> capabilities,
		Instant agentAt) {

	public HostRecord {
		capabilities = List.copyOf(capabilities);
	}

}
