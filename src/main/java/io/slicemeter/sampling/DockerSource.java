package io.slicemeter.sampling;

import java.time.Instant;
import java.util.Optional;

import io.slicemeter.engine.Container;
import io.slicemeter.engine.StatisticsStreams;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.SliceName;
import io.slicemeter.runner.Source;

/// The Engine's statistics API: for hosts on cgroup v1 and for remote Engines. A lifetime
/// is told by its start time.
final class DockerSource implements UsageSource {

	private final HostId host;

	private final StatisticsStreams streams;

	DockerSource(HostId host, StatisticsStreams streams) {
		this.host = host;
		this.streams = streams;
	}

	@Override
	public Source kind() {
		return Source.DOCKER;
	}

	@Override
	public Optional<Lifetime> locate(Container container, WatchedSlices watched) {
		SliceName slice = watched.parentOf(container);
		if (container.startedAt() == null || !watched.include(slice)) {
			return Optional.empty();
		}
		return Optional.of(new Lifetime(RunKey.ofStart(this.host, container.id(), container.startedAt()), slice, null));
	}

	@Override
	public boolean holds(TrackedRun run, Container container) {
		// the start is what tells its lifetimes apart
		return true;
	}

	@Override
	public UsageReader open(Lifetime lifetime, ContainerId container) {
		return new StatisticsReader(this.streams.open(container));
	}

	@Override
	public long beginNanos(Instant startedAt) {
		return StatisticsReader.timelineNanos(startedAt);
	}

}
