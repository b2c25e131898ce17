package io.slicemeter.sampling;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

import io.slicemeter.engine.Container;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.Source;

/// Where the figures of runs come from.
sealed interface UsageSource permits CgroupSource, DockerSource {

	/// Which source it is.
	Source kind();

	/// The lifetime that a living container is in now; empty if it can't be found or is
	/// not tracked.
	Optional<Lifetime> locate(Container container, WatchedSlices watched);

	/// Whether what an inspection says is of this run, and not of one of the container
	/// before it.
	boolean holds(TrackedRun run, Container container);

	/// Opens the reader of a lifetime.
	/// @throws IOException if it ended meanwhile
	UsageReader open(Lifetime lifetime, ContainerId container) throws IOException;

	/// The point on the reader's timeline at which a run began.
	long beginNanos(Instant startedAt);

}
