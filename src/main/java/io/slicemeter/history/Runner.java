package io.slicemeter.history;

import java.util.List;

import io.slicemeter.runner.CataloguedRun;
import io.slicemeter.timeseries.Current;
import org.jspecify.annotations.Nullable;

/// A runner on one host as it is now.
///
/// @param newest its newest run, which gives its state
/// @param formerNames the names that it had before renames
/// @param activeRuns how many of its runs are active
/// @param current what these use together; null where nothing is active or nothing was
/// sampled lately
public record Runner(CataloguedRun newest, List<String> formerNames, int activeRuns, @Nullable Current current) {

	public Runner {
		formerNames = List.copyOf(formerNames);
	}

}
