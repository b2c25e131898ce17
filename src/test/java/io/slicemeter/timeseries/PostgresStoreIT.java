package io.slicemeter.timeseries;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.slicemeter.runner.HostRecord;
import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.runner.RunState;
import io.slicemeter.runner.RunnerName;
import io.slicemeter.runner.SliceRecord;
import io.slicemeter.runner.Source;
import io.slicemeter.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static io.slicemeter.timeseries.Metered.HOST;
import static io.slicemeter.timeseries.Metered.SLICE;
import static io.slicemeter.timeseries.Metered.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// What is written to a real Postgres, and what of it stands.
@ParameterizedClass
@EnumSource(TestDatabase.class)
class PostgresStoreIT {

	private final PGSimpleDataSource dataSource;

	private final JdbcClient database;

	private final PostgresStore store;

	PostgresStoreIT(TestDatabase kind) {
		this.dataSource = kind.migrated();
		this.dataSource.setPrepareThreshold(0);
		this.database = JdbcClient.create(this.dataSource);
		this.store = store();
	}

	private PostgresStore store() {
		return new PostgresStore(this.dataSource, Duration.ofSeconds(10), Duration.ofSeconds(1));
	}

	@AfterEach
	void close() {
		this.store.close();
	}

	private static LocalDate yesterday() {
		return LocalDate.ofInstant(Metered.START, ZoneOffset.UTC);
	}

	private long count(String table) {
		return this.database.sql("select count(*) from " + table).query(Long.class).single();
	}

	private void write(CatalogueRow... rows) {
		this.store.write(new Batch(List.of(rows), List.of()));
	}

	private List<SetAside> deliver(List<? extends CatalogueRow> catalogue, List<? extends Sample> samples) {
		return Delivery.of(new Batch(List.copyOf(catalogue), List.copyOf(samples)), this.store, Duration.ofDays(31));
	}

	private static RunSample sample(RunKey run, Instant at) {
		return new RunSample(run, at, 2_000_000L, false, 12.5, Metered.readings(Metric.CPU_USAGE_USEC, 7));
	}

	@Test
	void everyColumnComesBack() {
		this.store.ensurePartition(yesterday());
		Readings readings = new Readings();
		Metric.read().forEach((metric) -> readings.set(metric, 1000 + metric.ordinal()));
		RunKey run = new RunKey(HOST, -3);
		Instant at = at(1.234567);
		this.store.write(new Batch(List.of(), List.of(new RunSample(run, at, 5L, true, 1.5, readings),
				new SliceSample(HOST, SLICE, at, 6L, 2.5, readings), new HostSample(HOST, at, 7L, 3.5, 8L, readings),
				new RunSample(run, at(3), null, false, null, new Readings()))));
		Map<String, Object> row = this.database.sql("select * from run_sample order by at limit 1").query().singleRow();
		assertThat(row).containsEntry("host_id", HOST.value())
			.containsEntry("run_id", -3L)
			.containsEntry("covered_usec", 5L)
			.containsEntry("closing", true)
			.containsEntry("cpu_millicores", 1.5);
		assertThat(this.database.sql("select at from run_sample order by at limit 1")
			.query((result, _) -> result.getObject(1, OffsetDateTime.class).toInstant())
			.single()).isEqualTo(at);
		for (Metric metric : Metric.read()) {
			assertThat(row).containsEntry(metric.column(), 1000L + metric.ordinal());
		}
		Map<String, Object> empty = this.database.sql("select * from run_sample order by at desc limit 1")
			.query()
			.singleRow();
		for (Metric metric : Metric.values()) {
			assertThat(empty.get(metric.column())).as(metric.jsonName()).isNull();
		}
		Map<String, Object> slice = this.database.sql("select * from slice_sample").query().singleRow();
		assertThat(slice).containsEntry("slice_id", SLICE.id()).containsEntry("cpu_millicores", 2.5);
		Map<String, Object> host = this.database.sql("select * from host_sample").query().singleRow();
		assertThat(host).containsEntry("covered_usec", 7L)
			.containsEntry("memory_available_bytes", 8L)
			.containsEntry("io_pressure_full_usec", 1000L + Metric.IO_PRESSURE_FULL_USEC.ordinal());
	}

