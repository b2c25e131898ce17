package io.slicemeter.timeseries;

import java.time.Duration;
import java.util.Locale;

/// A piece of maintenance, and how long it rests after a success. One that failed is
/// tried again at the next look.
enum Chore {

	/// Tells the database the retention, and makes partitions ahead.
	PARTITIONS(Duration.ofHours(1)),
	/// Rolls up what is closed, and again what came in late.
	ROLLUPS(Duration.ZERO),
	/// Drops partitions that are past their retention; where tables are spread over
	/// nodes,
	/// stores old ones by columns.
	RETENTION(Duration.ofMinutes(10)),
	/// Takes out of the catalogue what nothing is kept of.
	CATALOGUE(Duration.ofHours(1));

	private final Duration rest;

	Chore(Duration rest) {
		this.rest = rest;
	}

	Duration rest() {
		return this.rest;
	}

	/// As it is shown, e.g. `rollups`.
	String label() {
		return name().toLowerCase(Locale.ROOT);
	}

}
