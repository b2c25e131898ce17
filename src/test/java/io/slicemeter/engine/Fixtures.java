package io.slicemeter.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.dockerjava.core.DockerClientConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

/// What the Engine's tests share: golden files, and properties with short times.
final class Fixtures {

	/// Docker-java's own, so that golden files are read as the wire is.
	static final ObjectMapper DOCKER_JAVA = DockerClientConfig.getDefaultObjectMapper();

	private Fixtures() {
	}

	static String text(String file) {
		try (InputStream stream = Objects.requireNonNull(Fixtures.class.getResourceAsStream(file), file)) {
			return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static List<String> lines(String file) {
		return text(file).lines().toList();
	}

	static <T> T read(String json, Class<T> type) {
		try {
			return DOCKER_JAVA.readValue(json, type);
		}
		catch (JsonProcessingException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static EngineMeters meters(SimpleMeterRegistry registry) {
		return new EngineMeters(registry);
	}

	/// No regular reconcile within a test, quick reconnects.
	static DockerProperties properties(String host) {
		return properties(host, Duration.ofHours(1), Duration.ofSeconds(10), 1000);
	}

	static DockerProperties properties(String host, Duration reconcileInterval, Duration responseTimeout,
			int eventQueue) {
		return new DockerProperties(host, false, null, reconcileInterval, Duration.ofSeconds(5), eventQueue, 3,
				Duration.ofSeconds(2), responseTimeout, Duration.ofMillis(10), Duration.ofMillis(100));
	}

}
