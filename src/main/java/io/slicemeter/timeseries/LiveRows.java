package io.slicemeter.timeseries;

import java.time.Instant;
import java.util.List;

/// What one look at the newest rows found.
///
/// @param moment when it was, by the database's clock; everything that was committed
/// before is in it
/// @param runs the runs that started or ended lately
/// @param samples the samples, in the order of their moments
public record LiveRows(Instant moment, List<LiveRun> runs, List<LiveSample> samples) {

	public LiveRows {
		runs = List.copyOf(runs);
		samples = List.copyOf(samples);
	}

}
