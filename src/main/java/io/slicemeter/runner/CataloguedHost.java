package io.slicemeter.runner;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/// A host as the catalogue knows it.
///
/// @param id what names it in tables
/// @param name its name
/// @param cpus how many CPUs it has
/// @param cpuMegahertz the mean frequency of its CPUs; null where it is not known
/// @param memoryBytes MemTotal
/// @param source where its figures come from
/// @param cgroupVersion 1 or 2
/// @param dockerVersion the Engine's version; null while there is no Engine
/// @param kernelVersion the kernel's release; null where it is not known
/// @param agentVersion the version of Slicemeter that runs there
/// @param interval the time between two of its ticks
/// @param capabilities what its runs and slices can tell: `cgroup`, `memory.peak`,
/// `pressure`
/// @param firstSeenAt when it was first heard of, by the database's clock
/// @param lastSeenAt when it was last heard of, by the database's clock
/// @param clockOffset its clock minus the database's
/// @param silent whether it was not heard of for longer than
/// `slicemeter.host.silent-after`, by the database's clock
public record CataloguedHost(HostId id, String name, int cpus, @Nullable Integer cpuMegahertz, long memoryBytes,
		Source source, int cgroupVersion, @Nullable String dockerVersion, @Nullable String kernelVersion,
		String agentVersion, Duration interval, List<String> capabilities, Instant firstSeenAt, Instant lastSeenAt,
		Duration clockOffset, boolean silent) {

	private static final Duration SHORTEST_LIFE = Duration.ofSeconds(30);

	public CataloguedHost {
		capabilities = List.copyOf(capabilities);
	}

	/// What the host can do at most with its CPUs.
	public long cpuMillicores() {
		return this.cpus * 1000L;
	}

	/// From when on one of its samples still tells of the present: three ticks back, but
	/// at least 30 s, which leaves room for a writer that is behind.
	public Instant currentSince(Instant now) {
		Duration life = this.interval.multipliedBy(3);
		return now.minus((life.compareTo(SHORTEST_LIFE) < 0) ? SHORTEST_LIFE : life);
	}

}
