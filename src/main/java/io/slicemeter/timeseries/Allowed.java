package io.slicemeter.timeseries;

import java.time.Duration;

import org.springframework.util.unit.DataSize;

/// Checks settings, and says what is allowed as one would write it.
final class Allowed {

	private Allowed() {
	}

	static <T extends Comparable<T>> void within(String name, T value, T least, T most) {
		if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
			throw new IllegalArgumentException(
					"%s must be from %s to %s, not %s".formatted(name, written(least), written(most), written(value)));
		}
	}

	private static String written(Object value) {
		if (value instanceof DataSize size) {
			return (size.toMegabytes() > 0) ? size.toMegabytes() + "MB" : size.toBytes() + "B";
		}
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
