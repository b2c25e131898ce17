package io.slicemeter.slice;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/// CPU time of a slice that none of its runs used, bucket by bucket. The slice and its
/// runs are read one after the other: what is counted to one bucket here may belong to
/// the next one there, so a value can be negative; over some buckets that evens out.
final class Unattributed {

	private Unattributed() {
	}

	/// @param slice the running total of the slice; null in buckets without a sample
	/// @param runs the running total of its runs; null in buckets in which none was read
	/// @return the increase of the one − that of the other, in the unit of both
	static List<@Nullable Number> of(List<@Nullable Number> slice, List<@Nullable Number> runs) {
		List<@Nullable Number> differences = new ArrayList<>(slice.size());
		long sliceBefore = 0;
		long runsBefore = 0;
		for (int bucket = 0; bucket < slice.size(); bucket++) {
			Number ofSlice = slice.get(bucket);
			Number ofRuns = (bucket < runs.size()) ? runs.get(bucket) : null;
			if (ofSlice == null) {
				differences.add(null);
				continue;
			}
			long runsNow = (ofRuns != null) ? ofRuns.longValue() : runsBefore;
			differences.add((ofSlice.longValue() - sliceBefore) - (runsNow - runsBefore));
			sliceBefore = ofSlice.longValue();
			runsBefore = runsNow;
		}
		return differences;
	}

}
