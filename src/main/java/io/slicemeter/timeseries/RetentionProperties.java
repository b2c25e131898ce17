package io.slicemeter.timeseries;

import java.time.Duration;
import java.util.Locale;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// For how long what was metered is kept, in whole days (`7d`). Days past it go as a
/// whole. Coarser figures are kept at least as long as finer ones.
///
/// @param raw the samples themselves, 1 to 4000 days
/// @param minutes what was rolled up by minutes, at least as long as samples
/// @param hours what was rolled up by hours, at least as long as minutes; runs that ended
/// and hosts that fell silent leave the catalogue after it
@ConfigurationProperties("slicemeter.timeseries.retention")
record RetentionProperties(@DefaultValue("7d") Duration raw, @DefaultValue("30d") Duration minutes,
		@DefaultValue("400d") Duration hours) {

	private static final long MOST_DAYS = 4000;

	RetentionProperties {
		wholeDays("raw", raw);
		wholeDays("minutes", minutes);
		wholeDays("hours", hours);
		notShorter("minutes", minutes, "raw", raw);
		notShorter("hours", hours, "minutes", minutes);
	}

	private static void wholeDays(String name, Duration value) {
		if (!value.equals(Duration.ofDays(value.toDays())) || value.toDays() < 1 || value.toDays() > MOST_DAYS) {
			throw new IllegalArgumentException(
					"slicemeter.timeseries.retention.%s must be whole days from 1d to %dd, not %s".formatted(name,
							MOST_DAYS, value.toString().toLowerCase(Locale.ROOT)));
		}
	}

	private static void notShorter(String name, Duration value, String finer, Duration least) {
		if (value.compareTo(least) < 0) {
			throw new IllegalArgumentException(
					"slicemeter.timeseries.retention.%s must be at least as long as %s, %dd, not %dd".formatted(name,
							finer, least.toDays(), value.toDays()));
		}
	}

}
