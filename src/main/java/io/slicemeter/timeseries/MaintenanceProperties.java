package io.slicemeter.timeseries;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// How partitions, rollups and retention are looked after.
///
/// @param interval how often it is looked what is to be done, 1 s to 10 min
/// @param settle how long a minute waits for its samples before it is rolled up, 10 s to
/// 1 h; what comes later is rolled up again
/// @param daysAhead for how many days after today partitions are made, 1 to 30
/// @param statementTimeout after which one piece of work is given up and tried again, 1
/// min to 6 h
/// @param downAfter for how long a piece of work must have failed, or rollups have not
/// moved on, before health turns down, 1 min to 7 days
@ConfigurationProperties("slicemeter.timeseries.maintenance")
record MaintenanceProperties(@DefaultValue("10s") Duration interval, @DefaultValue("1m") Duration settle,
		@DefaultValue("3") int daysAhead, @DefaultValue("15m") Duration statementTimeout,
		@DefaultValue("15m") Duration downAfter) {

	MaintenanceProperties {
		within("interval", interval, Duration.ofSeconds(1), Duration.ofMinutes(10));
		within("settle", settle, Duration.ofSeconds(10), Duration.ofHours(1));
		within("days-ahead", daysAhead, 1, 30);
		within("statement-timeout", statementTimeout, Duration.ofMinutes(1), Duration.ofHours(6));
		within("down-after", downAfter, Duration.ofMinutes(1), Duration.ofDays(7));
	}

	private static <T extends Comparable<T>> void within(String name, T value, T least, T most) {
		if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
			throw new IllegalArgumentException("slicemeter.timeseries.maintenance.%s must be from %s to %s, not %s"
				.formatted(name, written(least), written(most), written(value)));
		}
	}

	private static String written(Object value) {
		return (value instanceof Duration duration) ? duration.toSeconds() + "s" : value.toString();
	}

}