	@Test
	void whatComesBehindTheWatermarkIsMarkedToBeRolledUpAgain() {
		this.database.sql("update watermark set closed_to = ?")
			.param(OffsetDateTime.ofInstant(at(100), ZoneOffset.UTC))
			.update();
		RunKey late = Metered.newRun();
		RunKey early = Metered.newRun();
		this.store.ensurePartition(LocalDate.ofInstant(Metered.START, ZoneOffset.UTC));
		List<Sample> samples = new ArrayList<>(Metered.rows(late).row(10, 2.0).row(50, 2.0).row(150, 2.0).samples());
		samples.addAll(Metered.rows(early).row(100, 2.0).samples());
		samples.add(Metered.slice(HOST, 20, 2.0));
		this.store.write(new Batch(List.of(), samples));
		assertThat(this.database
			.sql("select kind || ' ' || id || ' ' || extract(epoch from last_at - first_at)::int from late_bucket")
			.query(String.class)
			.list()).containsExactlyInAnyOrder("run " + late.runId() + " 90", "slice " + SLICE.id() + " 0");
	}

	@Test
	void aBatchMayBeWrittenAgain() {
		this.store.ensurePartition(yesterday());
		RunKey run = Metered.newRun();
		Batch batch = new Batch(List.of(new CatalogueRow.OfRun(Metered.started(run, 0, null))),
				List.of(sample(run, at(2)), sample(run, at(4))));
		this.store.write(batch);
		this.store.write(batch);
		// also in part, and with a row twice in one batch
		this.store.write(new Batch(List.of(), List.of(sample(run, at(4)), sample(run, at(6)), sample(run, at(6)))));
		assertThat(count("run_sample")).isEqualTo(3);
		assertThat(count("run")).isEqualTo(1);
	}

	@Test
	void anOldRevisionNeverOverwrites() {
		RunKey run = Metered.newRun();
		write(new CatalogueRow.OfRun(named(run, 5, "new", List.of("first"))));
		write(new CatalogueRow.OfRun(named(run, 4, "old", List.of())),
				new CatalogueRow.OfHost(host(2), System.nanoTime()),
				new CatalogueRow.OfSlice(new SliceRecord(HOST, SLICE, 9, true, Limits.UNKNOWN)));
		assertThat(this.database.sql("select runner from run").query(String.class).single()).isEqualTo("new");
		write(new CatalogueRow.OfHost(host(1), System.nanoTime()),
				new CatalogueRow.OfSlice(new SliceRecord(HOST, SLICE, 8, false, Limits.UNKNOWN)));
		assertThat(this.database.sql("select revision from host").query(Long.class).single()).isEqualTo(2);
		assertThat(this.database.sql("select summed from slice").query(Boolean.class).single()).isTrue();
		// a name that it once had is kept, also by an agent that no longer knows it
		write(new CatalogueRow.OfRun(named(run, 6, "newest", List.of("new"))));
		write(new CatalogueRow.OfRun(named(run, 7, "first", List.of("newest"))));
		assertThat(this.database.sql("select former_names from run")
			.query((row, _) -> List.of((String[]) row.getArray(1).getArray()))
			.single()).containsExactly("new", "newest");
	}

	@Test
	void whatEndedStaysEnded() {
		RunKey run = Metered.newRun();
		RunRecord ended = Metered.record(run, 1, 0, true, 60.0);
		write(new CatalogueRow.OfRun(new RunRecord(run, 1, ended.runner(), List.of(), SLICE, ended.container(), "c",
				null, Map.of(), null, List.of(), Limits.UNKNOWN, ended.startedAt(), true, RunState.ENDED,
				ended.endedAt(), 137, true, null, false)));
		write(new CatalogueRow.OfRun(Metered.record(run, 2, 0, true, null)));
		Map<String, Object> row = this.database
			.sql("select state, exit_code, oom_killed, ended_at is not null as over from run")
			.query()
			.singleRow();
		assertThat(row).containsEntry("state", "ended")
			.containsEntry("exit_code", 137)
			.containsEntry("oom_killed", true)
			.containsEntry("over", true);
	}

	/// An agent that finds a run again does not know when it started, and says later.
	@Test
	void aStartThatWasToldMovesToNoLaterMoment() {
		RunKey run = Metered.newRun();
		write(new CatalogueRow.OfRun(Metered.record(run, 1, 10, true, null)));
		write(new CatalogueRow.OfRun(Metered.record(run, 2, 500, false, null)));
		assertThat(start(run)).isEqualTo(at(10));
		assertThat(this.database.sql("select start_seen from run").query(Boolean.class).single()).isTrue();
		write(new CatalogueRow.OfRun(Metered.record(run, 3, 4, true, null)));
		assertThat(start(run)).isEqualTo(at(4));
		write(new CatalogueRow.OfRun(Metered.record(run, 2, 1, true, null)));
		assertThat(start(run)).as("an old revision says nothing").isEqualTo(at(4));
	}

