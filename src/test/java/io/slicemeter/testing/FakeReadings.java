package io.slicemeter.testing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.slicemeter.runner.RunKey;
import io.slicemeter.timeseries.TimeRange;
import io.slicemeter.timeseries.UsageReading;
import io.slicemeter.timeseries.UsageReadings;
import org.jspecify.annotations.Nullable;

/// Samples in memory.
public class FakeReadings implements UsageReadings {

	private final Map<RunKey, List<UsageReading>> readings = new LinkedHashMap<>();

	/// Forgets everything.
	public void clear() {
		this.readings.clear();
	}

	public void add(RunKey run, UsageReading reading) {
		this.readings.computeIfAbsent(run, (_) -> new ArrayList<>()).add(reading);
	}

	@Override
	public List<UsageReading> page(RunKey run, TimeRange range, @Nullable Instant after, int limit) {
		return this.readings.getOrDefault(run, List.of())
			.stream()
			.filter((reading) -> range.contains(reading.at()) && (after == null || reading.at().isAfter(after)))
			.limit(limit)
			.toList();
	}

}
