package io.slicemeter.engine;

import java.time.Duration;
import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;

class EngineConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class))
		.withUserConfiguration(Module.class);

	@Test
	void offersWhatOtherModulesNeedWithoutTouchingTheEngine() {
		this.runner.withPropertyValues("slicemeter.docker.host=unix:///nowhere/docker.sock").run((context) -> {
			assertThat(context).hasSingleBean(EngineFollower.class)
				.hasSingleBean(StatisticsStreams.class)
				.hasSingleBean(HealthIndicator.class);
			assertThat(context.getBean(EngineFollower.class).status().connected()).isFalse();
			DockerProperties properties = context.getBean(DockerProperties.class);
			assertThat(properties.reconcileInterval()).isEqualTo(Duration.ofSeconds(30));
			assertThat(properties.maxStreams()).isEqualTo(500);
			assertThat(properties.reconnectFirst()).isEqualTo(Duration.ofSeconds(5));
			assertThat(properties.reconnectMax()).isEqualTo(Duration.ofMinutes(2));
			assertThat(context.getBean(NetworkProperties.class).interfaces()).containsExactly("eth*");
			assertThat(context.getBean(MeterRegistry.class).getMeters())
				.allSatisfy((meter) -> assertThat(meter.getId().getDescription()).isNotBlank())
				.allSatisfy((meter) -> assertThat(meter.getId().getBaseUnit()).isNotBlank());
		});
	}

	@Test
	void failsAtStartOnAnAddressThatIsNone() {
		this.runner.withPropertyValues("slicemeter.docker.host=ssh://host")
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.rootCause()
				.isInstanceOf(InvalidConfigurationPropertyValueException.class)
				.hasMessageContaining("slicemeter.docker.host")
				.hasMessageContaining("unix:///path/to/socket"));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "slicemeter.docker.reconcile-interval=99ms | must be between 100ms and 1h",
					"slicemeter.docker.reconcile-interval=61m | must be between 100ms and 1h",
					"slicemeter.docker.event-overlap=-1s | must be between 0s and 10m",
					"slicemeter.docker.event-queue=0 | must be between 1 and 1000000",
					"slicemeter.docker.max-streams=0 | must be between 1 and 100000",
					"slicemeter.docker.connect-timeout=0s | must be between 100ms and 5m",
					"slicemeter.docker.response-timeout=6m | must be between 100ms and 5m",
					"slicemeter.docker.reconnect-first=0s | must be between 10ms and 1h",
					"slicemeter.docker.reconnect-max=2h | must be between 10ms and 1h",
					"slicemeter.docker.reconnect-max=1s | reconnect-max must be at least reconnect-first",
					"slicemeter.network.interfaces= | must name at least one interface",
					"slicemeter.network.interfaces=eth0,a b | must be an interface name or glob" })
	void failsAtStartOnAValueThatIsNotAllowedAndSaysWhatIs(String property, String message) {
		this.runner.withPropertyValues("slicemeter.docker.host=unix:///x", property)
			.run((context) -> assertThat(context).hasFailed().getFailure().rootCause().hasMessageContaining(message));
	}

	@ParameterizedTest
	@CsvSource({ "eth*,eth0,true", "eth*,eth,true", "eth*,veth0,false", "eth0,eth0,true", "eth0,eth01,false",
			"en?0,ens0,true", "en?0,en0,false", "a.b,axb,false", "*,docker0,true" })
	void matchesInterfacesByGlob(String glob, String name, boolean matches) {
		assertThat(new NetworkProperties(List.of("none", glob)).pattern().matcher(name).matches()).isEqualTo(matches);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableConfigurationProperties({ DockerProperties.class, NetworkProperties.class })
	@Import(EngineConfiguration.class)
	static class Module {

		@Bean
		MeterRegistry meterRegistry() {
			return new SimpleMeterRegistry();
		}

	}

}
