package io.slicemeter.timeseries;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunnerName;
import io.slicemeter.runner.SliceName;

/// The run that a live row belongs to, as it is called now.
///
/// @param run what names it
/// @param host the name of its host
/// @param slice the innermost slice that it runs in
/// @param runner the name that its history is keyed by
/// @param formerNames the names that it had before renames
/// @param clockOffset its host's clock minus the database's
public record LiveOwner(RunKey run, String host, SliceName slice, RunnerName runner, List<String> formerNames,
		Duration clockOffset) {

	public LiveOwner {
		formerNames = List.copyOf(formerNames);
	}

	/// A moment of its host's clock by the database's.
	public Instant byDatabase(Instant moment) {
		return moment.minus(this.clockOffset);
	}

}
