package io.slicemeter.history;

import java.util.List;
import java.util.Set;

import io.slicemeter.runner.SliceName;
import io.slicemeter.timeseries.LiveOwner;

/// What a client of the stream wants to be told of. Each condition that has values must
/// hold, by one of them.
///
/// @param hosts names of hosts
/// @param slices slices, with those nested in them
/// @param runners names of runners, also ones that they had before renames
public record LiveFilter(Set<String> hosts, List<SliceName> slices, Set<String> runners) {

	/// Everything.
	public static final LiveFilter ALL = new LiveFilter(Set.of(), List.of(), Set.of());

	public LiveFilter {
		hosts = Set.copyOf(hosts);
		slices = List.copyOf(slices);
		runners = Set.copyOf(runners);
	}

	/// Whether what happens to a run is wanted.
	public boolean passes(LiveOwner owner) {
		return (this.hosts.isEmpty() || this.hosts.contains(owner.host()))
				&& (this.slices.isEmpty() || this.slices.stream().anyMatch((slice) -> slice.contains(owner.slice())))
				&& (this.runners.isEmpty() || this.runners.contains(owner.runner().value())
						|| owner.formerNames().stream().anyMatch(this.runners::contains));
	}

}
