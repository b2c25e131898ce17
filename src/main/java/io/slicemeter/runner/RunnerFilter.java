package io.slicemeter.runner;

import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/// Which runners are asked for. A runner is judged by its newest run; all conditions must
/// hold.
///
/// @param states the states that are wanted; empty for all
/// @param host the name of the host that it is on
/// @param slice the slice that it runs in, also nested
/// @param labels labels that it must have
/// @param name a part of its name or of a former one, in any case; with `*` or `?` a glob
/// over the whole name
/// @param image a part of its image's name, in any case; with `*` or `?` a glob over the
/// whole name
public record RunnerFilter(Set<RunState> states, @Nullable String host, @Nullable SliceName slice,
		List<WantedLabel> labels, @Nullable String name, @Nullable String image) {

	/// Everything.
	public static final RunnerFilter ALL = new RunnerFilter(Set.of(), null, null, List.of(), null, null);

	public RunnerFilter {
		states = Set.copyOf(states);
		labels = List.copyOf(labels);
	}

	/// A label that must be there.
	///
	/// @param key its key
	/// @param value its value; null for any
	public record WantedLabel(String key, @Nullable String value) {
	}

}
