package io.slicemeter.engine;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/// Moments as the Engine writes them.
final class EngineTime {

	private EngineTime() {
	}

	/// Reads a timestamp with nanoseconds and `Z` or an offset. Go's zero time,
	/// 0001-01-01, stands for "never", and nothing that runs in a container happened
	/// before 1970.
	/// @return null for never, and for what is no timestamp
	static @Nullable Instant parse(@Nullable String text) {
		if (text == null) {
			return null;
		}
		try {
			Instant moment = OffsetDateTime.parse(text).toInstant();
			return moment.isAfter(Instant.EPOCH) ? moment : null;
		}
		catch (DateTimeException ex) {
			return null;
		}
	}

	/// A moment as `since` takes it: seconds and nanoseconds since 1970.
	static String format(Instant moment) {
		return String.format(Locale.ROOT, "%d.%09d", moment.getEpochSecond(), moment.getNano());
	}

}
