package io.slicemeter.sampling;

import java.util.HashMap;
import java.util.Map;

import io.slicemeter.runner.ContainerId;
import org.jspecify.annotations.Nullable;

/// The containers that the Engine may still say something about: all with an open run,
/// and the newest of the others.
final class KnownContainers {

	private static final int REMEMBERED = 4096;

	private final Map<ContainerId, ContainerRuns> living = new HashMap<>();

	private final Map<ContainerId, ContainerRuns> settled = new RecentMap<>(REMEMBERED);

	@Nullable ContainerRuns find(ContainerId container) {
		ContainerRuns runs = this.living.get(container);
		return (runs != null) ? runs : this.settled.get(container);
	}

	/// The runs of a container, which is remembered from now on.
	ContainerRuns get(ContainerId container) {
		ContainerRuns runs = this.living.get(container);
		return (runs != null) ? runs : this.settled.computeIfAbsent(container, (id) -> new ContainerRuns());
	}

	/// A run of the container opened.
	ContainerRuns opened(TrackedRun run) {
		ContainerRuns runs = get(run.container());
		this.settled.remove(run.container());
		this.living.put(run.container(), runs);
		runs.add(run);
		return runs;
	}

	/// A run of the container closed.
	void closed(TrackedRun run) {
		ContainerRuns runs = this.living.get(run.container());
		if (runs != null && runs.open() == null) {
			this.living.remove(run.container());
			this.settled.put(run.container(), runs);
		}
	}

}
