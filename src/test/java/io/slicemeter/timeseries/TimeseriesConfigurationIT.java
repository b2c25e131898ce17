package io.slicemeter.timeseries;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.RunKey;
import io.slicemeter.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;

/// The module's beans together, on an empty database that Flyway migrates first.
@ParameterizedClass
@EnumSource(TestDatabase.class)
class TimeseriesConfigurationIT {

	private final TestDatabase kind;

	TimeseriesConfigurationIT(TestDatabase kind) {
		this.kind = kind;
	}

	@Test
	void migratesThenWritesAndAnswers() {
		PGSimpleDataSource dataSource = this.kind.empty();
		new ApplicationContextRunner().withBean(javax.sql.DataSource.class, () -> dataSource)
			.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
			.withConfiguration(AutoConfigurations.of(FlywayAutoConfiguration.class))
			.withUserConfiguration(Module.class)
			.withPropertyValues("slicemeter.spool.directory=" + Spools.newDirectory())
			.run((context) -> {
				assertThat(context).hasNotFailed();
				RunKey run = Metered.newRun();
				Instant at = Instant.now().minusSeconds(1);
				context.getBean(Intake.class)
					.append(List.of(new RunSample(run, at, null, false, null, Metered.readings(Metric.PIDS, 3))));
				UsageQueries queries = context.getBean(UsageQueries.class);
				Awaitility.await()
					.atMost(Duration.ofSeconds(20))
					.untilAsserted(
							() -> assertThat(queries.current(List.of(run), at.minusSeconds(60))).containsKey(run));
				assertThat(context).hasBean("timeseriesHealthIndicator");
			});
	}

	@Test
	void anAgentStartsWithoutItsDatabaseAndWritesOnceItIsThere() {
		PGSimpleDataSource dataSource = this.kind.migrated();
		String database = dataSource.getDatabaseName();
		dataSource.setDatabaseName("not-there-yet");
		RunKey run = Metered.newRun();
		new ApplicationContextRunner().withBean(javax.sql.DataSource.class, () -> dataSource)
			.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
			.withUserConfiguration(Module.class)
			.withPropertyValues("slicemeter.spool.directory=" + Spools.newDirectory(),
					"slicemeter.timeseries.down-after=0s")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				context.getBean(Intake.class)
					.append(List
						.of(new RunSample(run, Instant.now(), null, false, null, Metered.readings(Metric.PIDS, 3))));
				TimeseriesHealthIndicator health = context.getBean(TimeseriesHealthIndicator.class);
				Awaitility.await()
					.atMost(Duration.ofSeconds(20))
					.untilAsserted(() -> assertThat(health.health().getDetails()).containsEntry("spoolDepth", 1)
						.containsKey("lastError"));
				assertThat(context.getBean(OpenRuns.class).remembered()).isEmpty();
				dataSource.setDatabaseName(database);
				Awaitility.await()
					.atMost(Duration.ofSeconds(60))
					.untilAsserted(() -> assertThat(health.health().getDetails()).containsEntry("spoolDepth", 0));
			});
	}

	@Configuration(proxyBeanMethods = false)
	@EnableConfigurationProperties({ TimeseriesProperties.class, SpoolProperties.class })
	@Import({ TimeseriesConfiguration.class, QueryConfiguration.class })
	static class Module {

	}

}
