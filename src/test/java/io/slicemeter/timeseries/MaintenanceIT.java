package io.slicemeter.timeseries;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.SliceRecord;
import io.slicemeter.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.boot.health.contributor.Status;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

import static io.slicemeter.runner.Metric.CPU_USAGE_USEC;
import static io.slicemeter.runner.Metric.MEMORY_BYTES;
import static io.slicemeter.timeseries.Metered.HOST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Partitions, retention and the catalogue's end on a real Postgres, and several instances
/// that want to do the same work.
@ParameterizedClass
@EnumSource(TestDatabase.class)
class MaintenanceIT {

	private static final RetentionProperties RETENTION = new RetentionProperties(Duration.ofDays(7),
			Duration.ofDays(30), Duration.ofDays(400));

	private static final MaintenanceProperties PROPERTIES = new MaintenanceProperties(Duration.ofSeconds(1),
			Duration.ofSeconds(10), 3, Duration.ofMinutes(1), Duration.ofMinutes(1));

	/// What the host's counter of CPU had come to when it was read last.
	private static final long OF_HOST = 3999 * 900_001L;

	private static final LocalDate TODAY = LocalDate.now(ZoneOffset.UTC);

	private final PGSimpleDataSource dataSource;

	private final JdbcClient database;

	private final MaintenanceFunctions functions;

	MaintenanceIT(TestDatabase kind) {
		this.dataSource = kind.migrated();
		this.database = JdbcClient.create(this.dataSource);
		this.functions = new MaintenanceFunctions(this.dataSource, Duration.ofMinutes(1), Duration.ofHours(48));
	}

	private Maintenance maintenance() {
		return new Maintenance(this.functions, RETENTION, PROPERTIES, Clock.systemUTC());
	}

	private List<LocalDate> days(String table) {
		return this.database.sql("select day from partitions_of(?) order by day")
			.param(table)
			.query(LocalDate.class)
			.list();
	}

	private void given(String table, LocalDate day) {
		this.database.sql("select make_partition(?, ?)").params(table, day).query(Boolean.class).single();
	}

	private void everythingIsRolledUp() {
		this.database.sql("update watermark set minutes_to = now(), hours_to = now(), closed_to = now()").update();
	}

	@Test
	void partitionsOfEveryTableAreMadeDaysAhead() {
		assertThat(this.functions.makePartitionsAhead(3)).isEqualTo(9 * 4);
		assertThat(this.functions.makePartitionsAhead(3)).isZero();
		assertThat(MaintenanceFunctions.TABLES).allSatisfy((table) -> assertThat(days(table)).containsExactly(TODAY,
				TODAY.plusDays(1), TODAY.plusDays(2), TODAY.plusDays(3)));
	}

	@Test
	void aDayIsUtcsWhateverTheTimeZoneAlsoWhereClocksChange() throws SQLException {
		// Lord Howe shifts by half an hour, Chatham lies at +12:45, Apia skipped a day
		for (String zone : List.of("America/St_Johns", "Europe/Berlin", "Australia/Lord_Howe", "Pacific/Chatham",
				"Pacific/Apia")) {
			try (Connection connection = this.dataSource.getConnection()) {
				connection.createStatement().execute("set timezone = '" + zone + "'");
				for (String day : List.of("2026-03-29", "2026-10-25", "2026-03-08", "2026-04-05", "2026-11-01")) {
					connection.createStatement()
						.execute("select make_partition('run_minute', date '%s')".formatted(day));
				}
			}
		}
		assertThat(this.database.sql("""
				select count(*) from pg_inherits i join pg_class c on c.oid = i.inhrelid
				where i.inhparent = 'run_minute'::regclass""").query(Long.class).single()).isEqualTo(5);
		for (String moment : List.of("2026-03-29 00:00:00+00", "2026-03-29 23:59:59.999999+00",
				"2026-10-25 23:59:59+00")) {
			this.database.sql("""
					insert into run_minute (host_id, run_id, at, samples, covered_usec, spanned_usec)
					values (1, 1, cast(? as timestamptz), 0, 0, 0)""").param(moment).update();
		}
		assertThat(this.database.sql("select tableoid::regclass::text from run_minute order by at")
			.query(String.class)
			.list()).containsExactly("run_minute_20260329", "run_minute_20260329", "run_minute_20261025");
	}

