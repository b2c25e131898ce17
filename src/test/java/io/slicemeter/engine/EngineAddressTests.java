package io.slicemeter.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class EngineAddressTests {

	@Test
	void isTheUsualSocketByDefault() {
		assertThat(address(null, Map.of())).hasToString("unix:///var/run/docker.sock");
	}

	@Test
	void followsTheEnvironment() {
		assertThat(address(null, Map.of("DOCKER_HOST", "tcp://10.0.0.1:2375"))).hasToString("tcp://10.0.0.1:2375");
	}

	@Test
	void prefersItsOwnProperty() {
		assertThat(address("unix:///run/user/1000/docker.sock", Map.of("DOCKER_HOST", "nonsense")))
			.hasToString("unix:///run/user/1000/docker.sock");
	}

	@ParameterizedTest
	@ValueSource(strings = { "docker", "ssh://host", "npipe:////./pipe/docker_engine", "http://host:1", "tcp://host",
			"tcp://:2375", "tcp://host:99999", "tcp://host:2375/path", "unix://", "unix:///", "unix://run/docker.sock",
			"tcp://a b", "/var/run/docker.sock" })
	void refusesOtherAddressesAndNamesWhatIsAllowed(String host) {
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
			.isThrownBy(() -> address(host, Map.of()))
			.satisfies((ex) -> {
				assertThat(ex.getName()).isEqualTo("slicemeter.docker.host");
				assertThat(ex.getValue()).isEqualTo(host);
				assertThat(ex.getReason()).contains("unix:///path/to/socket", "tcp://host:port");
			});
	}

	@Test
	void namesTheEnvironmentVariableThatIsWrong() {
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
			.isThrownBy(() -> address(null, Map.of("DOCKER_HOST", "ssh://host")))
			.satisfies((ex) -> assertThat(ex.getName()).isEqualTo("DOCKER_HOST"));
	}

	@Test
	void usesTlsByTheUsualVariables(@TempDir Path directory) throws IOException {
		for (String file : new String[] { "ca.pem", "cert.pem", "key.pem" }) {
			Files.writeString(directory.resolve(file), "");
		}
		EngineAddress address = address("tcp://host:2376",
				Map.of("DOCKER_TLS_VERIFY", "1", "DOCKER_CERT_PATH", directory.toString()));
		assertThat(address.certificates()).isEqualTo(directory);
		assertThat(address).hasToString("tcp://host:2376 (TLS)");
	}

	@Test
	void refusesTlsWithoutCertificates(@TempDir Path directory) {
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
			.isThrownBy(() -> address("tcp://host:2376",
					Map.of("DOCKER_TLS_VERIFY", "1", "DOCKER_CERT_PATH", directory.toString())))
			.satisfies((ex) -> assertThat(ex.getReason()).contains("ca.pem, cert.pem and key.pem"));
	}

	@Test
	void needsNoTlsOnASocket() {
		assertThat(address("unix:///x", Map.of("DOCKER_TLS_VERIFY", "1")).certificates()).isNull();
	}

	private static EngineAddress address(@Nullable String host, Map<String, String> environment) {
		return EngineAddress.of(
				new DockerProperties(host, null, null, Duration.ofSeconds(30), Duration.ZERO, 1, 1,
						Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(1)),
				environment);
	}

}
