package io.slicemeter.timeseries;

import java.util.ArrayList;
import java.util.List;

/// From when to when one kind of figures is stored in each resolution, µs since the epoch.
/// A range is cut where they meet, so that each moment is told by one of them alone.
///
/// @param rawFrom the beginning of the oldest samples' day
/// @param minutesFrom the beginning of the oldest minutes' day
/// @param minutesTo everything before is rolled up by minutes, 0 for nothing
/// @param hoursFrom the beginning of the oldest hours' day
/// @param hoursTo everything before is rolled up by hours, 0 for nothing
record Stored(long rawFrom, long minutesFrom, long minutesTo, long hoursFrom, long hoursTo) {

	/// Samples alone, whatever their age.
	static final Stored SAMPLES = new Stored(Long.MIN_VALUE, Long.MAX_VALUE, 0, Long.MAX_VALUE, 0);

	/// Cuts a range into parts, in the order of time: whole buckets of the coarsest
	/// resolution, then at both ends those of finer ones. What is no longer kept as fine
	/// as that is told by the finest that is left.
	List<Segment> segments(long from, long to, Resolution coarsest) {
		List<Segment> segments = new ArrayList<>();
		fill(segments, from, to, coarsest);
		return segments;
	}

	private void fill(List<Segment> segments, long from, long to, Resolution resolution) {
		if (from >= to) {
			return;
		}
		if (resolution == Resolution.RAW) {
			raw(segments, from, to);
			return;
		}
		long width = resolution.widthUsec();
		long low = Math.max(from, from(resolution));
		long begin = (low > to) ? to : Math.ceilDiv(low, width) * width;
		long end = Math.floorDiv(Math.min(to, to(resolution)), width) * width;
		if (begin >= end) {
			fill(segments, from, to, resolution.finer());
			return;
		}
		fill(segments, from, begin, resolution.finer());
		add(segments, resolution, begin, end);
		fill(segments, end, to, resolution.finer());
	}

	private void raw(List<Segment> segments, long from, long to) {
		long kept = Math.clamp(this.rawFrom, from, to);
		gone(segments, from, kept, Resolution.MINUTES);
		if (kept < to) {
			add(segments, Resolution.RAW, kept, to);
		}
	}

	/// What samples no longer tell, from this resolution on.
	private void gone(List<Segment> segments, long from, long to, Resolution resolution) {
		if (from >= to) {
			return;
		}
		long low = Math.max(from, from(resolution));
		long high = Math.min(to, to(resolution));
		boolean coarser = resolution == Resolution.MINUTES;
		if (low >= high) {
			if (coarser) {
				gone(segments, from, to, Resolution.HOURS);
			}
			return;
		}
		if (coarser) {
			gone(segments, from, low, Resolution.HOURS);
		}
		add(segments, resolution, low, high);
	}

	private static void add(List<Segment> segments, Resolution resolution, long from, long to) {
		boolean afterRollup = !segments.isEmpty() && segments.getLast().resolution() != Resolution.RAW
				&& segments.getLast().toUsec() == from;
		segments.add(new Segment(resolution, from, to, afterRollup));
	}

	private long from(Resolution resolution) {
		return switch (resolution) {
			case RAW -> this.rawFrom;
			case MINUTES -> this.minutesFrom;
			case HOURS -> this.hoursFrom;
		};
	}

	private long to(Resolution resolution) {
		return switch (resolution) {
			case RAW -> Long.MAX_VALUE;
			case MINUTES -> this.minutesTo;
			case HOURS -> this.hoursTo;
		};
	}

}
