package io.slicemeter.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.Metric;
import io.slicemeter.testing.DockerEngine;
import io.slicemeter.testing.ReadOnlyProxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// A real Engine behind a proxy that lets nothing but questions through.
@Timeout(180)
class ReadOnlyAccessIT {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final DockerEngine docker = DockerEngine.assume("slicemeter-readonly");

	private final ReadOnlyProxy proxy = ReadOnlyProxy
		.before(System.getenv().getOrDefault("DOCKER_HOST", "unix:///var/run/docker.sock"));

	private final DockerProperties properties = Fixtures.properties(this.proxy.host());

	private final EngineAddress address = EngineAddress.of(this.properties, Map.of());

	private final EngineMeters meters = new EngineMeters(new SimpleMeterRegistry());

	@AfterEach
	void stop() throws IOException {
		this.proxy.close();
		this.docker.close();
	}

	@Test
	void aLifeIsFollowedAndItsStatisticsAreRead() throws IOException {
		RecordingListener listener = new RecordingListener();
		DockerStatisticsStreams streams = new DockerStatisticsStreams(this.address, this.properties,
				new NetworkProperties(List.of("eth*")), this.meters);
		try (DockerFollower follower = new DockerFollower(this.address, this.properties, this.meters)) {
			follower.start(listener);
			await().atMost(PATIENCE).until(() -> !listener.told("reconciled").isEmpty());
			ContainerId container = this.docker.run(this.docker.name("life"), "while :; do :; done");
			await().atMost(PATIENCE).until(() -> !listener.inspections(container).isEmpty());
			try (StatisticsStream stream = streams.open(container)) {
				await().atMost(PATIENCE).until(() -> {
					StatisticsReading reading = stream.take();
					return reading != null && reading.readings().has(Metric.CPU_USAGE_USEC);
				});
			}
			this.docker.client().killContainerCmd(container.value()).exec();
			await().atMost(PATIENCE)
				.until(() -> listener.events(container).stream().anyMatch(EngineEvent.Died.class::isInstance));
		}
		finally {
			streams.close();
		}
		assertThat(this.proxy.refused()).isEmpty();
	}

}
