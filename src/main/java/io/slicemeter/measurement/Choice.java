package io.slicemeter.measurement;

import java.util.List;

import io.slicemeter.runner.RunnerFilter.WantedLabel;
import org.jspecify.annotations.Nullable;

/// Which runners a measurement looks at: those that are named; or those that run, or start
/// to run meanwhile, and have the labels.
///
/// @param names the names; empty where none is named
/// @param labels the labels that a runner must have; empty for any
/// @param host the name of the only host to look on; null for all
public record Choice(List<String> names, List<WantedLabel> labels, @Nullable String host) {

	public Choice {
		names = List.copyOf(names);
		labels = List.copyOf(labels);
	}

	/// Whether runners that start later join.
	boolean isOpen() {
		return this.names.isEmpty();
	}

}
