package io.slicemeter.timeseries;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import io.slicemeter.runner.RunKey;
import io.slicemeter.testing.TestDatabase;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static io.slicemeter.runner.Metric.CPU_USAGE_USEC;
import static io.slicemeter.timeseries.Metered.HOST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// What each of the database roles of `db/roles` may do, and what not.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RolesIT {

	private static final LocalDate TODAY = LocalDate.now(ZoneOffset.UTC);

	private final PGSimpleDataSource superuser = TestDatabase.EMBEDDED.empty();

	@BeforeAll
	void install() throws Exception {
		JdbcClient database = JdbcClient.create(this.superuser);
		for (String role : List.of("owner", "agent", "api", "maintainer")) {
			database.sql("create role slicemeter_" + role + " login").update();
		}
		String rights = Files.readString(Path.of("db/roles/rights.sql"));
		database.sql(rights).update();
		Flyway.configure().dataSource(as("owner")).locations("classpath:db/migration").load().migrate();
		database.sql(rights).update();
	}

	private PGSimpleDataSource as(String role) {
		PGSimpleDataSource dataSource = new PGSimpleDataSource();
		dataSource.setServerNames(this.superuser.getServerNames());
		dataSource.setPortNumbers(this.superuser.getPortNumbers());
		dataSource.setDatabaseName(this.superuser.getDatabaseName());
		dataSource.setUser("slicemeter_" + role);
		return dataSource;
	}

	private void assertRefused(String role, String... statements) {
		JdbcClient database = JdbcClient.create(as(role));
		for (String statement : statements) {
			assertThatThrownBy(() -> {
				if (statement.startsWith("select")) {
					database.sql(statement).query((_) -> {
					});
				}
				else {
					database.sql(statement).update();
				}
			}).as("%s: %s", role, statement)
				.rootCause()
				.extracting((cause) -> ((SQLException) cause).getSQLState())
				.isEqualTo("42501");
		}
	}

	@Test
	void anAgentWritesWhatItSamplesAndNothingElse() {
		PostgresStore store = new PostgresStore(as("agent"), Duration.ofSeconds(10), Duration.ofSeconds(1));
		RunKey run = Metered.newRun();
		store.ensurePartition(TODAY);
		List<Sample> samples = List
			.of(new RunSample(run, Instant.now(), null, false, null, Metered.readings(CPU_USAGE_USEC, 1)));
		Batch batch = new Batch(List.of(new CatalogueRow.OfHost(Metered.host(HOST, 1), System.nanoTime()),
				new CatalogueRow.OfRun(Metered.started(run, 0, null))), samples);
		store.write(batch);
		store.write(batch);
		JdbcClient.create(as("agent")).sql("""
				insert into late_bucket (host_id, kind, id, first_at, last_at)
				select 1, 'run', 1, now(), now() where now() < (select closed_to from watermark)""").update();
		assertRefused("agent", "select * from run_sample", "delete from run", "update run_sample set pids = 1",
				"delete from late_bucket", "update watermark set hours_to = now()", "drop table run_sample",
				"create table public.mine (id bigint)", "select roll_up_minutes('1 minute')",
				"select drop_expired_partition('run_sample')", "select make_partition('run_sample', date '2020-01-01')",
				"select * from run_minute");
	}

	@Test
	void theApiReads() {
		UsageQueries queries = new SqlUsageQueries(as("api"), Duration.ofSeconds(10), Clock.systemUTC());
		Instant now = Instant.now();
		RunKey run = Metered.newRun();
		UsageSummary summary = queries.summary(List.of(run), new TimeRange(now.minus(Duration.ofDays(3)), now));
		assertThat(summary.increases()).isEmpty();
		assertThat(queries.current(List.of(run), now.minusSeconds(60))).isEmpty();
		assertThat(queries.closedBefore()).isNotNull();
		assertThat(new SqlLiveTail(as("api"), Duration.ofSeconds(10)).look(Duration.ofSeconds(30), Map.of(run, now))
			.moment()).isAfter(now.minusSeconds(60));
		queries.series(List.of(run), new SeriesQuery(new TimeRange(now.minus(Duration.ofDays(3)), now),
				Duration.ofHours(1), List.of(CPU_USAGE_USEC), Aggregation.MEAN, false));
		assertRefused("api", "insert into run_sample (host_id, run_id, at) values (1, 1, now())",
				"update run set runner = 'other'", "delete from host", "select ensure_partition(current_date)",
				"select forget_expired(1)", "insert into late_bucket values (1, 'run', 1, now(), now())");
	}

	@Test
	void theApiKeepsMeasurementsAndTheirRequests() {
		RequestRecords requests = new SqlRequestRecords(as("api"), Duration.ofSeconds(10));
		UUID measurement = UUID.randomUUID();
		Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
		List<RequestRecord> sent = List.of(new RequestRecord(0, now, 50_000_001, 50_000_000, 5, 200, "ok"),
				new RequestRecord(1, now.plusMillis(51), 9_000_000_000L, 9_000_000_000L, 5, null, "timeout"));
		assertThat(requests.takesWrites()).isTrue();
		requests.append(measurement, sent);
		requests.append(measurement, sent);
		TimeRange range = new TimeRange(now.minusSeconds(1), now.plusSeconds(1));
		assertThat(requests.page(measurement, range, -1, 10)).isEqualTo(sent);
		assertThat(requests.page(measurement, range, 0, 10)).isEqualTo(sent.subList(1, 2));
		assertThat(requests.latencies(measurement, range, 1, List.of("timeout"))).containsExactly(9.0);
		requests.delete(measurement);
		assertThat(requests.page(measurement, range, -1, 10)).isEmpty();
		assertRefused("api", "select make_partition('measurement_latency', current_date)",
				"select forget_measurements(1)", "select drop_expired_measurement_partition()");
		assertRefused("agent", "select * from measurement", "select * from measurement_latency",
				"select ensure_measurement_partition(current_date)");
		assertRefused("maintainer", "select * from measurement", "delete from measurement_latency",
				"select ensure_measurement_partition(current_date)");
	}

	@Test
	void requestsGoWithTheSamplesAndMeasurementsWithTheLongestRetention() {
		JdbcClient owner = JdbcClient.create(this.superuser);
		LocalDate gone = TODAY.minusDays(8);
		owner.sql("select make_partition('measurement_latency', ?)").param(gone).query((_) -> {
		});
		for (int days : new int[] { 401, 399 }) {
			owner
				.sql("""
						insert into measurement (measurement_id, state, owner, target_url, target_address, message_length,
							concurrency, duration_usec, interval_usec, choice, members, created_at, heartbeat_at)
						values (gen_random_uuid(), 'stopped', gen_random_uuid(), 'http://127.0.0.1/', '127.0.0.1', 5, 1, 1, 1, '{}',
							'[]', now() - ? * interval '1 day', now())""")
				.param(days)
				.update();
		}
		MaintenanceFunctions functions = new MaintenanceFunctions(as("maintainer"), Duration.ofMinutes(1));
		assertThat(functions.dropExpiredMeasurementPartition())
			.isEqualTo("measurement_latency_" + gone.toString().replace("-", ""));
		assertThat(functions.dropExpiredMeasurementPartition()).isNull();
		assertThat(functions.forgetMeasurements(10)).isEqualTo(1);
		assertThat(functions.forgetMeasurements(10)).isZero();
	}

	@Test
	void aMaintainerExecutesItsFunctionsAndSeesNoTable() {
		Maintenance maintenance = new Maintenance(
				new MaintenanceFunctions(as("maintainer"), Duration.ofMinutes(1), Duration.ofHours(48)),
				new RetentionProperties(Duration.ofDays(7), Duration.ofDays(30), Duration.ofDays(400)),
				new MaintenanceProperties(Duration.ofSeconds(1), Duration.ofSeconds(10), 3, Duration.ofMinutes(1),
						Duration.ofMinutes(1)),
				Clock.systemUTC());
		maintenance.lookAround();
		for (Chore chore : Chore.values()) {
			assertThat(maintenance.state(chore).lastError()).as(chore.label()).isNull();
			assertThat(maintenance.state(chore).lastSuccess()).as(chore.label()).isNotNull();
		}
		assertRefused("maintainer", "select * from run", "select * from run_sample", "select * from watermark",
				"delete from late_bucket", "drop table run_sample", "select make_partition('run_sample', current_date)",
				"insert into run_sample (host_id, run_id, at) values (1, 1, now())");
	}

}