	@Test
	void expiredDaysAreDroppedFromEachResolutionByItsRetention() {
		everythingIsRolledUp();
		for (String table : MaintenanceFunctions.TABLES) {
			for (int days : List.of(0, 7, 8, 30, 31, 400, 401)) {
				given(table, TODAY.minusDays(days));
			}
		}
		Maintenance maintenance = maintenance();
		maintenance.lookAround();
		assertThat(days("slice_sample")).first().isEqualTo(TODAY.minusDays(7));
		assertThat(days("run_minute")).first().isEqualTo(TODAY.minusDays(30));
		assertThat(days("host_hour")).first().isEqualTo(TODAY.minusDays(400));
		assertThat(maintenance.state(Chore.RETENTION).lastSuccess()).isNotNull();
	}

	@Test
	void samplesThatAreNotRolledUpAreKept() {
		given("run_sample", TODAY.minusDays(9));
		assertThat(this.functions.dropExpiredPartition("run_sample")).isNull();
		everythingIsRolledUp();
		assertThat(this.functions.dropExpiredPartition("run_sample")).startsWith("run_sample_");
	}

	@Test
	void anAgentAndMaintenanceAgreeOnTheRetention() {
		this.functions.keepFor(new RetentionProperties(Duration.ofDays(2), Duration.ofDays(3), Duration.ofDays(4)));
		ensurePartition(TODAY.minusDays(2));
		assertThatThrownBy(() -> ensurePartition(TODAY.minusDays(3))).hasMessageContaining("only days from");
	}

	private void ensurePartition(LocalDate day) {
		this.database.sql("select ensure_partition(?) is null").param(day).query(Boolean.class).single();
	}

	/// A dashboard that reads for minutes: simply a transaction that stays open.
	@Test
	void anOpenSelectNeitherHoldsUpInsertsNorRetentionForGood() throws Exception {
		everythingIsRolledUp();
		given("run_sample", TODAY.minusDays(9));
		given("run_sample", TODAY);
		Maintenance maintenance = maintenance();
		try (Connection reader = this.dataSource.getConnection()) {
			reader.setAutoCommit(false);
			try (ResultSet rows = reader.createStatement().executeQuery("select count(*) from run_sample")) {
				rows.next();
			}
			// partitions are made beside it
			this.functions.makePartitionsAhead(3);
			CompletableFuture<Void> retention = CompletableFuture.runAsync(maintenance::lookAround);
			long longest = 0;
			long row = 0;
			while (!retention.isDone()) {
				long begun = System.nanoTime();
				this.database.sql("insert into run_sample (host_id, run_id, at) values (1, ?, now())")
					.param(++row)
					.update();
				longest = Math.max(longest, System.nanoTime() - begun);
			}
			retention.get();
			assertThat(Duration.ofNanos(longest)).isLessThan(Duration.ofSeconds(1));
			assertThat(days("run_sample")).contains(TODAY.minusDays(9));
			assertThat(maintenance.state(Chore.RETENTION).failingSince()).isNotNull();
			// the other work is done all the same
			assertThat(maintenance.state(Chore.CATALOGUE).lastSuccess()).isNotNull();
			reader.rollback();
		}
		maintenance.lookAround();
		assertThat(days("run_sample")).doesNotContain(TODAY.minusDays(9));
		assertThat(maintenance.state(Chore.RETENTION).failingSince()).isNull();
	}

	@Test
	void whatEndedBeforeTheLongestRetentionLeavesTheCatalogue() {
		this.database.sql("""
				insert into host (host_id, revision, name, cpus, memory_bytes, source, cgroup_version, agent_version,
					interval_usec, last_seen_at)
				values (1, 1, 'living', 1, 1, 'cgroup', 2, '1', 2000000, now()),
					(2, 1, 'silent', 1, 1, 'cgroup', 2, '1', 2000000, now() - interval '401 days')""").update();
		this.database.sql("""
				insert into slice (host_id, slice_id, revision, name, summed)
				values (1, 1, 1, 'a.slice', false), (2, 1, 1, 'a.slice', false)""").update();
		this.database
			.sql("""
					insert into run (host_id, run_id, revision, runner, slice_id, slice, container_id, container_name, started_at,
						start_seen, state, ended_at)
					select host, n, 1, 'r', 1, 'a.slice', 'c', 'c', now() - interval '500 days', true, 'ended', ended
					from generate_series(1, 1500) n, (values (1, now() - interval '401 days'), (1, now() - interval '399 days'),
						(1, null), (2, null)) as e (host, ended)
					on conflict do nothing""")
			.update();
		this.database.sql("update run set ended_at = now() - interval '399 days' where host_id = 1 and run_id % 3 = 0")
			.update();
		this.database.sql("update run set ended_at = null, state = 'running' where host_id = 1 and run_id % 3 = 1")
			.update();
		assertThat(this.functions.forgetExpired(100)).as("in batches").isBetween(100, 200);
		Maintenance maintenance = maintenance();
		maintenance.lookAround();
		assertThat(maintenance.state(Chore.CATALOGUE).lastSuccess()).isNotNull();
		assertThat(this.database.sql("select count(*) from run where host_id = 1").query(Long.class).single())
			.isEqualTo(1000);
		assertThat(this.database.sql("select count(*) from run where host_id = 2").query(Long.class).single()).isZero();
		assertThat(this.database.sql("select name from host").query(String.class).list()).containsExactly("living");
		assertThat(this.database.sql("select count(*) from slice").query(Long.class).single()).isOne();
	}

