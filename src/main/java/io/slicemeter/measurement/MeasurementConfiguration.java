package io.slicemeter.measurement;

import java.net.InetAddress;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// What the module needs beside its components.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(MeasurementProperties.class)
class MeasurementConfiguration {

	@Bean
	Targets.Resolver targetResolver() {
		return InetAddress::getAllByName;
	}

}
