package io.slicemeter.timeseries;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.SliceRecord;
import io.slicemeter.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.simple.JdbcClient;

import static io.slicemeter.runner.Metric.CPU_MILLICORES;
import static io.slicemeter.runner.Metric.CPU_USAGE_USEC;
import static io.slicemeter.runner.Metric.MEMORY_BYTES;
import static io.slicemeter.timeseries.Metered.HOST;
import static org.assertj.core.api.Assertions.assertThat;

/// The scripts of `db/citus`, and maintenance and questions host by host. Without Citus:
/// its functions are [those of the test][StubCitus], and one Postgres has all tables. So
/// this shows that the SQL is right, and what a statement and a transaction are about, not
/// what Citus makes of it.
class CitusIT {

	private static final HostId OTHER = HostId.of("build-2");

	private static final Pattern TABLE = Pattern
		.compile("\\b(?:from|join)\\s+(?:run|slice|host)(?:_(?:sample|minute|hour))?\\s+(\\w+)\\b");

	private final PGSimpleDataSource dataSource = TestDatabase.EMBEDDED.empty();

	private final JdbcClient database = JdbcClient.create(this.dataSource);

	private final MaintenanceFunctions functions = functions(this.dataSource);

	CitusIT() {
		StubCitus.install(this.database);
		migrate();
	}

	private static MaintenanceFunctions functions(PGSimpleDataSource dataSource) {
		return new MaintenanceFunctions(dataSource, Duration.ofMinutes(1), Duration.ofHours(48));
	}

