package io.slicemeter.slice;

import java.util.Collection;
import java.util.function.Function;

import io.slicemeter.runner.CataloguedRun;
import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// What the active runs may use by their limits.
///
/// @param runs how many are active
/// @param cpuMillicores the sum of their CPU limits
/// @param memoryBytes the sum of their memory limits
/// @param unlimitedCpu how many have no CPU limit
/// @param unlimitedMemory how many have no memory limit
/// @param unknownCpu how many have a CPU limit that is not known
/// @param unknownMemory how many have a memory limit that is not known
@Schema(description = "What the active runs may use: the sums of their limits, and how many have none or one that is not known.")
public record Promised(int runs, long cpuMillicores, long memoryBytes, long unlimitedCpu, long unlimitedMemory,
		long unknownCpu, long unknownMemory) {

	static Promised of(Collection<CataloguedRun> active) {
		return new Promised(active.size(), sum(active, Limits::cpuMillicores), sum(active, Limits::memoryBytes),
				count(active, Limits::cpuMillicores, true), count(active, Limits::memoryBytes, true),
				count(active, Limits::cpuMillicores, false), count(active, Limits::memoryBytes, false));
	}

	Promised plus(Promised other) {
		return new Promised(this.runs + other.runs, this.cpuMillicores + other.cpuMillicores,
				this.memoryBytes + other.memoryBytes, this.unlimitedCpu + other.unlimitedCpu,
				this.unlimitedMemory + other.unlimitedMemory, this.unknownCpu + other.unknownCpu,
				this.unknownMemory + other.unknownMemory);
	}

	private static long sum(Collection<CataloguedRun> runs, Function<Limits, @Nullable Limit> resource) {
		long sum = 0;
		for (CataloguedRun run : runs) {
			sum += (resource.apply(run.limits()) instanceof Limit.Limited(long value)) ? value : 0;
		}
		return sum;
	}

	private static long count(Collection<CataloguedRun> runs, Function<Limits, @Nullable Limit> resource,
			boolean unlimited) {
		return runs.stream().map(CataloguedRun::limits).filter((limits) -> {
			Limit limit = resource.apply(limits);
			return unlimited ? limit instanceof Limit.Unlimited : limit == null;
		}).count();
	}

}
