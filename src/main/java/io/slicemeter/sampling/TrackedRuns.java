package io.slicemeter.sampling;

import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.slicemeter.runner.RunKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The runs that are open now. The tracker changes it, ticks walk through it.
final class TrackedRuns {

	private static final Logger logger = LoggerFactory.getLogger(TrackedRuns.class);

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

	/// Opens the files of open runs that were absent so far: a controller may have been
	/// switched on. For each reconcile, not for every tick.
	void openAbsent() {
		for (TrackedRun run : this.open.values()) {
			try {
				run.openAbsent();
			}
			catch (IOException ex) {
				logger.warn("Files of cgroups can't be opened: {}. The next reconcile tries again", ex.getMessage());
				return;
			}
		}
	}

	int size() {
		return this.open.size();
	}

}
