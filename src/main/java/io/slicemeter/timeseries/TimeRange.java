package io.slicemeter.timeseries;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/// A half-open range of time, `[from, to)`.
public record TimeRange(Instant from, Instant to) {

	public TimeRange {
		if (!from.isBefore(to)) {
			throw new IllegalArgumentException("A range needs from before to: " + from + " is not before " + to);
		}
	}

	/// Whether a moment lies in the range; no moment lies in none.
	public boolean contains(@Nullable Instant moment) {
		return moment != null && !moment.isBefore(this.from) && moment.isBefore(this.to);
	}

	public Duration length() {
		return Duration.between(this.from, this.to);
	}

}
