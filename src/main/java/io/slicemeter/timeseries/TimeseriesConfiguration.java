package io.slicemeter.timeseries;

import java.nio.file.Path;
import java.time.Clock;

import javax.sql.DataSource;

import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The parts of the road to Postgres.
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "slicemeter.part.metering", matchIfMissing = true)
class TimeseriesConfiguration {

	@Bean
	WriterMetrics sampleWriterMetrics(MeterRegistry registry) {
		return new WriterMetrics(registry);
	}

	@Bean
	OpenedSpool openedSpool(SpoolProperties properties, WriterMetrics metrics) {
		Path directory = properties.directory(System.getenv("XDG_STATE_HOME"),
				Path.of(System.getProperty("user.home")));
		OpenedSpool opened = OpenedSpool.open(directory, properties, metrics);
		metrics.watch(opened.spool(), Clock.systemUTC());
		return opened;
	}

	@Bean
	HandOver sampleIntake(OpenedSpool opened, SpoolProperties properties, WriterMetrics metrics) {
		return new HandOver(opened.spool(), properties.queueSize(), properties.syncInterval(), metrics);
	}

	/// The writer has a connection of its own where it is known how to connect: in the
	/// pool of those who ask questions it would wait behind them.
	@Bean
	PostgresStore sampleStore(DataSource dataSource, ObjectProvider<JdbcConnectionDetails> details,
			TimeseriesProperties properties) {
		JdbcConnectionDetails known = details.getIfAvailable();
		DataSource origin = (known != null && known.getJdbcUrl().startsWith("jdbc:postgresql:"))
				? WriterConnection.of(known.getJdbcUrl(), known.getUsername(), known.getPassword(), properties)
				: dataSource;
		return new PostgresStore(origin, properties.statementTimeout(), properties.lockTimeout());
	}

	@Bean
	@DependsOnDatabaseInitialization
	Writer sampleWriter(OpenedSpool opened, PostgresStore store, WriterMetrics metrics,
			TimeseriesProperties properties) {
		return new Writer(opened.spool(), store, metrics, properties);
	}

	@Bean
	TimeseriesHealthIndicator timeseriesHealthIndicator(OpenedSpool opened, HandOver handOver, Writer writer,
			TimeseriesProperties properties) {
		return new TimeseriesHealthIndicator(opened.spool(), handOver, writer, properties.downAfter(),
				Clock.systemUTC());
	}

	@Bean
	StoredOpenRuns openRuns(DataSource dataSource, OpenedSpool opened) {
		return new StoredOpenRuns(JdbcClient.create(dataSource), opened);
	}

}