	@Test
	void oneOfSeveralWorksAndTheNextTakesOverWhenItDies() throws SQLException {
		given("run_sample", TODAY);
		Connection first = this.dataSource.getConnection();
		first.setAutoCommit(false);
		try (ResultSet pid = first.createStatement()
			.executeQuery(
					"select pg_backend_pid(), make_partitions_ahead(1), forget_expired(1), take_turn('rollup')")) {
			pid.next();
			Maintenance second = maintenance();
			second.lookAround();
			assertThat(second.state(Chore.PARTITIONS).lastSuccess()).isNull();
			assertThat(second.state(Chore.CATALOGUE).lastSuccess()).isNull();
			assertThat(second.state(Chore.ROLLUPS).lastSuccess()).isNull();
			assertThat(second.state(Chore.ROLLUPS).failingSince()).isNull();
			// the first one's connection is cut in the middle of its work
			this.database.sql("select pg_terminate_backend(?)").param(pid.getInt(1)).query(Boolean.class).single();
			Awaitility.await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
				second.lookAround();
				assertThat(second.state(Chore.PARTITIONS).lastSuccess()).isNotNull();
				assertThat(second.state(Chore.CATALOGUE).lastSuccess()).isNotNull();
				assertThat(second.state(Chore.ROLLUPS).lastSuccess()).isNotNull();
			});
			assertThat(days("run_sample")).hasSize(4);
		}
	}

	@Test
	void aMinuteWaitsForWritersThatMayNotKnowThatItIsClosed() throws SQLException {
		List.of(TODAY.minusDays(1), TODAY).forEach(this::ensurePartition);
		try (Connection writer = this.dataSource.getConnection()) {
			writer.setAutoCommit(false);
			writer.createStatement().execute("""
					insert into run_sample (host_id, run_id, at) values (1, 1, now() - interval '5 minutes')""");
			this.functions.closeMinutes(Duration.ofSeconds(10));
			assertThat(this.functions.rollUpMinutes(Duration.ofDays(2))).isNull();
			writer.commit();
		}
		assertThat(this.functions.rollUpMinutes(Duration.ofDays(3))).isFalse();
		Watermark watermark = this.functions.watermark();
		assertThat(watermark.minutesTo()).isEqualTo(watermark.closedTo());
	}

	@Test
	void marksAreGoneWhenTheirBucketsAreRolledUpAgain() {
		RunKey run = Metered.newRun();
		PostgresStore store = new PostgresStore(this.dataSource, Duration.ofSeconds(10), Duration.ofSeconds(1));
		store.ensurePartition(TODAY.minusDays(1));
		store.write(new Batch(
				List.of(new CatalogueRow.OfHost(Metered.host(HOST, 1), System.nanoTime()),
						new CatalogueRow.OfRun(Metered.started(run, 0, null))),
				Metered.rows(run).row(2, 2.0, CPU_USAGE_USEC, 100).row(200, 3.0, CPU_USAGE_USEC, 300).samples()));
		Maintenance maintenance = maintenance();
		maintenance.lookAround();
		List<Sample> late = Metered.rows(run).row(130, 3.0, CPU_USAGE_USEC, 110).samples();
		store.write(new Batch(List.of(), late));
		LateMarks.mark(this.dataSource, late);
		assertThat(increases(run)).doesNotContain(10L);
		maintenance.lookAround();
		assertThat(increases(run)).hasSize(4).satisfies((found) -> {
			assertThat(found.stream().mapToLong(Long::longValue).sum()).isEqualTo(300);
			assertThat(found.getFirst() + found.get(1)).isBetween(108L, 110L);
		});
		assertThat(this.database.sql("select count(*) from late_bucket").query(Long.class).single()).isZero();
	}

	private List<Long> increases(RunKey run) {
		return this.database.sql("select cpu_usage_usec_increase from run_minute where run_id = ? order by at")
			.param(run.runId())
			.query(Long.class)
			.list();
	}

	/// Their statements are made from the same text as those of runs, but are others: a
	/// counter that falls began anew, and hosts have no ID of their own.
	@Test
	void slicesAndHostsAreRolledUpToo() {
		PostgresStore store = new PostgresStore(this.dataSource, Duration.ofSeconds(10), Duration.ofSeconds(1));
		List.of(TODAY.minusDays(1), TODAY).forEach(store::ensurePartition);
		List<CatalogueRow> catalogue = List.of(new CatalogueRow.OfHost(Metered.host(HOST, 1), System.nanoTime()),
				new CatalogueRow.OfSlice(new SliceRecord(HOST, Metered.SLICE, 1, false, Limits.UNKNOWN)));
		List<Sample> samples = new ArrayList<>();
		for (int tick = 0; tick <= 4000; tick++) {
			Double covered = (tick > 0) ? 2.0 : null;
			double at = tick * 2 + 0.3;
			// the slice is made again at tick 2000: it counts from 0 then
			samples.add(Metered.slice(HOST, at, covered, CPU_USAGE_USEC, (tick % 2000) * 700_001L, MEMORY_BYTES,
					100 + tick));
			// now and then something can't be read, at last too: tick 3999 is the last
			// that tells CPU
			Readings ofHost = (tick % 7 == 3) ? Metered.readings(MEMORY_BYTES, 1000)
					: Metered.readings(CPU_USAGE_USEC, tick * 900_001L, MEMORY_BYTES, 1000);
			samples.add(new HostSample(HOST, Metered.at(at), Metered.micros(covered), null, 5L, ofHost));
		}
		store.write(new Batch(catalogue, samples));
		Maintenance maintenance = maintenance();
		maintenance.lookAround();
		assertThat(maintenance.state(Chore.ROLLUPS).lastError()).isNull();
		// twice up to 1999 ticks, and what came after the second fall
		long ofSlice = 2 * 1999 * 700_001L;
		for (String resolution : List.of("minute", "hour")) {
			assertThat(sum("slice_" + resolution, "cpu_usage_usec_increase")).isEqualTo(ofSlice);
			assertThat(sum("host_" + resolution, "cpu_usage_usec_increase")).isEqualTo(OF_HOST);
			assertThat(sum("slice_" + resolution, "samples")).isEqualTo(4001);
			assertThat(sum("host_" + resolution, "samples")).isEqualTo(4001);
			assertThat(sum("host_" + resolution, "memory_bytes_count")).isEqualTo(4001);
		}
		UsageQueries queries = new SqlUsageQueries(this.dataSource, Duration.ofSeconds(10), Clock.systemUTC());
		TimeRange range = Metered.range(-3600, 14400);
		UsageSummary slice = queries.summary(List.of(HOST), Metered.SLICE, range);
		assertThat(slice.percentilesFrom()).isEqualTo("histogram");
		assertThat(slice.increases()).containsEntry(CPU_USAGE_USEC, ofSlice);
		assertThat(slice.memory().max()).isEqualTo(4100);
		UsageSummary host = queries.summary(HOST, range);
		assertThat(host.increases()).containsOnlyKeys(CPU_USAGE_USEC).containsEntry(CPU_USAGE_USEC, OF_HOST);
		assertThat(host.memory().p95()).isEqualTo(1000);
		late(store, samples);
	}

	/// Late rows of a slice and a host change nothing but where it was used.
	private void late(PostgresStore store, List<Sample> samples) {
		this.database.sql("delete from slice_sample where at = (select max(at) from slice_sample where at < ?)")
			.param(Metered.at(3000).atOffset(ZoneOffset.UTC))
			.update();
		store.write(new Batch(List.of(), samples));
		this.database
			.sql("""
					insert into late_bucket (host_id, kind, id, first_at, last_at)
					select ?, kind, case kind when 'slice' then ? else 0 end, ?, ? from unnest(array['slice', 'host']) as kind""")
			.params(HOST.value(), Metered.SLICE.id(), Metered.at(2990).atOffset(ZoneOffset.UTC),
					Metered.at(3000).atOffset(ZoneOffset.UTC))
			.update();
		assertThat(this.functions.rollUpLate(10)).isFalse();
		assertThat(this.database.sql("select count(*) from late_bucket").query(Long.class).single()).isZero();
		assertThat(sum("slice_hour", "cpu_usage_usec_increase")).isEqualTo(2 * 1999 * 700_001L);
		assertThat(sum("host_hour", "cpu_usage_usec_increase")).isEqualTo(OF_HOST);
	}

	private long sum(String table, String column) {
		return this.database.sql("select sum(%s)::bigint from %s".formatted(column, table)).query(Long.class).single();
	}

	@Test
	void aBucketWhoseSamplesAreGoneStaysAsItIs() {
		given("run_sample", TODAY.minusDays(1));
		given("run_minute", TODAY.minusDays(3));
		this.database
			.sql("""
					insert into run_minute (host_id, run_id, at, samples, covered_usec, spanned_usec, cpu_usage_usec_increase)
					values (?, 7, ?, 30, 60000000, 60000000, 77)""")
			.params(HOST.value(), TODAY.minusDays(3).atStartOfDay().atOffset(ZoneOffset.UTC))
			.update();
		everythingIsRolledUp();
		this.database.sql("""
				insert into late_bucket (host_id, kind, id, first_at, last_at)
				select host_id, 'run', run_id, at, at + interval '30 seconds' from run_minute""").update();
		assertThat(this.functions.rollUpLate(10)).isFalse();
		assertThat(increases(new RunKey(HOST, 7))).containsExactly(77L);
		assertThat(this.database.sql("select count(*) from late_bucket").query(Long.class).single()).isZero();
	}

	@Test
	void failuresAreToldByHealthAndMetrics() {
		Maintenance maintenance = maintenance();
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		new MaintenanceMetrics(maintenance, Clock.systemUTC()).bindTo(registry);
		maintenance.lookAround();
		assertThat(health(maintenance, Duration.ZERO)).isEqualTo(Status.UP);
		this.database.sql("alter function forget_expired(integer) rename to elsewhere").update();
		maintenance.state(Chore.CATALOGUE).succeeded(Instant.EPOCH, true, Duration.ZERO);
		maintenance.lookAround();
		assertThat(maintenance.state(Chore.CATALOGUE).lastError()).contains("forget_expired");
		assertThat(health(maintenance, Duration.ZERO)).isEqualTo(Status.DOWN);
		assertThat(health(maintenance, Duration.ofHours(1))).isEqualTo(Status.UP);
		assertThat(registry.get("slicemeter.maintenance.failures").tag("chore", "catalogue").functionCounter().count())
			.isEqualTo(1);
		assertThat(registry.get("slicemeter.maintenance.watermark.age").tag("resolution", "minute").gauge().value())
			.isBetween(0.0, 120.0);
	}

	/// Nothing fails, the work just isn't done.
	@Test
	void rollupsThatAreHeldUpTurnHealthDownUntilTheyMoveOn() throws SQLException {
		List.of(TODAY.minusDays(1), TODAY).forEach(this::ensurePartition);
		Maintenance maintenance = new Maintenance(this.functions, RETENTION,
				new MaintenanceProperties(Duration.ofSeconds(1), Duration.ofSeconds(10), 3, Duration.ofMinutes(1),
						Duration.ofMinutes(5)),
				Clock.systemUTC());
		maintenance.lookAround();
		assertThat(health(maintenance, Duration.ofHours(1))).isEqualTo(Status.UP);
		this.database.sql("""
				update watermark set minutes_to = date_bin('1 minute', now() - interval '10 minutes', 'epoch'),
					closed_to = date_bin('1 minute', now() - interval '10 minutes', 'epoch')""").update();
		try (Connection other = this.dataSource.getConnection()) {
			other.setAutoCommit(false);
			other.createStatement().execute("select pg_current_xact_id()");
			maintenance.lookAround();
			assertThat(maintenance.state(Chore.ROLLUPS).lastError()).isNull();
			assertThat(health(maintenance, Duration.ofHours(1))).isEqualTo(Status.DOWN);
			other.rollback();
		}
		maintenance.lookAround();
		assertThat(health(maintenance, Duration.ofHours(1))).isEqualTo(Status.UP);
	}

	private static Status health(Maintenance maintenance, Duration downAfter) {
		return new MaintenanceHealthIndicator(maintenance, downAfter, Clock.systemUTC()).health().getStatus();
	}

	@Test
	void itWorksOnAThreadOfItsOwnUntilItIsStopped() {
		Maintenance maintenance = maintenance();
		maintenance.start();
		Awaitility.await()
			.atMost(20, TimeUnit.SECONDS)
			.until(() -> maintenance.state(Chore.CATALOGUE).lastSuccess() != null);
		maintenance.stop();
		assertThat(maintenance.isRunning()).isFalse();
	}

	@Test
	void aTableThatIsNotOursIsRefused() {
		assertThatThrownBy(() -> this.functions.dropExpiredPartition("pg_class"))
			.isInstanceOf(DataAccessException.class);
	}

}
