package io.slicemeter.timeseries;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

/// What maintenance tells of itself.
final class MaintenanceMetrics implements MeterBinder {

	private final Maintenance maintenance;

	private final Clock clock;

	MaintenanceMetrics(Maintenance maintenance, Clock clock) {
		this.maintenance = maintenance;
		this.clock = clock;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		age(registry, "minute");
		age(registry, "hour");
		for (Chore chore : Chore.values()) {
			ChoreState state = this.maintenance.state(chore);
			FunctionCounter.builder("slicemeter.maintenance.failures", state, ChoreState::failures)
				.description("Attempts at a piece of maintenance that failed")
				.tag("chore", chore.label())
				.register(registry);
			Gauge.builder("slicemeter.maintenance.success.age", state, (of) -> seconds(of.lastSuccess()))
				.description("Time since a piece of maintenance was done here last")
				.baseUnit("seconds")
				.tag("chore", chore.label())
				.strongReference(true)
				.register(registry);
		}
	}

	private void age(MeterRegistry registry, String resolution) {
		Gauge
			.builder("slicemeter.maintenance.watermark.age", this.maintenance,
					(of) -> seconds(resolution.equals("hour") ? of.watermark().hoursTo() : of.watermark().minutesTo()))
			.description("Time for which nothing is rolled up yet")
			.baseUnit("seconds")
			.tag("resolution", resolution)
			.strongReference(true)
			.register(registry);
	}

	private double seconds(@Nullable Instant since) {
		if (since == null || since.equals(Instant.MIN)) {
			return Double.NaN;
		}
		return Duration.between(since, this.clock.instant()).toMillis() / 1000.0;
	}

}
