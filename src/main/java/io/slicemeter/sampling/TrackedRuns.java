package io.slicemeter.sampling;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.RunKey;
import org.jspecify.annotations.Nullable;

/// The runs that are open now, one per container. The tracker changes it, ticks walk through it.
final class TrackedRuns {

	private final Map<ContainerId, TrackedRun> open = new ConcurrentHashMap<>();

	private final Collection<TrackedRun> view = Collections.unmodifiableCollection(this.open.values());

	/// All open runs, as they are while one walks through them.
	Collection<TrackedRun> open() {
		return this.view;
	}

	/// The keys of all runs that are open now.
	Set<RunKey> keys() {
		Set<RunKey> keys = HashSet.newHashSet(this.open.size());
		this.open.values().forEach((run) -> keys.add(run.key()));
		return keys;
	}

	@Nullable TrackedRun find(ContainerId container) {
		return this.open.get(container);
	}

	void add(TrackedRun run) {
		this.open.put(run.record().container(), run);
	}

	void remove(TrackedRun run) {
		this.open.remove(run.record().container(), run);
	}

	int size() {
		return this.open.size();
	}

}
