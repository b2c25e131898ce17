package io.slicemeter.sampling;

import java.time.Duration;
import java.util.function.BooleanSupplier;

import io.slicemeter.runner.Source;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/// Whether the ticks go on, and whether exits are watched for.
final class SamplingHealth implements HealthIndicator {

	private static final Duration GRACE = Duration.ofSeconds(30);

	private final BooleanSupplier watching;

	private final Sampler sampler;

	private final Source source;

	private final String host;

	private final TrackedRuns runs;

	private final Duration interval;

	private final SampleClock clock;

	SamplingHealth(BooleanSupplier watching, Sampler sampler, Source source, String host, TrackedRuns runs,
			Duration interval, SampleClock clock) {
		this.watching = watching;
		this.sampler = sampler;
		this.source = source;
		this.host = host;
		this.runs = runs;
		this.interval = interval;
		this.clock = clock;
	}

	@Override
	public Health health() {
		Duration silence = this.sampler.sinceLastTick(this.clock.nanos());
		boolean stalled = silence.compareTo(this.interval.multipliedBy(10).plus(GRACE)) > 0;
		boolean watching = this.watching.getAsBoolean();
		return ((stalled || !watching) ? Health.down() : Health.up()).withDetail("host", this.host)
			.withDetail("source", this.source.label())
			.withDetail("interval", this.interval)
			.withDetail("runs", this.runs.size())
			.withDetail("sinceLastTick", silence)
			.withDetail("watchingExits", watching)
			.build();
	}

}
