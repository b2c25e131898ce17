package io.slicemeter.timeseries;

import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.RunKey;
import io.slicemeter.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.health.contributor.Status;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/// The whole way in, on a real Postgres that fails now and then.
@ParameterizedClass
@EnumSource(TestDatabase.class)
class WriterIT {

	private final JdbcClient database;

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final WriterMetrics metrics = new WriterMetrics(this.registry);

	private final DiskSpool spool = Spools.open(Spools.newDirectory(), this.metrics).spool();

	private final HandOver intake = new HandOver(this.spool, 100_000, Duration.ofSeconds(5), this.metrics);

	private final Writer writer;

	private final TimeseriesHealthIndicator health;

	WriterIT(TestDatabase kind) {
		var dataSource = kind.migrated();
		this.database = JdbcClient.create(dataSource);
		TimeseriesProperties properties = new TimeseriesProperties(500, Duration.ofMillis(10), Duration.ofSeconds(5),
				Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ZERO, Duration.ofSeconds(5),
				Duration.ofHours(48), Duration.ofSeconds(5));
		PostgresStore store = new PostgresStore(dataSource, properties.statementTimeout(), properties.lockTimeout());
		this.writer = new Writer(this.spool, store, this.metrics, properties);
		this.health = new TimeseriesHealthIndicator(this.spool, this.intake, this.writer, properties.downAfter(),
				Clock.systemUTC());
		this.metrics.watch(this.spool, Clock.systemUTC());
		this.intake.start();
	}

	@AfterEach
	void stop() throws SQLException {
		this.intake.stop();
		this.writer.stop();
		this.spool.close();
	}

	private long rows() {
		return this.database.sql("select count(*) from run_sample").query(Long.class).single();
	}

	private void append(RunKey run, int from, int to) {
		Instant base = Instant.now().minusSeconds(3600);
		for (int number = from; number < to; number++) {
			assertThat(this.intake.append(List.of(new RunSample(run, base.plusMillis(number), null, false, null,
					Metered.readings(Metric.PIDS, number)))))
				.isZero();
		}
	}

	@Test
	void whatIsTakenInIsWrittenSoonInAPartitionThatIsMadeForIt() {
		this.writer.start();
		RunKey run = Metered.newRun();
		this.intake.record(Metered.started(run, 0, null));
		append(run, 0, 1800);
		Awaitility.await().untilAsserted(() -> assertThat(rows()).isEqualTo(1800));
		assertThat(this.database.sql("select count(*) from run").query(Long.class).single()).isEqualTo(1);
		assertThat(this.health.health().getStatus()).isEqualTo(Status.UP);
		Awaitility.await()
			.untilAsserted(() -> assertThat(this.registry.get("slicemeter.timeseries.rows.written").counter().count())
				.isEqualTo(1801));
		assertThat(this.registry.get("slicemeter.spool.depth").gauge().value()).isZero();
		assertThat(this.registry.get("slicemeter.spool.size").gauge().value()).isPositive();
	}

	@Test
	void whileATableIsMissingEverythingIsKeptAndWrittenLater() {
		this.writer.start();
		this.database.sql("alter table run_sample rename to gone").update();
		append(Metered.newRun(), 0, 1200);
		Awaitility.await().until(() -> this.writer.failure() != null);
		assertThat(this.health.health().getStatus()).isEqualTo(Status.DOWN);
		assertThat(this.health.health().getDetails()).containsKeys("lastError", "spoolDepth", "spoolBytes",
				"oldestAgeSeconds", "failingForSeconds");
		Awaitility.await().untilAsserted(() -> assertThat(this.spool.depth()).isEqualTo(1200));
		this.database.sql("alter table gone rename to run_sample").update();
		Awaitility.await().untilAsserted(() -> assertThat(rows()).isEqualTo(1200));
		Awaitility.await().until(() -> this.health.health().getStatus().equals(Status.UP));
	}

	@Test
	void connectionsThatAreTornLoseNothing() {
		this.writer.start();
		RunKey run = Metered.newRun();
		for (int round = 0; round < 10; round++) {
			append(run, round * 1000, (round + 1) * 1000);
			this.database.sql("""
					select pg_terminate_backend(pid) from pg_stat_activity
					where datname = current_database() and pid <> pg_backend_pid()""").query((_) -> {
			});
		}
		Awaitility.await().atMost(30, TimeUnit.SECONDS).untilAsserted(() -> assertThat(rows()).isGreaterThan(9_000));
		Awaitility.await().until(() -> this.spool.depth() == 0);
		this.intake.stop();
		assertThat(this.database.sql("select count(distinct pids) from run_sample").query(Long.class).single())
			.isEqualTo(10_000);
	}

	@Test
	void stoppingWritesWhatIsQueued() {
		this.writer.start();
		RunKey run = Metered.newRun();
		append(run, 0, 5000);
		this.intake.stop();
		this.writer.stop();
		assertThat(rows()).isEqualTo(5000);
		assertThat(this.writer.isRunning()).isFalse();
	}

}