	private void migrate() {
		new ApplicationContextRunner().withBean(javax.sql.DataSource.class, () -> this.dataSource)
			.withConfiguration(AutoConfigurations.of(FlywayAutoConfiguration.class))
			.withUserConfiguration(CitusConfiguration.class)
			.withPropertyValues("slicemeter.timeseries.citus=true", "spring.flyway.baseline-on-migrate=true",
					"spring.flyway.baseline-version=0")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	private List<String> calls() {
		return this.database.sql("select call from stub_calls order by place").query(String.class).list();
	}

	@Test
	void everyTableOfHostsIsSpreadByThemOnceAndTheOthersAreEverywhere() {
		List<String> tables = this.database.sql("""
				select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'host_id'
				where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
					and c.relname not like 'measurement%'""").query(String.class).list();
		assertThat(tables).hasSize(3 + 1 + 9);
		assertThat(calls())
			.startsWith("reference retention", "reference watermark", "distributed host by host_id with default")
			.containsExactlyInAnyOrderElementsOf(Stream.concat(
					Stream.of("reference retention", "reference watermark", "distributed host by host_id with default"),
					tables.stream()
						.filter((table) -> !table.equals("host"))
						.map((table) -> "distributed %s by host_id with host".formatted(table)))
				.toList());
		int before = calls().size();
		migrate();
		assertThat(calls()).hasSize(before);
		assertThat(this.functions.isDistributed()).isTrue();
	}

	@Test
	void aPlainDatabaseHasNothingOfIt() {
		JdbcClient plain = JdbcClient.create(TestDatabase.EMBEDDED.migrated());
		assertThat(plain.sql("select is_distributed()").query(Boolean.class).single()).isFalse();
		assertThat(plain
			.sql("""
					select proname from pg_proc where proname in ('metered_hosts', 'make_columnar', 'roll_up_minutes_of_host',
						'minutes_are_rolled_up', 'roll_up_hour_of_host', 'hour_is_rolled_up', 'roll_up_late_of_host',
						'forget_expired_of_host')""")
			.query(String.class)
			.list()).isEmpty();
	}

	@Test
	void whatIsRolledUpHostByHostIsTheSameAndNoTransactionChangesTwoHosts() {
		PGSimpleDataSource plain = TestDatabase.EMBEDDED.migrated();
		List<RunKey> runs = List.of(Metered.newRun(), new RunKey(OTHER, 7));
		Lives lives = Lives.of(4711, -3000, 4, 300);
		auditChanges();
		for (PGSimpleDataSource each : List.of(plain, this.dataSource)) {
			MaintenanceFunctions functions = functions(each);
			Maintenance maintenance = maintenance(functions);
			write(each, runs, 0, 4000);
			write(each, lives, false);
			maintenance.lookAround();
			nobodyKnowsLess(each);
			maintenance.lookAround();
			// late rows, of one moment that was rolled up
			write(each, runs, 1, 4000);
			write(each, lives, true);
			maintenance.lookAround();
			assertThat(Stream.of(Chore.values()).map((chore) -> maintenance.state(chore).lastError()))
				.containsOnlyNulls();
			assertThat(functions.watermark().hoursTo()).isAfter(Metered.at(3600));
		}
		for (String table : List.of("run_minute", "run_hour", "slice_minute", "slice_hour", "host_minute",
				"host_hour")) {
			assertThat(rows(this.dataSource, table)).as(table).hasSizeGreaterThan(2).isEqualTo(rows(plain, table));
		}
		assertThat(this.database.sql("select count(*) from late_bucket").query(Long.class).single()).isZero();
		assertThat(this.database.sql("select count(*) from stub_changes").query(Long.class).single())
			.isGreaterThan(100);
		assertThat(this.database.sql("""
				select transaction, array_agg(distinct relation || ' of ' || host) from stub_changes
				group by transaction having count(distinct host) > 1""").query().listOfRows()).isEmpty();
		assertSameAnswers(plain, runs);
	}

	/// The samples of one parity: those of the other come late.
	private static void write(PGSimpleDataSource dataSource, List<RunKey> runs, int parity, int seconds) {
		try (PostgresStore store = new PostgresStore(dataSource, Duration.ofSeconds(10), Duration.ofSeconds(1))) {
			LocalDate day = LocalDate.ofInstant(Metered.START, ZoneOffset.UTC);
			List.of(day, day.plusDays(1)).forEach(store::ensurePartition);
			for (RunKey run : runs) {
				List<Sample> samples = new ArrayList<>();
				for (int at = 2; at <= seconds; at += 2) {
					if (at / 2 % 50 == 7 == (parity == 1)) {
						samples.addAll(Metered.rows(run)
							.row(at, 2.0, CPU_USAGE_USEC, at * 500_000L, MEMORY_BYTES, 1_000_000 + at)
							.samples());
						samples.add(Metered.slice(run.host(), at, 2.0, CPU_USAGE_USEC, at * 700_000L));
						samples.add(new HostSample(run.host(), Metered.at(at), 2_000_000L, null, 5L,
								Metered.readings(CPU_USAGE_USEC, at * 900_000L)));
					}
				}
				store.write(new Batch(
						List.of(new CatalogueRow.OfHost(Metered.host(run.host(), 1 + parity), System.nanoTime()),
								new CatalogueRow.OfSlice(
										new SliceRecord(run.host(), Metered.SLICE, 1 + parity, false, Limits.UNKNOWN)),
								new CatalogueRow.OfRun(Metered.record(run, 1 + parity, 0, true, null))),
						samples));
			}
		}
	}

	/// Lives with restarts, gaps and values that are missing.
	private static void write(PGSimpleDataSource dataSource, Lives lives, boolean late) {
		try (PostgresStore store = new PostgresStore(dataSource, Duration.ofSeconds(10), Duration.ofSeconds(1))) {
			List<Sample> samples = IntStream.range(0, lives.samples().size())
				.filter((place) -> place % 20 == 7 == late)
				.mapToObj(lives.samples()::get)
				.toList();
			store.write(new Batch(lives.catalogue(), samples));
		}
	}

	/// Transactions of other nodes, which may not know yet what is late, are over.
	private static void nobodyKnowsLess(PGSimpleDataSource dataSource) {
		JdbcClient.create(dataSource).sql("update watermark set closed_at = closed_at - interval '5 minutes'").update();
	}

	private void auditChanges() {
		this.database.sql("""
				create table stub_changes (transaction xid8, relation text, host bigint);
				create function note_change() returns trigger
				    language plpgsql
				as $$
				begin
				    insert into stub_changes values (pg_current_xact_id(), tg_relid::regclass,
				        coalesce(new.host_id, old.host_id));
				    return null;
				end
				$$""").update();
		for (String table : this.database.sql("select logicalrelid::text from pg_dist_partition where partmethod = 'h'")
			.query(String.class)
			.list()) {
			this.database.sql(
					"create trigger note_change after insert or update or delete on %s for each row execute function note_change()"
						.formatted(table))
				.update();
		}
	}

	private static List<String> rows(PGSimpleDataSource dataSource, String table) {
		return JdbcClient.create(dataSource)
			.sql("select t::text from %s t order by t::text".formatted(table))
			.query(String.class)
			.list();
	}

	private static Maintenance maintenance(MaintenanceFunctions functions) {
		return new Maintenance(functions,
				new RetentionProperties(Duration.ofDays(7), Duration.ofDays(30), Duration.ofDays(400)),
				new MaintenanceProperties(Duration.ofSeconds(1), Duration.ofSeconds(10), 1, Duration.ofMinutes(1),
						Duration.ofMinutes(1)),
				Clock.systemUTC());
	}

	private void assertSameAnswers(PGSimpleDataSource plain, List<RunKey> runs) {
		UsageQueries expected = new SqlUsageQueries(plain, Duration.ofSeconds(30), Clock.systemUTC());
		UsageQueries actual = new SqlUsageQueries(this.dataSource, Duration.ofSeconds(30), Clock.systemUTC());
		TimeRange range = Metered.range(-100, 3999);
		Instant before = Metered.at(0);
		assertThat(actual.perRun(runs, range, CPU_USAGE_USEC)).hasSize(2)
			.isEqualTo(expected.perRun(runs, range, CPU_USAGE_USEC));
		assertThat(actual.current(runs, before)).hasSize(2).isEqualTo(expected.current(runs, before));
		List<HostId> hosts = List.of(HOST, OTHER);
		assertThat(actual.currentOfHosts(hosts, before)).hasSize(2).isEqualTo(expected.currentOfHosts(hosts, before));
		assertThat(actual.currentOfSlices(hosts, before)).hasSize(2).isEqualTo(expected.currentOfSlices(hosts, before));
		for (RunKey run : runs) {
			assertThat(actual.summary(List.of(run), range)).isEqualTo(expected.summary(List.of(run), range));
			SeriesQuery query = new SeriesQuery(range, Duration.ofMinutes(1), List.of(CPU_MILLICORES, MEMORY_BYTES),
					Aggregation.MEAN, false);
			assertThat(actual.series(List.of(run), query)).isEqualTo(expected.series(List.of(run), query));
		}
	}

	/// Citus sends a statement to one node as a whole if it names the same host for each
	/// of
	/// its tables.
	@Test
	void statementsAboutOneHostNameItForEachOfTheirTables() {
		for (String statement : List.of("minutes_statement('%s', false, 5)", "minutes_statement('%s', true, 5)",
				"hours_statement('%s', 5)", "keys_statement('%s', 5)")) {
			for (String kind : List.of("run", "slice", "host")) {
				assertNamesItsHost(
						this.database.sql("select " + statement.formatted(kind)).query(String.class).single());
			}
		}
		for (SampleTable table : SampleTable.values()) {
			Keys keys = new Keys(table, List.of(5L, 5L), List.of(1L, 2L));
			for (Resolution resolution : Resolution.values()) {
				Questions questions = Questions.of(keys, new Segment(resolution, 0, 1, true), List.of(CPU_MILLICORES));
				Stream
					.of(questions.buckets(), questions.bins(), questions.increases(), questions.peaks(),
							questions.coverage(), questions.looks(Aggregation.MAX),
							questions.totals(List.of(CPU_USAGE_USEC)))
					.forEach((question) -> assertNamesItsHost(
							question.replace(Statements.OF_KEYS_HOST, "host_id = '5'::bigint")));
			}
			SampleQuestions questions = new SampleQuestions(table, List.of(), false, false);
			Stream.of(questions.newest(), questions.lifetimes(), questions.distribution())
				.forEach((question) -> assertNamesItsHost(
						question.replace(Statements.OF_KEYS_HOST, "host_id = '5'::bigint")));
		}
	}

	private static void assertNamesItsHost(String statement) {
		Matcher matcher = TABLE.matcher(statement);
		int tables = 0;
		while (matcher.find()) {
			assertThat(statement).contains(matcher.group(1) + ".host_id = '5'::bigint");
			tables++;
		}
		assertThat(tables).as("tables of %s", statement).isPositive();
	}

	@Test
	void daysThatNothingIsWrittenToAnyMoreAreStoredByColumns() {
		LocalDate today = LocalDate.now(ZoneOffset.UTC);
		for (int days : List.of(1, 2, 3, 4, 5)) {
			for (String table : List.of("run_sample", "run_minute")) {
				this.database.sql("select make_partition(?, ?)")
					.params(table, today.minusDays(days))
					.query(Boolean.class)
					.single();
			}
		}
		this.database.sql("insert into run_sample (host_id, run_id, at) values (1, 2, ?)")
			.param(today.minusDays(4).atStartOfDay().atOffset(ZoneOffset.UTC))
			.update();
		Maintenance maintenance = maintenance(this.functions);
		maintenance.lookAround();
		assertThat(maintenance.state(Chore.RETENTION).lastError()).isNull();
		assertThat(calls().stream().filter((call) -> call.startsWith("columnar"))).containsExactly(Stream.of(5, 4, 3)
			.map((days) -> "columnar run_sample_" + today.minusDays(days).toString().replace("-", ""))
			.toArray(String[]::new));
		assertThat(this.database.sql("select count(*) from run_sample").query(Long.class).single()).isOne();
	}

	@Test
	void whatIsOverLeavesTheCatalogueHostByHost() {
		auditChanges();
		this.database.sql("""
				insert into host (host_id, revision, name, cpus, memory_bytes, source, cgroup_version, agent_version,
					interval_usec, last_seen_at)
				select n, 1, 'h' || n, 1, 1, 'cgroup', 2, '1', 2000000, now() - n * interval '150 days'
				from generate_series(0, 3) n""").update();
		this.database.sql("""
				insert into slice (host_id, slice_id, revision, name, summed) select n, 1, 1, 'a.slice', false
				from generate_series(0, 3) n""").update();
		this.database
			.sql("""
					insert into run (host_id, run_id, revision, runner, slice_id, slice, container_id, container_name, started_at,
						start_seen, state, ended_at)
					select h, n, 1, 'r', 1, 'a.slice', 'c', 'c', now() - interval '500 days', true, 'ended',
						case n % 3 when 0 then now() - interval '401 days' when 1 then now() - interval '399 days' end
					from generate_series(0, 3) h, generate_series(1, 1500) n""")
			.update();
		this.database.sql("truncate stub_changes").update();
		Maintenance maintenance = maintenance(this.functions);
		maintenance.lookAround();
		assertThat(maintenance.state(Chore.CATALOGUE).lastError()).isNull();
		assertThat(this.database.sql("select host_id || ' ' || count(*) from run group by host_id order by 1")
			.query(String.class)
			.list()).containsExactly("0 1000", "1 1000", "2 1000");
		assertThat(this.database.sql("select name from host order by 1").query(String.class).list())
			.containsExactly("h0", "h1", "h2");
		assertThat(this.database.sql("select count(*) from slice").query(Long.class).single()).isEqualTo(3);
		List<Map<String, Object>> transactions = this.database
			.sql("""
					select transaction, count(*) as rows, count(distinct host) as hosts from stub_changes group by transaction""")
			.query()
			.listOfRows();
		assertThat(transactions).hasSizeGreaterThanOrEqualTo(6)
			.allSatisfy((row) -> assertThat(row).containsEntry("hosts", 1L))
			.allSatisfy((row) -> assertThat((Long) row.get("rows")).isLessThanOrEqualTo(1000));
	}

	@Test
	void theNewestPartitionsAreMadeAsEver() {
		assertThat(this.functions.makePartitionsAhead(1)).isEqualTo(18);
	}

}
