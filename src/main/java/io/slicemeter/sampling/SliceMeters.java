package io.slicemeter.sampling;

import java.util.Collection;
import java.util.List;

import io.slicemeter.runner.SliceName;
import io.slicemeter.timeseries.Sample;

/// Samples the slices, after their runs, in the same tick.
sealed interface SliceMeters extends AutoCloseable permits CgroupSliceMeters, SummedSliceMeters {

	/// Looks again which slices there are, and how large they may grow.
	/// @param watched the watched slices; empty for all
	void reconcile(Collection<SliceName> watched);

	/// Takes a sample of a run that was made in this tick.
	void add(TrackedRun run);

	/// A run was closed, and its last row may hold what no tick saw; told by another
	/// thread, while the run is still among the tracked ones.
	void ended(TrackedRun run);

	/// Samples each slice, now that all runs were.
	void sample(List<Sample> into);

	@Override
	void close();

}
