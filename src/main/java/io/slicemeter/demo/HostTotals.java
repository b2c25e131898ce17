package io.slicemeter.demo;

import java.util.Collection;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;

/// The simulated host: large enough for its fleet, and a little busy beside it.
///
/// @param cpus how many CPUs it has
/// @param memoryBytes its memory
record HostTotals(int cpus, long memoryBytes) {

	private static final int FEWEST_CPUS = 16;

	private static final long BYTES_PER_CPU = 4L << 30;

	private static final double SYSTEM_CORES = 0.22;

	private static final long SYSTEM_BYTES = 2200L << 20;

	/// The host for so many runners.
	static HostTotals of(int runners) {
		int cpus = Math.max(FEWEST_CPUS, (runners + FEWEST_CPUS - 1) / FEWEST_CPUS * FEWEST_CPUS);
		return new HostTotals(cpus, cpus * BYTES_PER_CPU);
	}

	/// What a reader of the host's `/proc` would find.
	/// @param upSeconds for how long the fleet has been simulated
	Readings readings(Collection<SliceTotals> slices, double upSeconds) {
		Readings into = new Readings();
		into.set(Metric.CPU_USAGE_USEC, (long) (SYSTEM_CORES * upSeconds * 1e6));
		into.set(Metric.MEMORY_BYTES, SYSTEM_BYTES);
		for (Metric metric : new Metric[] { Metric.CPU_PRESSURE_SOME_USEC, Metric.CPU_PRESSURE_FULL_USEC,
				Metric.MEMORY_PRESSURE_SOME_USEC, Metric.MEMORY_PRESSURE_FULL_USEC, Metric.IO_PRESSURE_SOME_USEC,
				Metric.IO_PRESSURE_FULL_USEC }) {
			into.set(metric, slices.stream().mapToLong((slice) -> slice.readings().get(metric)).max().orElse(0));
		}
		// the kernel knows no such thing of a whole host
		into.set(Metric.CPU_PRESSURE_FULL_USEC, 0);
		for (SliceTotals slice : slices) {
			Readings readings = slice.readings();
			into.add(Metric.CPU_USAGE_USEC, readings.get(Metric.CPU_USAGE_USEC));
			into.add(Metric.MEMORY_BYTES, readings.get(Metric.MEMORY_BYTES));
		}
		// to what the clock of /proc/stat shows
		into.set(Metric.CPU_USAGE_USEC, into.get(Metric.CPU_USAGE_USEC) / 10_000 * 10_000);
		into.set(Metric.MEMORY_BYTES, Math.min(this.memoryBytes, into.get(Metric.MEMORY_BYTES)) / 1024 * 1024);
		return into;
	}

}
