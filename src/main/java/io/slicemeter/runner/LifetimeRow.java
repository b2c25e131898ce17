package io.slicemeter.runner;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/// The columns of `run` that make a [Lifetime]: rows of a busy slice are many, so that
/// the labels stay where they are.
interface LifetimeRow {

	RunRow.Key getKey();

	String getRunner();

	Instant getStartedAt();

	@Nullable Instant getEndedAt();

	default Lifetime lifetime() {
		return new Lifetime(getKey().run(), new RunnerName(getRunner()), getStartedAt(), getEndedAt());
	}

}
