package io.slicemeter.timeseries;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/// Whether samples reach the database. Down only when writing has failed for a while: a
/// restart of the database is no outage of ours, what waits is written afterwards.
final class TimeseriesHealthIndicator implements HealthIndicator {

	private final Spool spool;

	private final Writer writer;

	private final Duration downAfter;

	private final Clock clock;

	TimeseriesHealthIndicator(Spool spool, Writer writer, Duration downAfter, Clock clock) {
		this.spool = spool;
		this.writer = writer;
		this.downAfter = downAfter;
		this.clock = clock;
	}

	@Override
	public Health health() {
		Writer.Failure failure = this.writer.failure();
		boolean down = failure != null && failure.lasting().compareTo(this.downAfter) >= 0;
		Health.Builder health = down ? Health.down() : Health.up();
		health.withDetail("queueDepth", this.spool.depth());
		Instant oldest = this.spool.oldest();
		if (oldest != null) {
			health.withDetail("oldestAgeSeconds", Duration.between(oldest, this.clock.instant()).toSeconds());
		}
		if (failure != null) {
			health.withDetail("failingForSeconds", failure.lasting().toSeconds());
			health.withDetail("lastError", failure.message());
		}
		return health.build();
	}

}
