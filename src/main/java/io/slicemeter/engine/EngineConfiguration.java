package io.slicemeter.engine;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The beans of this module.
@Configuration(proxyBeanMethods = false)
class EngineConfiguration {

	@Bean
	EngineAddress engineAddress(DockerProperties properties) {
		return EngineAddress.of(properties, System.getenv());
	}

	@Bean
	EngineMeters engineMeters(MeterRegistry registry) {
		return new EngineMeters(registry);
	}

	@Bean(destroyMethod = "close")
	EngineFollower engineFollower(EngineAddress address, DockerProperties properties, EngineMeters meters) {
		return new DockerFollower(address, properties, meters);
	}

	@Bean(destroyMethod = "close")
	DockerStatisticsStreams statisticsStreams(EngineAddress address, DockerProperties properties,
			NetworkProperties network, EngineMeters meters) {
		return new DockerStatisticsStreams(address, properties, network, meters);
	}

	@Bean
	EngineHealthIndicator engineHealthIndicator(EngineFollower follower, EngineAddress address) {
		return new EngineHealthIndicator(follower, address);
	}

}
