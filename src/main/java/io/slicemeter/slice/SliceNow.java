package io.slicemeter.slice;

import io.slicemeter.runner.CataloguedSlice;
import io.slicemeter.timeseries.Current;
import org.jspecify.annotations.Nullable;

/// A slice on one host as it is now.
///
/// @param slice the slice
/// @param current its newest sample; null where none is fresh
/// @param headroom what it has left; null on a silent host
/// @param promised what its active runs may use; null on a silent host
/// @param activeRunners how many runners are active in it; 0 on a silent host
public record SliceNow(CataloguedSlice slice, @Nullable Current current, @Nullable Room headroom,
		@Nullable Promised promised, int activeRunners) {
}
