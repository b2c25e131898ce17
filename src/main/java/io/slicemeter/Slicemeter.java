package io.slicemeter;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/// The service: meters runner containers and answers what they used.
@SpringBootApplication
@ConfigurationPropertiesScan
public class Slicemeter {

	static void main(String[] args) {
		SpringApplication.run(Slicemeter.class, args);
	}

}
