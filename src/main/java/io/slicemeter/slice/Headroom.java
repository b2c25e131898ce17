package io.slicemeter.slice;

import io.slicemeter.runner.CataloguedHost;
import io.slicemeter.runner.CataloguedSlice;
import io.slicemeter.runner.Metric;
import io.slicemeter.timeseries.Current;
import io.slicemeter.timeseries.UsageSummary;
import org.jspecify.annotations.Nullable;

/// How headroom is counted: capacity − use, at least 0, where use is the greater of now
/// and the 95th percentile of the last ten minutes, so that a short lull invites nobody.
/// A slice has no more room than its host.
final class Headroom {

	private Headroom() {
	}

	/// The room of a host.
	/// @param now its newest sample; null where none is fresh
	/// @param lately the last ten minutes
	static Room of(CataloguedHost host, @Nullable Current now, @Nullable UsageSummary lately) {
		return room(Capacity.of(host), now, lately);
	}

	/// The room of a slice on a host.
	/// @param now the slice's newest sample; null where none is fresh
	/// @param lately the slice's last ten minutes
	/// @param hostRoom what the host has left
	static Room of(CataloguedSlice slice, @Nullable Current now, @Nullable UsageSummary lately, Room hostRoom) {
		return room(Capacity.of(slice), now, lately).least(hostRoom);
	}

	private static Room room(Capacity capacity, @Nullable Current now, @Nullable UsageSummary lately) {
		return new Room(
				left(capacity.cpuMillicores(), (now != null) ? now.values().get(Metric.CPU_MILLICORES) : null,
						(lately != null) ? lately.cpu().p95() : null),
				left(capacity.memoryBytes(), (now != null) ? now.values().get(Metric.MEMORY_BYTES) : null,
						(lately != null) ? lately.memory().p95() : null));
	}

	private static @Nullable Long left(long capacity, @Nullable Number now, @Nullable Double lately) {
		if (now == null && lately == null) {
			return null;
		}
		double use = Math.max((now != null) ? now.doubleValue() : 0, (lately != null) ? lately : 0);
		return Math.max(0, capacity - (long) Math.ceil(use));
	}

}
