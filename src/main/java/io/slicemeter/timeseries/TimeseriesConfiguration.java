package io.slicemeter.timeseries;

import java.time.Clock;

import javax.sql.DataSource;

import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The parts of the road to Postgres and back.
@Configuration(proxyBeanMethods = false)
class TimeseriesConfiguration {

	@Bean
	Spool sampleSpool(TimeseriesProperties properties) {
		return new MemorySpool(properties.queueSize());
	}

	@Bean
	WriterMetrics sampleWriterMetrics(MeterRegistry registry, Spool spool) {
		return new WriterMetrics(registry, spool);
	}

	@Bean
	SpoolIntake sampleIntake(Spool spool, WriterMetrics metrics) {
		return new SpoolIntake(spool, metrics);
	}

	@Bean
	PostgresStore sampleStore(DataSource dataSource, TimeseriesProperties properties) {
		return new PostgresStore(dataSource, properties.statementTimeout(), properties.lockTimeout());
	}

	@Bean
	@DependsOnDatabaseInitialization
	Writer sampleWriter(Spool spool, PostgresStore store, WriterMetrics metrics, TimeseriesProperties properties) {
		return new Writer(spool, store, new Partitions(store, Clock.systemUTC()), metrics, properties);
	}

	@Bean
	TimeseriesHealthIndicator timeseriesHealthIndicator(Spool spool, Writer writer, TimeseriesProperties properties) {
		return new TimeseriesHealthIndicator(spool, writer, properties.downAfter(), Clock.systemUTC());
	}

	@Bean
	SqlUsageQueries usageQueries(DataSource dataSource, TimeseriesProperties properties) {
		return new SqlUsageQueries(dataSource, properties.queryTimeout(), Clock.systemUTC());
	}

	@Bean
	StoredOpenRuns openRuns(DataSource dataSource) {
		return new StoredOpenRuns(JdbcClient.create(dataSource));
	}

}
