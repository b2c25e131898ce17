package io.slicemeter.runner;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/// From when to when a run lived: the little that questions over many runs need.
///
/// @param run the run
/// @param runner the name that its history is keyed by
/// @param startedAt when it started
/// @param endedAt when it ended; null while it is open
public record Lifetime(RunKey run, RunnerName runner, Instant startedAt, @Nullable Instant endedAt) {

	/// Whether it lived at a moment.
	public boolean isAliveAt(Instant moment) {
		return this.startedAt.isBefore(moment) && (this.endedAt == null || !this.endedAt.isBefore(moment));
	}

}
