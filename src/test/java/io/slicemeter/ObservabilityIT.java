package io.slicemeter;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.slicemeter.testing.FakeEngine;
import io.slicemeter.testing.RunningSlicemeter;
import io.slicemeter.testing.SlicemeterProcess;
import io.slicemeter.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/// What operators' own systems get to know: metrics by OTLP, structured logs, the version.
@Timeout(300)
class ObservabilityIT {

	private static final String NOWHERE = "spring.datasource.url=jdbc:postgresql://127.0.0.1:1/slicemeter";

	@Test
	void aCollectorGetsThemAsSpringBootsPropertiesSay() throws IOException {
		List<String> received = new CopyOnWriteArrayList<>();
		HttpServer collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		collector.createContext("/v1/metrics", (exchange) -> {
			received.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
			exchange.sendResponseHeaders(200, -1);
			exchange.close();
		});
		collector.start();
		try (FakeEngine engine = FakeEngine.start();
				RunningSlicemeter _ = RunningSlicemeter.start("slicemeter.role=agent", "slicemeter.source=docker",
						"slicemeter.docker.host=" + engine.host(), NOWHERE,
						"management.otlp.metrics.export.enabled=true", "management.otlp.metrics.export.step=1s",
						"management.otlp.metrics.export.url=http://127.0.0.1:%d/v1/metrics"
							.formatted(collector.getAddress().getPort()))) {
			// protobuf: names lie in it as they are
			Awaitility.await()
				.atMost(Duration.ofSeconds(60))
				.until(() -> received.stream()
					.anyMatch(
							(body) -> body.contains("slicemeter.spool.depth") && body.contains("slicemeter.samples")));
		}
		finally {
			collector.stop(0);
		}
	}

	@Test
	void everyLineOfTheLogIsAnObjectWhereThatIsAskedFor(@TempDir Path directory) throws Exception {
		Stream<String> database = RunningSlicemeter.databaseProperties(TestDatabase.EMBEDDED.empty());
		try (SlicemeterProcess migrate = SlicemeterProcess.start(directory,
				Stream.concat(database, Stream.of("slicemeter.role=migrate", "logging.structured.format.console=ecs"))
					.toArray(String[]::new))) {
			assertThat(migrate.awaitExit()).isZero();
			assertThat(migrate.output().lines()).isNotEmpty().allSatisfy((line) -> {
				JsonNode object = JsonMapper.shared().readTree(line);
				assertThat(object.path("@timestamp").asString()).isNotBlank();
				assertThat(object.path("service").path("name").asString()).isEqualTo("slicemeter");
			}).anySatisfy((line) -> assertThat(line).contains("The schema is up to date"));
		}
	}

	@Test
	void itSaysWhichVersionItIsAndSendsNothingWithoutACollector() {
		try (FakeEngine engine = FakeEngine.start();
				RunningSlicemeter agent = RunningSlicemeter.start("slicemeter.role=agent", "slicemeter.source=docker",
						"slicemeter.docker.host=" + engine.host(), NOWHERE)) {
			assertThat(agent.get("/actuator/info").path("build").path("version").asString()).isNotBlank();
			assertThat(agent.context().getBeansOfType(OtlpMeterRegistry.class)).isEmpty();
		}
	}

}
