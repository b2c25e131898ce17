package io.slicemeter.sampling;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

import io.slicemeter.runner.RunKey;

/// Runs that ended since the last tick, whose last rows its slice has not seen yet. Any
/// thread adds, the sampling thread takes.
final class EndedRuns {

	private final Queue<TrackedRun> runs = new ConcurrentLinkedQueue<>();

	void add(TrackedRun run) {
		this.runs.add(run);
	}

	/// Takes out all that are there.
	void takeAll(Consumer<TrackedRun> taker) {
		for (TrackedRun run = this.runs.poll(); run != null; run = this.runs.poll()) {
			taker.accept(run);
		}
	}

	/// Whether the run waits here.
	boolean contains(RunKey run) {
		return this.runs.stream().anyMatch((ended) -> ended.key().equals(run));
	}

}
