package io.slicemeter.timeseries;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import io.slicemeter.runner.Metric;

/// The metrics that `host_sample` has columns for.
final class HostMetrics {

	private static final Set<Metric> ALL = EnumSet.of(Metric.CPU_MILLICORES, Metric.CPU_USAGE_USEC, Metric.MEMORY_BYTES,
			Metric.CPU_PRESSURE_SOME_USEC, Metric.CPU_PRESSURE_FULL_USEC, Metric.MEMORY_PRESSURE_SOME_USEC,
			Metric.MEMORY_PRESSURE_FULL_USEC, Metric.IO_PRESSURE_SOME_USEC, Metric.IO_PRESSURE_FULL_USEC);

	private HostMetrics() {
	}

	/// All of them.
	static List<Metric> all() {
		return List.copyOf(ALL);
	}

	/// Those that are read rather than derived.
	static List<Metric> read() {
		return Metric.read().stream().filter(ALL::contains).toList();
	}

}
