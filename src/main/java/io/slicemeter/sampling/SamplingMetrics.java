package io.slicemeter.sampling;

import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/// What sampling tells of itself.
final class SamplingMetrics {

	private final Timer ticks;

	private final Counter samples;

	private final Counter failures;

	SamplingMetrics(MeterRegistry registry, TrackedRuns runs, SampleClock clock, TickTrigger trigger) {
		this.ticks = Timer.builder("slicemeter.tick")
			.description("Time to read all runs, slices and the host once")
			.publishPercentiles(0.5, 0.99)
			.register(registry);
		this.samples = Counter.builder("slicemeter.samples")
			.description("Samples taken of runs, slices and the host")
			.baseUnit("samples")
			.register(registry);
		this.failures = Counter.builder("slicemeter.reads.failed")
			.description("Readings that failed for another reason than the end of a run")
			.baseUnit("reads")
			.register(registry);
		Gauge.builder("slicemeter.runs", runs, TrackedRuns::size)
			.description("Runs that are open now")
			.baseUnit("runs")
			.register(registry);
		FunctionCounter.builder("slicemeter.ticks.late", trigger, TickTrigger::lateTicks)
			.description("Ticks that began more than half an interval late")
			.baseUnit("ticks")
			.register(registry);
		FunctionCounter.builder("slicemeter.clock.steps", clock, SampleClock::steps)
			.description("Steps of the wall clock above one second")
			.baseUnit("steps")
			.register(registry);
	}

	void ticked(long durationNanos, int samples) {
		this.ticks.record(durationNanos, TimeUnit.NANOSECONDS);
		this.samples.increment(samples);
	}

	void readFailed() {
		this.failures.increment();
	}

}
