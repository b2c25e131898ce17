package io.slicemeter.timeseries;

import java.util.Locale;

/// How the values of a gauge within one bucket become one. Counters take no notice of it.
public enum Aggregation {

	/// Weighted by covered time; of CPU the counter's increase ÷ covered time.
	MEAN, MIN, MAX,
	/// The newest.
	LAST;

	/// As it is asked for, e.g. `mean`.
	public String label() {
		return name().toLowerCase(Locale.ROOT);
	}

}
