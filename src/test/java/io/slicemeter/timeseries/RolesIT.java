package io.slicemeter.timeseries;

import java.io.IOException;
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
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.slicemeter.runner.RunKey;
import io.slicemeter.testing.FleetDatabase;
import io.slicemeter.testing.TestDatabase;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static io.slicemeter.runner.Metric.CPU_USAGE_USEC;
import static io.slicemeter.timeseries.Metered.HOST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// What each of the database roles of `db/roles` may do, and what not.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RolesIT {

	private static final LocalDate TODAY = LocalDate.now(ZoneOffset.UTC);

	private final FleetDatabase database = FleetDatabase.migrated(TestDatabase.EMBEDDED);

	private PGSimpleDataSource as(String role) {
		return this.database.as(role);
	}

	private void assertRefused(String role, String... statements) {
		assertRefused(as(role), role, statements);
	}

	private static void assertRefused(PGSimpleDataSource dataSource, String role, String... statements) {
		JdbcClient database = JdbcClient.create(dataSource);
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
		JdbcClient owner = JdbcClient.create(this.database.superuser());
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
		MaintenanceFunctions functions = new MaintenanceFunctions(as("maintainer"), Duration.ofMinutes(1),
				Duration.ofHours(48));
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

	@Test
	void theOwnerOwnsEverythingAndIsNoSuperuser() {
		JdbcClient database = JdbcClient.create(as("owner"));
		assertThat(database
			.sql("""
					select distinct pg_get_userbyid(owner) from (
					    select c.relowner from pg_class c where c.relnamespace = 'public'::regnamespace
					    union select p.proowner from pg_proc p where p.pronamespace = 'public'::regnamespace) as thing (owner)
					""")
			.query(String.class)
			.list()).containsExactly("slicemeter_owner");
		assertThat(database.sql("""
				select rolname from pg_roles where rolname like 'slicemeter%'
				    and (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)
				""").query(String.class).list()).isEmpty();
		assertRefused("owner", "create role another", "create database another");
	}

	/// All rights that are given on tables and functions, to whom. Whatever a migration
	/// adds shows here.
	@Test
	void theRightsAreTheseAndNoOthers() {
		assertThat(given("api", "relation")).isEqualTo(tables().stream()
			.collect(Collectors.toMap((table) -> table,
					(table) -> table.startsWith("measurement") ? "DELETE INSERT SELECT UPDATE" : "SELECT",
					(one, _) -> one, TreeMap::new)));
		assertThat(given("agent", "relation"))
			.isEqualTo(new TreeMap<>(Map.of("host", "INSERT SELECT UPDATE", "slice", "INSERT SELECT UPDATE", "run",
					"INSERT SELECT UPDATE", "run_sample", "INSERT", "slice_sample", "INSERT", "host_sample", "INSERT",
					"late_bucket", "INSERT", "watermark", "SELECT", "flyway_schema_history", "SELECT")));
		assertThat(given("maintainer", "relation")).isEmpty();
		assertRoutines("agent", "ensure_partition", "joined_names");
		assertRoutines("api", "bin_of", "ensure_measurement_partition", "is_distributed", "kept_from", "moment_of",
				"partitions_of", "progress", "usec_of");
		assertRoutines("maintainer", "close_minutes", "drop_expired_measurement_partition", "drop_expired_partition",
				"forget_expired", "forget_measurements", "is_distributed", "keep_for", "make_partitions_ahead",
				"minutes_due", "hour_due", "progress", "roll_up_hour", "roll_up_late", "roll_up_minutes");
		assertThat(JdbcClient.create(this.database.superuser()).sql("""
				select distinct coalesce(r.rolname, 'public') from (
				    select c.relacl from pg_class c where c.relnamespace = 'public'::regnamespace
				    union all
				    select coalesce(p.proacl, acldefault('f', p.proowner)) from pg_proc p
				    where p.pronamespace = 'public'::regnamespace) as thing (acl)
				cross join aclexplode(thing.acl) as one
				left join pg_roles r on r.oid = one.grantee
				""").query(String.class).list()).containsExactlyInAnyOrder("slicemeter_owner", "slicemeter_agent",
				"slicemeter_api", "slicemeter_maintainer");
	}

	/// That a role may execute these, as far as they exist, and no others.
	private void assertRoutines(String role, String... names) {
		List<String> existing = JdbcClient.create(this.database.superuser())
			.sql("select distinct proname from pg_proc where pronamespace = 'public'::regnamespace")
			.query(String.class)
			.list();
		assertThat(
				given(role, "routine").keySet().stream().map((routine) -> routine.replaceAll("\\(.*", "")).distinct())
			.as(role)
			.isNotEmpty()
			.containsExactlyInAnyOrderElementsOf(Stream.of(names).filter(existing::contains).toList());
	}

	private List<String> tables() {
		return JdbcClient.create(this.database.superuser()).sql("""
				select relname from pg_class
				where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
				""").query(String.class).list();
	}

	/// @param kind `relation` or `routine`
	private SortedMap<String, String> given(String role, String kind) {
		SortedMap<String, String> given = new TreeMap<>();
		JdbcClient.create(this.database.superuser()).sql("""
				select thing.name, string_agg(one.privilege_type, ' ' order by one.privilege_type) as rights from (
				    select 'relation', c.oid::regclass::text, c.relacl from pg_class c
				    where c.relnamespace = 'public'::regnamespace
				    union all
				    select 'routine', p.oid::regprocedure::text, p.proacl from pg_proc p
				    where p.pronamespace = 'public'::regnamespace) as thing (kind, name, acl)
				cross join aclexplode(thing.acl) as one
				where thing.kind = ? and one.grantee = ?::regrole
				group by thing.name
				""").param(kind).param("slicemeter_" + role).query((row) -> {
			given.put(row.getString("name"), row.getString("rights"));
		});
		return given;
	}

	@Test
	void aStrangerDoesNotGetIn() throws SQLException {
		JdbcClient.create(this.database.superuser()).sql("""
				do $$ begin
				    create role slicemeter_test_stranger login password 'stranger';
				exception when duplicate_object then null;
				end $$""").update();
		PGSimpleDataSource stranger = as("agent");
		stranger.setUser("slicemeter_test_stranger");
		stranger.setPassword("stranger");
		assertThatExceptionOfType(SQLException.class).isThrownBy(stranger::getConnection)
			.satisfies((ex) -> assertThat(ex.getSQLState()).isEqualTo("42501"));
		for (String role : List.of("owner", "agent", "api", "maintainer")) {
			as(role).getConnection().close();
		}
	}

	@Test
	void whatAMigrationAddsIsCoveredByTheSameMigration(@TempDir Path migrations) throws IOException {
		FleetDatabase fleet = FleetDatabase.migrated(TestDatabase.EMBEDDED);
		Files.writeString(migrations.resolve("V9000__more.sql"), """
				create table added (host_id bigint primary key);
				create table measurement_added (host_id bigint primary key);
				create function do_harm() returns void language sql security definer as $$ select $$;
				""");
		fleet.migrate(migrations);
		JdbcClient api = JdbcClient.create(fleet.as("api"));
		assertThat(api.sql("select count(*) from added").query(Long.class).single()).isZero();
		assertThat(api.sql("insert into measurement_added values (1)").update()).isOne();
		for (String role : List.of("agent", "api", "maintainer")) {
			assertRefused(fleet.as(role), role, "insert into added values (1)", "select do_harm()");
		}
	}

	@Test
	void migratingAgainGivesRolesTheirRightsWithoutANewVersion() {
		FleetDatabase fleet = FleetDatabase.migrated(TestDatabase.EMBEDDED);
		JdbcClient.create(fleet.as("owner")).sql("revoke all on run from slicemeter_agent, slicemeter_api").update();
		assertRefused(fleet.as("api"), "api", "select * from run");
		fleet.migrate();
		JdbcClient.create(fleet.as("api")).sql("select * from run").query((_) -> {
		});
		JdbcClient.create(fleet.as("agent")).sql("select * from run").query((_) -> {
		});
	}

	/// As of the compose file, beside a fleet on the same server.
	@Test
	void whoMigratesForHimselfGivesRightsToNobody() {
		JdbcClient superuser = JdbcClient.create(TestDatabase.EMBEDDED.empty());
		superuser.sql("""
				do $$ begin
				    create role slicemeter_test_alone login;
				exception when duplicate_object then null;
				end $$""").update();
		String database = superuser.sql("select current_database()").query(String.class).single();
		superuser.sql("alter database %s owner to slicemeter_test_alone".formatted(database)).update();
		PGSimpleDataSource alone = new PGSimpleDataSource();
		alone.setURL(this.database.superuser().getURL());
		alone.setDatabaseName(database);
		alone.setUser("slicemeter_test_alone");
		Flyway.configure().dataSource(alone).locations("classpath:db/migration").load().migrate();
		assertThat(superuser.sql("""
				select distinct one.grantee::regrole::text from (
				    select c.relacl from pg_class c where c.relnamespace = 'public'::regnamespace
				    union all
				    select coalesce(p.proacl, acldefault('f', p.proowner)) from pg_proc p
				    where p.pronamespace = 'public'::regnamespace) as thing (acl)
				cross join aclexplode(thing.acl) as one
				""").query(String.class).list()).containsExactly("slicemeter_test_alone");
		PGSimpleDataSource api = this.database.as("api");
		api.setDatabaseName(database);
		assertRefused(api, database, "select * from run", "select forget_expired(1)");
	}

}
