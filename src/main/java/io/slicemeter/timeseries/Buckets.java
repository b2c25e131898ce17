package io.slicemeter.timeseries;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

import io.slicemeter.runner.Metric;
import org.jspecify.annotations.Nullable;

/// The buckets of a series: aligned to their width, counted from the epoch, so that they
/// lie the same whenever one asks. The first holds the range's beginning, the last its
/// last moment.
///
/// @param stepUsec their width, µs
/// @param first the number of the first, counted from the epoch
/// @param count how many there are
record Buckets(long stepUsec, long first, int count) {

	static Buckets of(SeriesQuery query) {
		long step = EpochMicros.of(query.step());
		if (step <= 0) {
			throw new IllegalArgumentException("A step must be at least 1 µs: " + query.step());
		}
		long first = Math.floorDiv(EpochMicros.of(query.range().from()), step);
		long last = Math.floorDiv(EpochMicros.of(query.range().to()) - 1, step);
		return new Buckets(step, first, Math.toIntExact(Math.max(last - first, 0) + 1));
	}

	List<Instant> starts() {
		return LongStream.range(this.first, this.first + this.count)
			.mapToObj((bucket) -> EpochMicros.toInstant(bucket * this.stepUsec))
			.toList();
	}

	/// A column without values.
	List<@Nullable Number> empty() {
		return new ArrayList<@Nullable Number>(Collections.<@Nullable Number>nCopies(this.count, null));
	}

	@Nullable Number get(Map<Metric, List<@Nullable Number>> columns, Metric metric, long bucket) {
		List<@Nullable Number> column = columns.get(metric);
		int place = (int) (bucket - this.first);
		return (column != null && place >= 0 && place < this.count) ? column.get(place) : null;
	}

	void set(Map<Metric, List<@Nullable Number>> columns, Metric metric, long bucket, @Nullable Number value) {
		List<@Nullable Number> column = columns.get(metric);
		int place = (int) (bucket - this.first);
		if (column != null && place >= 0 && place < this.count) {
			column.set(place, value);
		}
	}

}
