package io.slicemeter.history;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/// What may be set of the stream.
class StreamPropertiesTests {

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class))
		.withUserConfiguration(Bound.class);

	@Test
	void theDefaultsAreThoseOfTheDocumentation() {
		this.application.run((context) -> assertThat(context.getBean(StreamProperties.class))
			.hasToString("StreamProperties[interval=PT1S, maxClients=100, heartbeat=PT15S, writeTimeout=PT10S]"));
	}

	@ParameterizedTest
	@CsvSource({ "interval=99ms,from 100ms to 10s", "interval=11s,from 100ms to 10s", "max-clients=-1,from 0 to 10000",
			"max-clients=10001,from 0 to 10000", "heartbeat=0s,from 1s to 5m", "write-timeout=6m,from 1s to 5m" })
	void whatIsOutOfBoundsStopsTheStart(String property, String message) {
		this.application.withPropertyValues("slicemeter.stream." + property)
			.run((context) -> assertThat(context).getFailure().rootCause().hasMessageContaining(message));
	}

	@EnableConfigurationProperties(StreamProperties.class)
	static class Bound {

	}

}
