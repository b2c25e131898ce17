package io.slicemeter.timeseries;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/// Whether maintenance gets its work done. Down only when a chore has failed for a while,
/// for a query that keeps a partition from being dropped ends some time, or when rollups
/// have not moved on for as long, for whatever reason.
final class MaintenanceHealthIndicator implements HealthIndicator {

	private final Maintenance maintenance;

	private final Duration downAfter;

	private final Clock clock;

	MaintenanceHealthIndicator(Maintenance maintenance, Duration downAfter, Clock clock) {
		this.maintenance = maintenance;
		this.downAfter = downAfter;
		this.clock = clock;
	}

	@Override
	public Health health() {
		Instant now = this.clock.instant();
		Health.Builder health = Health.up();
		Watermark watermark = this.maintenance.watermark();
		if (watermark.minutesTo().isAfter(Instant.MIN)) {
			health.withDetail("watermarkAgeSeconds", Duration.between(watermark.minutesTo(), now).toSeconds());
		}
		if (this.maintenance.isBehind()) {
			health.down().withDetail("rollupsBehind", true);
		}
		for (Chore chore : Chore.values()) {
			ChoreState state = this.maintenance.state(chore);
			Map<String, Object> detail = new LinkedHashMap<>();
			Instant lastSuccess = state.lastSuccess();
			if (lastSuccess != null) {
				detail.put("lastSuccess", lastSuccess);
			}
			Instant since = state.failingSince();
			if (since != null) {
				detail.put("failingSince", since);
				detail.put("lastError", String.valueOf(state.lastError()));
				if (Duration.between(since, now).compareTo(this.downAfter) >= 0) {
					health.down();
				}
			}
			health.withDetail(chore.label(), detail);
		}
		return health.build();
	}

}
