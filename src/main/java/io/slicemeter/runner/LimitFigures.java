package io.slicemeter.runner;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/// Limits as they are shown: a number, or null where there is none or none is known; what
/// is known to be unlimited is named beside.
///
/// @param cpuMillicores the CPU limit, 1000 = one core
/// @param memoryBytes the memory limit
/// @param pids the limit of processes and threads
/// @param unlimited the names of those that are known to have no limit
public record LimitFigures(@Nullable Long cpuMillicores, @Nullable Long memoryBytes, @Nullable Long pids,
		List<String> unlimited) {

	public static LimitFigures of(Limits limits) {
		List<String> unlimited = new ArrayList<>();
		Long cpuMillicores = figure("cpuMillicores", limits.cpuMillicores(), unlimited);
		Long memoryBytes = figure("memoryBytes", limits.memoryBytes(), unlimited);
		Long pids = figure("pids", limits.pids(), unlimited);
		return new LimitFigures(cpuMillicores, memoryBytes, pids, List.copyOf(unlimited));
	}

	private static @Nullable Long figure(String name, @Nullable Limit limit, List<String> unlimited) {
		return switch (limit) {
			case null -> null;
			case Limit.Limited(long value) -> value;
			case Limit.Unlimited() -> {
				unlimited.add(name);
				yield null;
			}
		};
	}

}
