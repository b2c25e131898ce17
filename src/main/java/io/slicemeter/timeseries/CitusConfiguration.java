package io.slicemeter.timeseries;

import java.util.stream.Stream;

import org.flywaydb.core.api.Location;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.flyway.autoconfigure.FlywayConfigurationCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Spreads the tables over the nodes of a Citus cluster, where that is wanted, by whoever
/// migrates.
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "slicemeter.part.migrating", matchIfMissing = true)
@ConditionalOnBooleanProperty("slicemeter.timeseries.citus")
class CitusConfiguration {

	private static final String SCRIPTS = "classpath:db/citus";

	@Bean
	NeedsCitus needsCitus() {
		return new NeedsCitus();
	}

	@Bean
	FlywayConfigurationCustomizer citusScripts() {
		return (configuration) -> configuration.locations(
				Stream.concat(Stream.of(configuration.getLocations()).map(Location::toString), Stream.of(SCRIPTS))
					.toArray(String[]::new));
	}

}
