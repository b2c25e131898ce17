package io.slicemeter.timeseries;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/// Whether samples reach the disk and the database. Down when the disk takes none, and
/// for the database only when writing has failed for a while: a
/// restart of the database is no outage of ours, what waits is written afterwards.
final class TimeseriesHealthIndicator implements HealthIndicator {

	private final Spool spool;

	private final HandOver handOver;

	private final Writer writer;

	private final Duration downAfter;

	private final Clock clock;

	TimeseriesHealthIndicator(Spool spool, HandOver handOver, Writer writer, Duration downAfter, Clock clock) {
		this.spool = spool;
		this.handOver = handOver;
		this.writer = writer;
		this.downAfter = downAfter;
		this.clock = clock;
	}

	@Override
	public Health health() {
		Writer.Failure failure = this.writer.failure();
		String spoolFailure = this.handOver.failure();
		boolean down = spoolFailure != null || failure != null && failure.lasting().compareTo(this.downAfter) >= 0;
		Health.Builder health = down ? Health.down() : Health.up();
		health.withDetail("spoolDepth", this.spool.depth());
		health.withDetail("spoolBytes", this.spool.bytes());
		if (spoolFailure != null) {
			health.withDetail("spoolError", spoolFailure);
		}
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
