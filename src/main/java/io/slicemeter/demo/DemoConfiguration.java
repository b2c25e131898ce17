package io.slicemeter.demo;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;

import io.slicemeter.runner.Catalogue;
import io.slicemeter.timeseries.Intake;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/// The beans of the demo.
@Configuration(proxyBeanMethods = false)
@Profile(DemoEnvironment.PROFILE)
class DemoConfiguration {

	private static final String HOST = "demoHost";

	/// What meters a host looks at it when it is made: the simulated one has to be there
	/// by then.
	@Bean
	static BeanFactoryPostProcessor demoHostComesFirst() {
		return (beans) -> beans.getBeanDefinition("usageSource").setDependsOn(HOST);
	}

	@Bean(HOST)
	HostTree demoHost(DemoProperties properties, @Value("${" + DemoEnvironment.HOST_DIRECTORY + "}") Path directory) {
		return HostTree.create(directory, HostTotals.of(properties.runners()), UUID.randomUUID().toString());
	}

	@Bean
	DemoLife demoLife(DemoProperties properties, @Value("${slicemeter.interval:2s}") Duration interval,
			@Value("${" + DemoEnvironment.HOST_NAME + "}") String hostName, HostTree tree, Catalogue catalogue,
			Intake intake) {
		return new DemoLife(properties, interval, hostName, tree, catalogue, intake, Clock.systemUTC());
	}

}
