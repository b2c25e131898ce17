package io.slicemeter.slice;

import io.slicemeter.runner.CataloguedHost;
import io.slicemeter.runner.CataloguedSlice;
import io.slicemeter.runner.Limit;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// How much can be used at most.
///
/// @param cpuMillicores of CPU, 1000 = one core
/// @param memoryBytes of memory
@Schema(description = "How much can be used at most: the tightest limit, else what the host has.")
public record Capacity(long cpuMillicores, long memoryBytes) {

	/// The CPUs and the memory of a host.
	static Capacity of(CataloguedHost host) {
		return new Capacity(host.cpuMillicores(), host.memoryBytes());
	}

	/// The tightest limits of a slice and its ancestors, the host being the outermost.
	public static Capacity of(CataloguedSlice slice) {
		return new Capacity(within(slice.capacity().cpuMillicores(), slice.host().cpuMillicores()),
				within(slice.capacity().memoryBytes(), slice.host().memoryBytes()));
	}

	private static long within(@Nullable Limit limit, long ofHost) {
		return (limit instanceof Limit.Limited(long value)) ? Math.min(value, ofHost) : ofHost;
	}

}
