package io.slicemeter.runner;

import org.jspecify.annotations.Nullable;

/// The bounds of a run or a slice; null where a bound is not known.
///
/// @param cpuMillicores from `cpu.max`: quota ÷ period × 1000
/// @param memoryBytes from `memory.max`
/// @param pids from `pids.max`
public record Limits(@Nullable Limit cpuMillicores, @Nullable Limit memoryBytes, @Nullable Limit pids) {

	/// Nothing is known.
	public static final Limits UNKNOWN = new Limits(null, null, null);

}
