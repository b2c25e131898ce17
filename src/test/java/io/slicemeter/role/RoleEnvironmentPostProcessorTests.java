package io.slicemeter.role;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class RoleEnvironmentPostProcessorTests {

	@Test
	void withoutARoleTheProcessIsStandaloneOnLoopback() {
		MockEnvironment environment = new MockEnvironment();
		process(environment);
		assertThat(environment.getProperty("server.address")).isEqualTo("127.0.0.1");
		assertThat(environment.getProperty("management.endpoint.health.show-details")).isEqualTo("always");
	}

	@ParameterizedTest
	@ValueSource(strings = { "standalone", "STANDALONE" })
	void standaloneIsUnderstoodInAnyCase(String role) {
		MockEnvironment environment = new MockEnvironment().withProperty("slicemeter.role", role);
		process(environment);
		assertThat(environment.getProperty("server.address")).isEqualTo("127.0.0.1");
	}

	@Test
	void whatTheUserSetsHasPrecedence() {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().addLast(new MapPropertySource("file", Map.of("server.address", "0.0.0.0")));
		process(environment);
		assertThat(environment.getProperty("server.address")).isEqualTo("0.0.0.0");
	}

	@ParameterizedTest
	@ValueSource(strings = { "agent", "api", "maintain", "migrate", "sidecar" })
	void anyOtherRoleIsRefusedAndTheAllowedOnesAreNamed(String role) {
		MockEnvironment environment = new MockEnvironment().withProperty("slicemeter.role", role);
		assertThatExceptionOfType(CannotStartException.class).isThrownBy(() -> process(environment))
			.withMessage("slicemeter.role is '%s', which is none of the roles that this version can play: standalone"
				.formatted(role));
	}

	@Test
	void aRefusalIsShownWithWhatToDoAboutIt() {
		CannotStartException problem = new CannotStartException("It is broken.", "Mend it.");
		FailureAnalysis analysis = new CannotStartFailureAnalyzer().analyze(new IllegalStateException(problem));
		assertThat(analysis).isNotNull();
		assertThat(analysis.getDescription()).isEqualTo("It is broken.");
		assertThat(analysis.getAction()).isEqualTo("Mend it.");
	}

	@Test
	void springBootFindsIt() {
		assertThat(SpringFactoriesLoader.forDefaultResourceLocation()
			.load(EnvironmentPostProcessor.class, (type, name, failure) -> {
				// Some of Boot's own need arguments that aren't at hand here.
			})).hasAtLeastOneElementOfType(RoleEnvironmentPostProcessor.class);
	}

	private static void process(ConfigurableEnvironment environment) {
		new RoleEnvironmentPostProcessor().postProcessEnvironment(environment, new SpringApplication());
	}

}
