package io.slicemeter.sampling;

import java.util.Locale;

import io.micrometer.core.instrument.Tags;
import io.slicemeter.runner.Metric;
import org.jspecify.annotations.Nullable;

/// A figure that is exported of each runner and each slice. Counters are exported in base
/// units, as Prometheus wants them.
enum UsageMeter {

	CPU(Metric.CPU_USAGE_USEC, "cpu", "CPU time used"),

	CPU_THROTTLED(Metric.CPU_THROTTLED_USEC, "cpu.throttled", "Time for which the CPU limit held tasks back"),

	MEMORY(Metric.MEMORY_BYTES, "memory", "Working set"),

	NETWORK_RECEIVE(Metric.NETWORK_RECEIVED_BYTES, "network.receive", "Bytes received by own interfaces"),

	NETWORK_TRANSMIT(Metric.NETWORK_SENT_BYTES, "network.transmit", "Bytes sent by own interfaces"),

	DISK_READ(Metric.IO_READ_BYTES, "disk.read", "Bytes read from disks"),

	DISK_WRITE(Metric.IO_WRITE_BYTES, "disk.write", "Bytes written to disks"),

	OOM_KILLS(Metric.OOM_KILLS, "oom.kills", "Processes that the OOM killer ended"),

	CPU_PRESSURE_SOME(Metric.CPU_PRESSURE_SOME_USEC, "cpu", Stalled.SOME),

	CPU_PRESSURE_FULL(Metric.CPU_PRESSURE_FULL_USEC, "cpu", Stalled.FULL),

	MEMORY_PRESSURE_SOME(Metric.MEMORY_PRESSURE_SOME_USEC, "memory", Stalled.SOME),

	MEMORY_PRESSURE_FULL(Metric.MEMORY_PRESSURE_FULL_USEC, "memory", Stalled.FULL),

	IO_PRESSURE_SOME(Metric.IO_PRESSURE_SOME_USEC, "io", Stalled.SOME),

	IO_PRESSURE_FULL(Metric.IO_PRESSURE_FULL_USEC, "io", Stalled.FULL);

	private final Metric metric;

	private final String suffix;

	private final String description;

	private final Tags tags;

	UsageMeter(Metric metric, String suffix, String description) {
		this.metric = metric;
		this.suffix = suffix;
		this.description = description;
		this.tags = Tags.empty();
	}

	UsageMeter(Metric metric, String resource, Stalled stalled) {
		this.metric = metric;
		this.suffix = "pressure";
		this.description = "Time in which some or all tasks waited for a resource";
		this.tags = Tags.of("resource", resource, "kind", stalled.name().toLowerCase(Locale.ROOT));
	}

	Metric metric() {
		return this.metric;
	}

	/// @param subject `runner` or `slice`
	String meterName(String subject) {
		return "slicemeter." + subject + "." + this.suffix;
	}

	String description() {
		return this.description;
	}

	Tags tags() {
		return this.tags;
	}

	@Nullable String baseUnit() {
		return switch (this.metric.unit()) {
			case MICROSECONDS -> "seconds";
			case BYTES -> "bytes";
			case COUNT, MILLICORES -> null;
		};
	}

	/// A reading in the base unit.
	double inBaseUnit(long value) {
		return (this.metric.unit() == Metric.Unit.MICROSECONDS) ? value / 1e6 : value;
	}

	/// How many tasks of a cgroup wait for a resource.
	private enum Stalled {

		SOME, FULL

	}

}
