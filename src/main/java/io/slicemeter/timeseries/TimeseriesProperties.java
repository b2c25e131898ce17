package io.slicemeter.timeseries;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// How samples go to Postgres.
///
/// @param queueSize how many samples wait for the database at most, 1,000 to 10,000,000;
/// what does not fit is dropped and counted
/// @param batchSize how many samples are written in one transaction at most, 1 to 50,000
/// @param flushInterval how long a sample waits for others before it is written, 10 ms to
/// 1 min
/// @param statementTimeout after which one statement of the writer is given up and tried
/// again, 1 s to 10 min
/// @param lockTimeout after which a wait for a lock is given up and tried again, 100 ms
/// to 1 min
/// @param shutdownGrace how long stopping waits for what is queued to be written, 0 to 5
/// min
/// @param downAfter for how long writing must have failed before health turns down, 0 to
/// 1 h
/// @param queryTimeout after which a question is given up, 1 s to 10 min
@ConfigurationProperties("slicemeter.timeseries")
record TimeseriesProperties(@DefaultValue("200000") int queueSize, @DefaultValue("5000") int batchSize,
		@DefaultValue("500ms") Duration flushInterval, @DefaultValue("30s") Duration statementTimeout,
		@DefaultValue("5s") Duration lockTimeout, @DefaultValue("10s") Duration shutdownGrace,
		@DefaultValue("30s") Duration downAfter, @DefaultValue("30s") Duration queryTimeout) {

	TimeseriesProperties {
		within("queue-size", queueSize, 1_000, 10_000_000);
		within("batch-size", batchSize, 1, 50_000);
		within("flush-interval", flushInterval, Duration.ofMillis(10), Duration.ofMinutes(1));
		within("statement-timeout", statementTimeout, Duration.ofSeconds(1), Duration.ofMinutes(10));
		within("lock-timeout", lockTimeout, Duration.ofMillis(100), Duration.ofMinutes(1));
		within("shutdown-grace", shutdownGrace, Duration.ZERO, Duration.ofMinutes(5));
		within("down-after", downAfter, Duration.ZERO, Duration.ofHours(1));
		within("query-timeout", queryTimeout, Duration.ofSeconds(1), Duration.ofMinutes(10));
	}

	private static <T extends Comparable<T>> void within(String name, T value, T least, T most) {
		if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
			throw new IllegalArgumentException("slicemeter.timeseries.%s must be from %s to %s, not %s".formatted(name,
					written(least), written(most), written(value)));
		}
	}

	/// As one would write it in the configuration.
	private static String written(Object value) {
		if (!(value instanceof Duration duration)) {
			return value.toString();
		}
		if (duration.toMillis() % 1000 != 0) {
			return duration.toMillis() + "ms";
		}
		return (duration.toSeconds() % 60 != 0 || duration.isZero()) ? duration.toSeconds() + "s"
				: duration.toMinutes() + "m";
	}

}
