package io.slicemeter.engine;

import io.slicemeter.runner.ContainerId;
import java.net.URI;
import java.util.Collection;
import java.time.Instant;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.actuate.endpoint.HttpCodeStatusMapper;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

import static org.assertj.core.api.Assertions.assertThat;

class EngineHealthIndicatorTests {

	private static final Instant SINCE = Instant.parse("2026-11-30T21:00:00Z");

	@Test
	void isUpAndSaysWhichEngine() {
		Health health = health(
				new EngineStatus(true, SINCE, new EngineFacts("26.1", "systemd", 2, 2, 1024, "6.12"), null));
		assertThat(health.getStatus()).isEqualTo(Status.UP);
		assertThat(health.getDetails()).containsEntry("host", "unix:///x")
			.containsEntry("since", SINCE)
			.containsEntry("version", "26.1")
			.containsEntry("cgroupVersion", 2)
			.containsEntry("cgroupDriver", "systemd")
			.doesNotContainKey("problem");
	}

	@Test
	void doesNotMakeTheServiceUnhealthyWithoutAnEngine() {
		Health health = health(new EngineStatus(false, SINCE, null, "Connection refused"));
		assertThat(health.getStatus()).isEqualTo(Status.UNKNOWN);
		assertThat(health.getDetails()).containsEntry("host", "unix:///x")
			.containsEntry("since", SINCE)
			.containsEntry("problem", "Connection refused");
		assertThat(HttpCodeStatusMapper.getDefault().getStatusCode(health.getStatus())).isEqualTo(200);
	}

	private static Health health(EngineStatus status) {
		return new EngineHealthIndicator(new StillFollower(status), new EngineAddress(URI.create("unix:///x"), null))
			.health();
	}

	private record StillFollower(EngineStatus status) implements EngineFollower {

		@Override
		public void askFor(Collection<ContainerId> containers) {
		}

		@Override
		public void start(@Nullable EngineListener listener) {
			throw new UnsupportedOperationException();
		}

		@Override
		public void close() {
			// Nothing runs.
		}

	}

}