	private Instant start(RunKey run) {
		return this.database.sql("select started_at from run where run_id = ?")
			.param(run.runId())
			.query((row, _) -> row.getObject(1, OffsetDateTime.class).toInstant())
			.single();
	}

	@Test
	void theCatalogueKeepsLimitsLabelsAndAddresses() {
		RunKey run = Metered.newRun();
		RunRecord record = Metered.record(run, 1, 0, true, null);
		write(new CatalogueRow.OfRun(new RunRecord(run, 1, record.runner(), List.of(), SLICE, record.container(), "c",
				null, Map.of("quote\"", "ü\n"), "host", List.of("10.0.0.1", "fe80::1"),
				new Limits(Limit.of(1500), Limit.UNLIMITED, null), record.startedAt(), true, RunState.RUNNING, null,
				null, null, null, false)));
		Map<String, Object> row = this.database.sql("""
				select labels ->> 'quote"' as label, addresses[2] as address, limit_cpu_millicores, limit_memory_bytes,
					limit_pids, slice_id from run""").query().singleRow();
		assertThat(row).containsEntry("label", "ü\n")
			.containsEntry("address", "fe80::1")
			.containsEntry("limit_cpu_millicores", 1500L)
			.containsEntry("limit_memory_bytes", Long.MAX_VALUE)
			.containsEntry("limit_pids", null)
			.containsEntry("slice_id", SLICE.id());
	}

	@Test
	void aHeartbeatTellsTheClocksDifferenceWithoutItsWait() {
		Instant tenSecondsAhead = Instant.now().plusSeconds(10).minusSeconds(100);
		HostRecord host = host(1);
		// it waited for 100 s
		write(new CatalogueRow.OfHost(
				new HostRecord(host.id(), 1, host.name(), 8, null, 1, Source.DOCKER, 1, null, null, "0.1",
						Duration.ofMillis(500), List.of(), tenSecondsAhead),
				System.nanoTime() - TimeUnit.SECONDS.toNanos(100)));
		Map<String, Object> row = this.database
			.sql("""
					select clock_offset_usec, interval_usec, abs(extract(epoch from now() - last_seen_at))::float8 as seen from host""")
			.query()
			.singleRow();
		assertThat((Long) row.get("clock_offset_usec")).isBetween(9_000_000L, 11_000_000L);
		assertThat(row).containsEntry("interval_usec", 500_000L);
		assertThat((Double) row.get("seen")).isLessThan(5);
		this.database.sql("update host set last_seen_at = now() + interval '1 hour'").update();
		write(new CatalogueRow.OfHost(host(2), System.nanoTime()));
		assertThat(this.database.sql("select last_seen_at > now() + interval '59 min' from host")
			.query(Boolean.class)
			.single()).as("last seen goes only forward").isTrue();
	}

	@Test
	void aMissingPartitionIsMadeWhenItIsNeeded() {
		RunKey run = Metered.newRun();
		assertThat(deliver(List.of(), List.of(sample(run, at(2)), sample(run, at(2).minus(Duration.ofDays(3))))))
			.isEmpty();
		assertThat(count("run_sample")).isEqualTo(2);
	}

	@Test
	void rowsOfADayThatIsNotKeptAreSetAside() {
		RunKey run = Metered.newRun();
		RunSample old = sample(run, at(0).minus(Duration.ofDays(30)));
		RunSample ahead = sample(run, at(0).plus(Duration.ofDays(30)));
		assertThat(deliver(List.of(new CatalogueRow.OfRun(Metered.started(run, 0, null))),
				List.of(old, sample(run, at(2)), ahead)))
			.extracting(SetAside::row)
			.containsExactlyInAnyOrder(old, ahead);
		assertThat(count("run_sample")).isEqualTo(1);
		assertThat(deliver(List.of(), List.of(old))).hasSize(1);
	}

	@Test
	void aBadRowIsSetAsideAndTheRestIsWritten() {
		this.database.sql("alter table run_sample add constraint not_thirteen check (pids <> 13)").update();
		RunKey run = Metered.newRun();
		List<Sample> samples = new ArrayList<>();
		for (int second = 0; second < 100; second++) {
			samples.add(new RunSample(run, at(second), null, false, null, Metered.readings(Metric.PIDS, second)));
		}
		RunRecord record = Metered.started(run, 0, null);
		CatalogueRow bad = new CatalogueRow.OfRun(new RunRecord(Metered.newRun(), 1, record.runner(), List.of(), SLICE,
				record.container(), "zero\0byte", null, Map.of(), null, List.of(), Limits.UNKNOWN, record.startedAt(),
				true, RunState.RUNNING, null, null, null, null, false));
		List<SetAside> setAside = deliver(List.of(new CatalogueRow.OfRun(record), bad), samples);
		assertThat(setAside).extracting(SetAside::row).containsExactly(bad, samples.get(13));
		assertThat(setAside.get(1).reason()).contains("not_thirteen");
		assertThat(count("run_sample")).isEqualTo(99);
		assertThat(count("run")).isEqualTo(1);
	}

