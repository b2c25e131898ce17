package io.slicemeter.sampling;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.slicemeter.runner.RunKey;
import org.jspecify.annotations.Nullable;

/// The runs that are open now. The tracker changes it, ticks walk through it.
final class TrackedRuns {

	private final Map<RunKey, TrackedRun> open = new ConcurrentHashMap<>();

	private final Collection<TrackedRun> view = Collections.unmodifiableCollection(this.open.values());

	private final Set<RunKey> keys = Collections.unmodifiableSet(this.open.keySet());

	/// All open runs, as they are while one walks through them.
	Collection<TrackedRun> open() {
		return this.view;
	}

	/// The keys of all open runs, as they are while one walks through them.
	Set<RunKey> keys() {
		return this.keys;
	}

	@Nullable TrackedRun find(RunKey key) {
		return this.open.get(key);
	}

	void add(TrackedRun run) {
		this.open.put(run.key(), run);
	}

	void remove(TrackedRun run) {
		this.open.remove(run.key(), run);
	}

	int size() {
		return this.open.size();
	}

}
