package io.slicemeter.engine;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.slicemeter.testing.FakeContainer;
import io.slicemeter.testing.FakeEngine;
import io.slicemeter.testing.ReadOnlyProxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The module asks the Engine and changes nothing: a proxy that lets nothing but
/// questions through is enough.
@Timeout(120)
class ReadOnlyAccessTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final FakeEngine engine = FakeEngine.start();

	private final ReadOnlyProxy proxy = ReadOnlyProxy.before(this.engine.host());

	@AfterEach
	void stop() {
		this.proxy.close();
		this.engine.close();
	}

	@Test
	void containersAreFollowedThroughAProxyThatOnlyAllowsQuestions() {
		FakeContainer first = this.engine.run("first");
		RecordingListener listener = new RecordingListener();
		DockerProperties properties = Fixtures.properties(this.proxy.host());
		try (DockerFollower follower = new DockerFollower(EngineAddress.of(properties, Map.of()), properties,
				new EngineMeters(new SimpleMeterRegistry()))) {
			follower.start(listener);
			await().atMost(PATIENCE).until(() -> !listener.inspections(first.id()).isEmpty());
			FakeContainer second = this.engine.run("second");
			await().atMost(PATIENCE).until(() -> !listener.inspections(second.id()).isEmpty());
		}
		assertThat(this.proxy.refused()).isEmpty();
		assertThat(this.proxy.passed()).anyMatch((line) -> line.contains("/events"))
			.anyMatch((line) -> line.contains("/containers/json"));
	}

	@Test
	void statisticsAreReadThroughAProxyThatOnlyAllowsQuestions() throws IOException {
		FakeContainer container = this.engine.run("busy");
		DockerProperties properties = Fixtures.properties(this.proxy.host());
		DockerStatisticsStreams streams = new DockerStatisticsStreams(EngineAddress.of(properties, Map.of()),
				properties, new NetworkProperties(List.of("eth*")), new EngineMeters(new SimpleMeterRegistry()));
		try (StatisticsStream stream = streams.open(container.id())) {
			await().atMost(PATIENCE).until(() -> this.engine.statisticsSubscribers(container.id()) == 1);
			container.statistics(Instant.parse("2026-11-30T12:00:00Z"), 1000, 4096, 1, 2);
			await().atMost(PATIENCE).until(() -> stream.take() != null);
		}
		finally {
			streams.close();
		}
		assertThat(this.proxy.refused()).isEmpty();
	}

	@Test
	void theProxyOfThisTestRefusesWhatChangesSomething() throws IOException, InterruptedException {
		try (HttpClient client = HttpClient.newHttpClient()) {
			String host = this.proxy.host().replace("tcp:", "http:");
			HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(host + "/containers/create"))
				.version(HttpClient.Version.HTTP_1_1);
			assertThat(client.send(request.POST(BodyPublishers.ofString("{}")).build(), BodyHandlers.discarding())
				.statusCode()).isEqualTo(403);
			assertThat(
					client.send(request.uri(URI.create(host + "/images/json")).GET().build(), BodyHandlers.discarding())
						.statusCode())
				.isEqualTo(403);
		}
		assertThat(this.proxy.refused()).hasSize(2);
	}

}