	@Test
	void whereEveryRowFailsNoneIsSetAside() {
		this.database.sql("alter table run_sample add constraint never check (pids < 0)").update();
		RunKey run = Metered.newRun();
		List<Sample> samples = List.of(new RunSample(run, at(2), null, false, null, Metered.readings(Metric.PIDS, 1)),
				new RunSample(run, at(4), null, false, null, Metered.readings(Metric.PIDS, 1)));
		assertThatThrownBy(() -> deliver(List.of(new CatalogueRow.OfRun(Metered.started(run, 0, null))), samples))
			.hasMessageContaining("never");
	}

	@Test
	void partitionsAreMadeAndRowsGoInWhileASelectIsOpen() throws Exception {
		this.store.ensurePartition(yesterday());
		try (var reader = this.dataSource.getConnection()) {
			reader.setAutoCommit(false);
			reader.createStatement().executeQuery("select count(*) from run_sample");
			// the lock time-out of 1 s would fail it if it had to wait
			this.store.ensurePartition(yesterday().plusDays(1));
			this.store.write(new Batch(List.of(),
					List.of(sample(Metered.newRun(), at(2)), sample(Metered.newRun(), at(43200)))));
		}
		assertThat(count("run_sample")).isEqualTo(2);
	}

	@Test
	void twoMakersOfOneDayDoNotHinderEachOther() {
		List<CompletableFuture<Void>> makers = new ArrayList<>();
		for (int maker = 0; maker < 4; maker++) {
			makers.add(CompletableFuture.runAsync(() -> {
				try (PostgresStore one = store()) {
					one.ensurePartition(yesterday());
				}
			}));
		}
		makers.forEach((maker) -> assertThat(maker).succeedsWithin(Duration.ofSeconds(20)));
		assertThat(this.database.sql("select count(*) from pg_inherits where inhparent = 'run_sample'::regclass")
			.query(Long.class)
			.single()).isEqualTo(1);
		assertThat(this.database.sql("""
				select count(*) from pg_constraint where contype = 'p'
				and conrelid = ('run_sample_' || ?)::regclass""")
			.param(yesterday().toString().replace("-", ""))
			.query(Long.class)
			.single()).as("the primary key of the partition").isEqualTo(1);
	}

	/// As a writer and maintenance do that start together.
	@Test
	void whoWaitedForAnotherMakerFindsItsPartition() throws SQLException {
		try (Connection first = this.dataSource.getConnection()) {
			first.setAutoCommit(false);
			first.createStatement().execute("select ensure_partition(date '%s')".formatted(yesterday()));
			CompletableFuture<Boolean> second = CompletableFuture
				.supplyAsync(() -> this.database.sql("select make_partition('run_sample', ?)")
					.param(yesterday())
					.query(Boolean.class)
					.single());
			Awaitility.await()
				.until(() -> this.database
					.sql("select exists (select from pg_locks where locktype = 'advisory' and not granted "
							+ "and database = (select oid from pg_database where datname = current_database()))")
					.query(Boolean.class)
					.single());
			first.commit();
			assertThat(second).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(false);
		}
	}

	@Test
	void aMissingColumnIsAnOutage() throws SQLException {
		this.store.ensurePartition(yesterday());
		this.database.sql("alter table run_sample rename column pids to gone").update();
		assertThatThrownBy(() -> deliver(List.of(), List.of(sample(Metered.newRun(), at(2)))))
			.satisfies((failure) -> assertThat(WriteFault.of(failure)).isEqualTo(WriteFault.OUTAGE));
	}

	private static HostRecord host(long revision) {
		return Metered.host(HOST, revision);
	}

	private static RunRecord named(RunKey key, long revision, String name, List<String> former) {
		RunRecord record = Metered.record(key, revision, 0, true, (@Nullable Double) null);
		return new RunRecord(key, revision, new RunnerName(name), former, SLICE, record.container(), "c", null,
				Map.of(), null, List.of(), Limits.UNKNOWN, record.startedAt(), true, RunState.RUNNING, null, null, null,
				null, false);
	}

}
