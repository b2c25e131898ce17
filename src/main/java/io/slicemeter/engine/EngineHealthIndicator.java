package io.slicemeter.engine;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/// How the Engine is, as the component `engine`.
///
/// An absent Engine is `UNKNOWN`, not `DOWN`: the service answers without it, and goes on
/// sampling what lives. `UNKNOWN` is answered with 200 and any `UP` component outranks
/// it, so that no probe restarts a service that works.
final class EngineHealthIndicator implements HealthIndicator {

	private final EngineFollower follower;

	private final EngineAddress address;

	EngineHealthIndicator(EngineFollower follower, EngineAddress address) {
		this.follower = follower;
		this.address = address;
	}

	@Override
	public Health health() {
		EngineStatus status = this.follower.status();
		Health.Builder health = (status.connected() ? Health.up() : Health.unknown())
			.withDetail("host", this.address.toString())
			.withDetail("since", status.since());
		if (status.problem() != null) {
			health.withDetail("problem", status.problem());
		}
		EngineFacts facts = status.facts();
		if (facts != null) {
			health.withDetail("version", facts.version())
				.withDetail("cgroupVersion", facts.cgroupVersion())
				.withDetail("cgroupDriver", facts.cgroupDriver());
		}
		return health.build();
	}

}
