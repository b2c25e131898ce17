package io.slicemeter.timeseries;

import java.time.Clock;

import javax.sql.DataSource;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The road back from Postgres.
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "slicemeter.part.answering", matchIfMissing = true)
class QueryConfiguration {

	@Bean
	SqlUsageQueries usageQueries(DataSource dataSource, TimeseriesProperties properties) {
		return new SqlUsageQueries(dataSource, properties.queryTimeout(), Clock.systemUTC());
	}

	@Bean
	SqlLiveTail liveTail(DataSource dataSource, TimeseriesProperties properties) {
		return new SqlLiveTail(dataSource, properties.queryTimeout());
	}

	@Bean
	SqlUsageReadings usageReadings(DataSource dataSource) {
		return new SqlUsageReadings(dataSource);
	}

	@Bean
	SqlRequestRecords requestRecords(DataSource dataSource, TimeseriesProperties properties) {
		return new SqlRequestRecords(dataSource, properties.queryTimeout());
	}

}
