package io.slicemeter.timeseries;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.RunKey;
import io.slicemeter.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/// Whatever is wrong with the database, good rows are kept until it is mended; and bad
/// rows hold up nothing.
@Timeout(240)
class OutagesIT {

	private static final RunKey BAD = new RunKey(Metered.HOST, 13);

	private final PGSimpleDataSource owner = TestDatabase.EMBEDDED.migrated();

	private final JdbcClient database = JdbcClient.create(this.owner);

	private final PGSimpleDataSource agent = TestDatabase.EMBEDDED.migrated();

	@TempDir
	private Path directory;

	/// An agent that may do what it has to, and no more.
	@BeforeEach
	void makeAgent() {
		String name = this.owner.getDatabaseName() + "_agent";
		sql("create role %s login".formatted(name));
		sql("grant insert on run_sample, slice_sample, host_sample, late_bucket to " + name);
		sql("grant select on watermark to " + name);
		sql("grant select, insert, update on host, slice, run to " + name);
		sql("grant execute on function ensure_partition, joined_names to " + name);
		this.agent.setDatabaseName(this.owner.getDatabaseName());
		this.agent.setUser(name);
		sql("alter table run_sample add constraint not_thirteen check (pids <> 1313)");
	}

	private void sql(String sql) {
		this.database
			.sql(sql.replace("{agent}", this.owner.getDatabaseName() + "_agent")
				.replace("{database}", this.owner.getDatabaseName()))
			.update();
	}

	/// What can be wrong, how it is mended, and what health says of it.
	enum Outage {

		NO_TABLE("alter table run_sample rename to gone", "alter table gone rename to run_sample",
				"has to be migrated first"),
		NO_COLUMN("alter table run_sample rename column pids to gone",
				"alter table run_sample rename column gone to pids", "has to be migrated first"),
		NO_RIGHT("revoke insert on run_sample from {agent}", "grant insert on run_sample to {agent}", "lacks a right"),
		READ_ONLY("alter role {agent} set default_transaction_read_only = on",
				"alter role {agent} set default_transaction_read_only = off", "read-only"),
		NO_CONNECTION("alter role {agent} nologin", "alter role {agent} login", "not permitted to log in"),
		TOO_MANY_CONNECTIONS("alter role {agent} connection limit 0", "alter role {agent} connection limit -1",
				"too many connections"),
		NO_PARTITION_TO_BE_HAD("revoke execute on function ensure_partition from {agent}",
				"grant execute on function ensure_partition to {agent}", "lacks a right"),
		NO_CATALOGUE("alter table run rename to gone", "alter table gone rename to run", "has to be migrated first");

		private final String begin;

		private final String end;

		private final String told;

		Outage(String begin, String end, String told) {
			this.begin = begin;
			this.end = end;
			this.told = told;
		}

	}

	@ParameterizedTest
	@EnumSource
	void duringAnOutageGoodRowsAreKeptAndBadOnesAreFoundAfterIt(Outage outage) {
		try (Road road = new Road(this.directory.resolve("spool"), this.agent, null)) {
			ticks(road, 5);
			awaitStored(road);
			sql(outage.begin);
			if (outage == Outage.NO_PARTITION_TO_BE_HAD) {
				dropPartitions();
			}
			endSessions();
			appendBad(road);
			road.intake().record(Metered.started(new RunKey(Metered.HOST, 1001), 0, null));
			ticks(road, 20);
			Awaitility.await()
				.atMost(30, TimeUnit.SECONDS)
				.untilAsserted(() -> assertThat(String.valueOf(road.health().health().getDetails().get("lastError")))
					.contains(outage.told));
			assertThat(road.setAside()).as("set aside in the outage").isZero();
			assertThat(road.spool().depth()).isGreaterThanOrEqualTo(20 * Road.RUNS);
			sql(outage.end);
			endSessions();
			ticks(road, 5);
			awaitStored(road);
			assertThat(road.setAside()).as("set aside after it: the bad row").isOne();
			assertThat(this.database.sql("select count(*) from run").query(Long.class).single()).isOne();
		}
	}

