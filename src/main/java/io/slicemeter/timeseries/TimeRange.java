package io.slicemeter.timeseries;

import java.time.Duration;
import java.time.Instant;

/// A half-open range of time, `[from, to)`.
public record TimeRange(Instant from, Instant to) {

	public TimeRange {
		if (!from.isBefore(to)) {
			throw new IllegalArgumentException("A range needs from before to: " + from + " is not before " + to);
		}
	}

	public Duration length() {
		return Duration.between(this.from, this.to);
	}

}
