package io.slicemeter;

import java.nio.file.Path;
import java.time.Duration;

import io.slicemeter.testing.FakeEngine;
import io.slicemeter.testing.RunningSlicemeter;
import io.slicemeter.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/// The whole application on a machine where no Docker Engine answers, or not yet.
@Timeout(180)
@ExtendWith(OutputCaptureExtension.class)
class StandaloneWithoutDockerIT {

	@Test
	void itStartsAnswersAndSaysOnceWhatIsMissing(@TempDir Path directory, CapturedOutput output) {
		Path socket = directory.resolve("docker.sock");
		try (RunningSlicemeter slicemeter = RunningSlicemeter.start(TestDatabase.EMBEDDED.empty(),
				"slicemeter.docker.host=unix://" + socket, "slicemeter.docker.reconnect-first=50ms",
				"slicemeter.docker.reconnect-max=50ms", "slicemeter.source=docker")) {
			await().untilAsserted(() -> {
				JsonNode engine = slicemeter.get("/actuator/health").path("components").path("engine");
				assertThat(engine.path("status").asString("")).isEqualTo("UNKNOWN");
				assertThat(engine.path("details").path("host").asString("")).contains(socket.toString());
				assertThat(engine.path("details").path("problem").asString("")).isNotBlank();
			});
			assertThat(slicemeter.get("/actuator/health").path("status").asString()).isEqualTo("UP");
			assertThat(slicemeter.get("/api/v1/runners").path("items")).isEmpty();
			// the host is metered all the same, over many attempts to connect
			await().untilAsserted(() -> {
				JsonNode host = slicemeter.get("/api/v1/hosts").path("items").path(0);
				assertThat(host.path("dockerVersion").isNull()).isTrue();
				assertThat(host.path("use").path("memoryBytes").asLong(0)).isPositive();
			});
		}
		assertThat(output.getOut().lines().filter((line) -> line.contains(socket.toString()))).hasSize(1);
	}

	@Test
	void anEngineThatAppearsLaterIsFollowed() {
		try (FakeEngine engine = FakeEngine.start()) {
			engine.stop();
			engine.run("late");
			try (RunningSlicemeter slicemeter = RunningSlicemeter.start(TestDatabase.EMBEDDED.empty(),
					"slicemeter.docker.host=" + engine.host(), "slicemeter.docker.reconnect-first=50ms",
					"slicemeter.docker.reconnect-max=200ms", "slicemeter.source=docker")) {
				await().until(() -> health(slicemeter).equals("UNKNOWN"));
				assertThat(slicemeter.get("/api/v1/runners").path("items")).isEmpty();
				engine.restart();
				await().untilAsserted(() -> {
					assertThat(health(slicemeter)).isEqualTo("UP");
					JsonNode runners = slicemeter.get("/api/v1/runners").path("items");
					assertThat(runners).hasSize(1);
					assertThat(runners.path(0).path("runner").asString()).isEqualTo("late");
					assertThat(runners.path(0).path("state").asString()).isEqualTo("running");
				});
			}
		}
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(30));
	}

	private static String health(RunningSlicemeter slicemeter) {
		return slicemeter.get("/actuator/health").path("components").path("engine").path("status").asString("");
	}

}
