package io.slicemeter.history;

import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;

import io.slicemeter.runner.Metric;
import io.slicemeter.timeseries.Current;
import org.jspecify.annotations.Nullable;

/// Adds up what several runs use now.
final class CurrentUse {

	private CurrentUse() {
	}

	/// The sum of some newest samples, as of the newest of them; a metric that only some
	/// of them have is the sum of those. Null where there is none.
	static @Nullable Current sum(Collection<Current> samples) {
		Instant newest = samples.stream().map(Current::at).max(Instant::compareTo).orElse(null);
		if (newest == null) {
			return null;
		}
		Map<Metric, Number> values = new EnumMap<>(Metric.class);
		samples.forEach(
				(sample) -> sample.values().forEach((metric, value) -> values.merge(metric, value, CurrentUse::add)));
		return new Current(newest, values);
	}

	private static Number add(Number one, Number other) {
		if (one instanceof Long && other instanceof Long) {
			return one.longValue() + other.longValue();
		}
		return one.doubleValue() + other.doubleValue();
	}

}
