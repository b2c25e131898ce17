package io.slicemeter.testing;

import java.time.Instant;
import java.time.InstantSource;

import io.slicemeter.measurement.FakeMeasurementStore;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.annotation.Primary;

/// The REST modules over fakes. Bears no stereotype: a scan of the real application must
/// not find it.
@EnableAutoConfiguration(
		exclude = { DataSourceAutoConfiguration.class, HibernateJpaAutoConfiguration.class,
				DataJpaRepositoriesAutoConfiguration.class, FlywayAutoConfiguration.class },
		excludeName = "io.slicemeter.role.EmbeddedDatabaseAutoConfiguration")
@ComponentScan(
		basePackages = { "io.slicemeter.web", "io.slicemeter.history", "io.slicemeter.slice",
				"io.slicemeter.measurement" },
		excludeFilters = @ComponentScan.Filter(type = FilterType.REGEX,
				pattern = "io\\.slicemeter\\.measurement\\.Jpa.*"))
class RestApplication {

	@Bean
	FakeCatalogue catalogue() {
		return new FakeCatalogue();
	}

	@Bean
	FakeUsage usage() {
		return new FakeUsage();
	}

	@Bean
	FakeLiveTail liveTail() {
		return new FakeLiveTail();
	}

	@Bean
	FakeRequests requests() {
		return new FakeRequests();
	}

	@Bean
	FakeReadings readings() {
		return new FakeReadings();
	}

	@Bean
	FakeMeasurementStore measurementStore(FakeRequests requests) {
		return new FakeMeasurementStore(requests);
	}

	@Bean
	@Primary
	InstantSource standingClock() {
		return InstantSource.fixed(Instant.parse("2026-03-01T12:00:00Z"));
	}

}
