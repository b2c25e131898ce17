package io.slicemeter.timeseries;

import java.time.Clock;

import javax.sql.DataSource;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Maintenance of the tables over time.
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "slicemeter.part.maintaining", matchIfMissing = true)
class MaintenanceConfiguration {

	@Bean
	@DependsOnDatabaseInitialization
	Maintenance timeseriesMaintenance(DataSource dataSource, RetentionProperties retention,
			MaintenanceProperties properties, TimeseriesProperties timeseries) {
		return new Maintenance(
				new MaintenanceFunctions(dataSource, properties.statementTimeout(), timeseries.lateLimit()), retention,
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
