package io.slicemeter.sampling;

import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/// What the exit watcher tells of itself.
final class ExitMetrics {

	private final Counter read;

	private final Timer latency;

	private final Counter failed;

	private final Counter overflows;

	private final Counter watchesFailed;

	ExitMetrics(MeterRegistry registry) {
		this.read = Counter.builder("slicemeter.exits.read")
			.description("Exits whose totals were read before the cgroup was gone")
			.baseUnit("exits")
			.register(registry);
		this.latency = Timer.builder("slicemeter.exits.latency")
			.description(
					"From the exit watcher's waking until totals are read: 25 to 95 ms after an exit its cgroup is gone")
			.register(registry);
		this.failed = Counter.builder("slicemeter.exits.failed")
			.description("Events that the exit watcher could not handle")
			.baseUnit("events")
			.register(registry);
		this.overflows = Counter.builder("slicemeter.watch.overflows")
			.description("Times that the kernel dropped events of watched cgroups")
			.baseUnit("overflows")
			.register(registry);
		this.watchesFailed = Counter.builder("slicemeter.watch.failed")
			.description("Cgroups that could not be watched, e.g. since a limit of inotify was reached")
			.baseUnit("watches")
			.register(registry);
	}

	void exitRead() {
		this.read.increment();
	}

	/// @param latencyNanos since the watcher woke
	void exitRead(long latencyNanos) {
		this.read.increment();
		this.latency.record(latencyNanos, TimeUnit.NANOSECONDS);
	}

	void exitFailed() {
		this.failed.increment();
	}

	void overflow() {
		this.overflows.increment();
	}

	void watchFailed() {
		this.watchesFailed.increment();
	}

}
