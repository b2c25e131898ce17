package io.slicemeter.slice;

import io.slicemeter.runner.CataloguedHost;
import io.slicemeter.timeseries.Current;
import org.jspecify.annotations.Nullable;

/// A host as it is now.
///
/// @param host the host
/// @param use its newest sample; null where none is fresh
/// @param headroom what it has left; null for a silent host
/// @param promised what its active runs may use; null for a silent host
/// @param activeRunners how many runners are active on it; 0 for a silent host
public record HostNow(CataloguedHost host, @Nullable Current use, @Nullable Room headroom, @Nullable Promised promised,
		int activeRunners) {
}
