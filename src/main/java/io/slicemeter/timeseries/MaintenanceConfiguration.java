package io.slicemeter.timeseries;

import java.time.Clock;

import javax.sql.DataSource;

import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Maintenance of the tables over time.
@Configuration(proxyBeanMethods = false)
class MaintenanceConfiguration {

	@Bean
	@DependsOnDatabaseInitialization
	Maintenance timeseriesMaintenance(DataSource dataSource, RetentionProperties retention,
			MaintenanceProperties properties) {
		return new Maintenance(new MaintenanceFunctions(dataSource, properties.statementTimeout()), retention,
				properties, Clock.systemUTC());
	}

	@Bean
	MaintenanceHealthIndicator maintenanceHealthIndicator(Maintenance maintenance, MaintenanceProperties properties) {
		return new MaintenanceHealthIndicator(maintenance, properties.downAfter(), Clock.systemUTC());
	}

	@Bean
	MaintenanceMetrics maintenanceMetrics(Maintenance maintenance) {
		return new MaintenanceMetrics(maintenance, Clock.systemUTC());
	}

}
