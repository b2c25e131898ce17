package io.slicemeter.timeseries;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Time as this module's SQL counts it: whole microseconds since the epoch, Postgres's
/// own resolution.
final class EpochMicros {

	private EpochMicros() {
	}

	static long of(Instant instant) {
		return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1_000);
	}

	static long of(Duration duration) {
		return Math.addExact(Math.multiplyExact(duration.getSeconds(), 1_000_000L), duration.getNano() / 1_000);
	}

	static Instant toInstant(long micros) {
		return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
	}

}
