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

	private static final long NO_LIMIT = Long.MAX_VALUE;

	/// Limits as tables keep them: null is not known, 2^63-1 is no bound.
	public static Limits ofColumns(@Nullable Long cpuMillicores, @Nullable Long memoryBytes, @Nullable Long pids) {
		return new Limits(ofColumn(cpuMillicores), ofColumn(memoryBytes), ofColumn(pids));
	}

	private static @Nullable Limit ofColumn(@Nullable Long value) {
		if (value == null) {
			return null;
		}
		return (value == NO_LIMIT) ? Limit.UNLIMITED : Limit.of(value);
	}

}
