package io.slicemeter.timeseries;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// How the values of a gauge within one bucket become one. Counters take no notice of it.
public enum Aggregation {

	/// Weighted by covered time; of CPU the counter's increase ÷ covered time.
	MEAN, MIN, MAX,
	/// The newest.
	LAST;

	/// The labels of all.
	public static List<String> labels() {
		return Arrays.stream(values()).map(Aggregation::label).toList();
	}

	/// The one of a label.
	static Aggregation ofLabel(String label) {
		return Arrays.stream(values())
			.filter((aggregation) -> aggregation.label().equals(label))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("Not an aggregation: " + label));
	}

	/// As it is asked for, e.g. `mean`.
	public String label() {
		return name().toLowerCase(Locale.ROOT);
	}

}