	@Test
	void aLockThatIsHeldIsWaitedForNoLongerThanTheTimeOut() throws SQLException {
		try (Road road = new Road(this.directory.resolve("spool"), this.agent, null);
				Connection holder = this.owner.getConnection();
				Statement statement = holder.createStatement()) {
			ticks(road, 1);
			awaitStored(road);
			holder.setAutoCommit(false);
			statement.execute("lock table run_sample in access exclusive mode");
			ticks(road, 20);
			Awaitility.await()
				.atMost(30, TimeUnit.SECONDS)
				.untilAsserted(() -> assertThat(String.valueOf(road.health().health().getDetails().get("lastError")))
					.contains("lock timeout"));
			holder.rollback();
			awaitStored(road);
			assertThat(road.setAside()).isZero();
		}
	}

	@Test
	void aDatabaseWhoseDiskIsFullIsWaitedFor() throws Exception {
		try (SmallDisk disk = SmallDisk.mount(this.directory.resolve("disk"), 8)) {
			sql("create tablespace %s_small location '%s'".formatted(this.owner.getDatabaseName(), disk.directory()));
			for (String partition : partitions()) {
				sql("alter table %s set tablespace %s_small".formatted(partition, this.owner.getDatabaseName()));
			}
			try (Road road = new Road(this.directory.resolve("spool"), this.agent, null)) {
				ticks(road, 5);
				awaitStored(road);
				disk.fill();
				Awaitility.await().atMost(60, TimeUnit.SECONDS).untilAsserted(() -> {
					ticks(road, 20);
					assertThat(String.valueOf(road.health().health().getDetails().get("lastError")))
						.contains("disk is full");
				});
				assertThat(road.setAside()).isZero();
				disk.empty();
				awaitStored(road);
				assertThat(road.setAside()).isZero();
			}
			finally {
				dropPartitions();
				sql("drop tablespace %s_small".formatted(this.owner.getDatabaseName()));
			}
		}
	}

	@Test
	void rowsThatCameLateAreMarkedInTheirTransaction() {
		sql("update watermark set closed_to = now() - interval '1 minute'");
		try (Road road = new Road(this.directory.resolve("spool"), this.agent, null)) {
			Instant late = EpochMicros.toInstant(EpochMicros.of(Instant.now().minusSeconds(3600)));
			road.intake()
				.append(List.of(new RunSample(BAD, late, null, false, null, Metered.readings(Metric.PIDS, 1)),
						new RunSample(BAD, late.plusSeconds(10), null, false, null, Metered.readings(Metric.PIDS, 1))));
			ticks(road, 3);
			awaitStored(road);
			assertThat(this.database.sql(
					"select kind || ' ' || id || ' ' || (extract(epoch from last_at - first_at))::int from late_bucket")
				.query(String.class)
				.list()).containsOnly("run 13 10");
		}
	}

	private List<String> partitions() {
		sql("select ensure_partition((now() at time zone 'utc')::date)", true);
		return this.database
			.sql("select inhrelid::regclass::text from pg_inherits where inhparent = 'run_sample'::regclass")
			.query(String.class)
			.list();
	}

	private void sql(String sql, boolean query) {
		this.database.sql(sql).query((_) -> {
		});
	}

	private void dropPartitions() {
		for (String partition : partitionsNow()) {
			sql("drop table " + partition);
		}
	}

	private List<String> partitionsNow() {
		return this.database
			.sql("select inhrelid::regclass::text from pg_inherits where inhparent = 'run_sample'::regclass")
			.query(String.class)
			.list();
	}

	private void endSessions() {
		this.database.sql("select pg_terminate_backend(pid) from pg_stat_activity where usename = ?")
			.param(this.agent.getUser())
			.query((_) -> {
			});
	}

	/// A value that its table refuses, beside good ones.
	private static void appendBad(Road road) {
		road.intake()
			.append(List.of(new RunSample(BAD, EpochMicros.toInstant(EpochMicros.of(Instant.now())), null, false, null,
					Metered.readings(Metric.PIDS, 1313))));
	}

	private static void ticks(Road road, int count) {
		for (int tick = 0; tick < count; tick++) {
			assertThat(road.tick()).isZero();
		}
	}

	private void awaitStored(Road road) {
		Awaitility.await().atMost(60, TimeUnit.SECONDS).untilAsserted(() -> {
			assertThat(road.handOver().waiting()).isZero();
			assertThat(road.spool().depth()).as("%s", road.health().health()).isZero();
		});
		List<String> stored = Road.stored(this.database);
		assertThat(road.taken()).filteredOn((sample) -> !stored.contains(sample))
			.allSatisfy((sample) -> assertThat(sample).startsWith(BAD.runId() + " "));
	}

}
