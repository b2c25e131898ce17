package io.slicemeter.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import com.github.dockerjava.api.model.HostConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.testing.DockerEngine;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(180)
class DockerStatisticsStreamsIT {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final DockerEngine docker = DockerEngine.assume("slicemeter-statistics");

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	// Reopening at once would meet a container that is being removed: this Engine then
	// streams documents without a reading for ever.
	private final DockerProperties properties = new DockerProperties("", null, null, Duration.ofHours(1), Duration.ZERO,
			1, 3, Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(2), Duration.ofSeconds(10));

	private final DockerStatisticsStreams streams = new DockerStatisticsStreams(
			EngineAddress.of(this.properties, System.getenv()), this.properties, new NetworkProperties(List.of("eth*")),
			new EngineMeters(this.registry));

	@AfterEach
	void stop() throws IOException {
		this.streams.close();
		this.docker.close();
	}

	@Test
	void readsWhatAContainerUses() {
		ContainerId container = this.docker.run(this.docker.name("busy"), "while :; do :; done", (command) -> command
			.withHostConfig(HostConfig.newHostConfig().withNanoCPUs(300_000_000L).withMemory(64L << 20)));
		try (StatisticsStream stream = this.streams.open(container)) {
			StatisticsReading first = await(stream);
			StatisticsReading second = await(stream);
			assertThat(second.readAt()).isAfter(first.readAt());
			assertThat(second.arrivedNanos()).isGreaterThan(first.arrivedNanos());
			Readings readings = second.readings();
			assertThat(readings.get(Metric.CPU_USAGE_USEC)).isGreaterThan(first.readings().get(Metric.CPU_USAGE_USEC));
			double used = readings.get(Metric.CPU_USAGE_USEC) - first.readings().get(Metric.CPU_USAGE_USEC);
			double elapsed = Duration.between(first.readAt(), second.readAt()).toNanos() / 1000.0;
			assertThat(used / elapsed).isBetween(0.1, 0.4);
			assertThat(readings.get(Metric.CPU_THROTTLED_PERIODS)).isPositive();
			assertThat(readings.get(Metric.MEMORY_CURRENT_BYTES)).isBetween(1L, 64L << 20);
			assertThat(readings.get(Metric.MEMORY_BYTES)).isBetween(0L, readings.get(Metric.MEMORY_CURRENT_BYTES));
			assertThat(readings.get(Metric.PIDS)).isOne();
			assertThat(readings.get(Metric.NETWORK_ALL_BYTES))
				.isEqualTo(readings.get(Metric.NETWORK_RECEIVED_BYTES) + readings.get(Metric.NETWORK_SENT_BYTES));
		}
	}

	@Test
	void hasNoNetworkOfAContainerWithoutOne() {
		ContainerId container = this.docker.run(this.docker.name("none"), "sleep 600",
				(command) -> command.withHostConfig(HostConfig.newHostConfig().withNetworkMode("none")));
		try (StatisticsStream stream = this.streams.open(container)) {
			assertThat(await(stream).readings().has(Metric.NETWORK_RECEIVED_BYTES)).isFalse();
		}
	}

	@Test
	void readsNothingOfAStoppedContainerAndEndsWhenItIsRemoved() {
		ContainerId container = this.docker.run(this.docker.name("stopped"), "exit 0");
		await().atMost(PATIENCE)
			.until(() -> "exited"
				.equals(this.docker.client().inspectContainerCmd(container.value()).exec().getState().getStatus()));
		StatisticsStream stream = this.streams.open(container);
		await().atMost(PATIENCE)
			.until(() -> this.registry.get("slicemeter.engine.documents.skipped").counter().count() >= 2);
		assertThat(stream.take()).isNull();
		assertThat(this.registry.get("slicemeter.engine.readings").counter().count()).isZero();
		this.docker.client().removeContainerCmd(container.value()).exec();
		// Its connection breaks, and the next try finds it gone.
		await().atMost(PATIENCE).until(() -> this.registry.get("slicemeter.engine.streams").gauge().value() == 0);
	}

	@Test
	void endsItsThreadsAtOnceWhenItIsClosed() throws IOException {
		ContainerId container = this.docker.run(this.docker.name("close"), "sleep 600");
		StatisticsStream stream = this.streams.open(container);
		await(stream);
		this.streams.close();
		await().atMost(Duration.ofSeconds(3))
			.untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
				.noneMatch((name) -> name.startsWith("slicemeter-engine-statistics")));
	}

	private static StatisticsReading await(StatisticsStream stream) {
		return Awaitility.await().atMost(PATIENCE).until(stream::take, (reading) -> reading != null);
	}

	private static ConditionFactory await() {
		return Awaitility.await();
	}

}
