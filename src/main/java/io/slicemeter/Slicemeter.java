package io.slicemeter;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/// The service: meters runner containers and answers what they used.
@SpringBootApplication
@ConfigurationPropertiesScan
public class Slicemeter {

	static void main(String[] args) {
		// Measurements connect to an address that was checked and say the name in `Host`,
		// which the JDK's client reads once whether it may.
		System.setProperty("jdk.httpclient.allowRestrictedHeaders",
				System.getProperty("jdk.httpclient.allowRestrictedHeaders", "host"));
		SpringApplication.run(Slicemeter.class, args);
	}

}
