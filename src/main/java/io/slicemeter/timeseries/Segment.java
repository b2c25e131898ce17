package io.slicemeter.timeseries;

/// A part of a range that is answered from one resolution.
///
/// @param resolution from where
/// @param fromUsec its beginning, µs since the epoch; of rollups at a whole bucket, unless
/// nothing finer is left
/// @param toUsec its end
/// @param afterRollup whether rollups tell what lies before it
record Segment(Resolution resolution, long fromUsec, long toUsec, boolean afterRollup) {

	/// The beginning of the first row that has a part in it.
	long rowsFromUsec() {
		long width = this.resolution.widthUsec();
		return (width == 0) ? this.fromUsec : Math.floorDiv(this.fromUsec, width) * width;
	}

}
