package io.slicemeter.timeseries;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

import io.slicemeter.testing.TestDatabase;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.boot.health.contributor.Status;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.AbstractDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The spool's disk is full: by others, and by the spool itself.
@Timeout(300)
class FullDiskIT {

	private static final Log logger = LogFactory.getLog(FullDiskIT.class);

	private final PGSimpleDataSource postgres = TestDatabase.EMBEDDED.migrated();

	private final JdbcClient database = JdbcClient.create(this.postgres);

	@TempDir
	private Path directory;

	@Test
	void whileTheDatabaseIsThereAFullDiskCostsNothing() throws Exception {
		try (SmallDisk disk = SmallDisk.mount(this.directory.resolve("disk"), 16);
				Road road = new Road(disk.directory(), this.postgres, null)) {
			tickUntilTaken(road, 500);
			disk.fill();
			// many times what there is room for
			for (int round = 0; round < 60; round++) {
				tickUntilTaken(road, 5_000);
				Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> road.spool().depth() < 5_000);
			}
			awaitDrained(road);
			Road.assertComplete(road.taken(), Road.stored(this.database));
			assertThat(dropped(road)).isZero();
			logger.info("full disk, database there: %d samples were taken, 0 lost".formatted(road.taken().size()));
		}
	}

	@Test
	void aSpoolThatFilledItsDiskGetsOutOfItOnceTheDatabaseIsBack() throws Exception {
		Switched switched = new Switched();
		try (SmallDisk disk = SmallDisk.mount(this.directory.resolve("disk"), 14);
				Road road = new Road(disk.directory(), switched, null, 5_000)) {
			while (dropped(road) == 0) {
				road.tick();
				Awaitility.await()
					.atMost(20, TimeUnit.SECONDS)
					.pollInterval(1, TimeUnit.MILLISECONDS)
					.until(() -> road.handOver().waiting() < 1_000 || road.handOver().failure() != null);
			}
			assertThat(road.health().health().getStatus()).isEqualTo(Status.DOWN);
			assertThat(road.health().health().getDetails()).containsKey("spoolError");
			assertThat(road.taken().size()).isEqualTo(road.spool().depth()).isGreaterThan(20_000);
			// the catalogue goes on
			road.intake().record(Metered.host(Metered.HOST, 7));
			switched.on = true;
			Awaitility.await()
				.atMost(60, TimeUnit.SECONDS)
				.untilAsserted(() -> assertThat(road.health().health().getDetails()).doesNotContainKeys("spoolError",
						"lastError"));
			tickUntilTaken(road, 1_000);
			awaitDrained(road);
			Road.assertComplete(road.taken(), Road.stored(this.database));
			assertThat(this.database.sql("select revision from host").query(Long.class).single()).isEqualTo(7);
			Awaitility.await().until(() -> road.health().health().getStatus().equals(Status.UP));
			logger.info(
					"disk filled by the spool: %d samples were taken, 0 of them lost; %.0f did not fit and are counted"
						.formatted(road.taken().size(), dropped(road)));
		}
	}

	@Test
	void whatOthersFillIsSurvivedAndGoesOnWhenThereIsRoom() throws Exception {
		Switched switched = new Switched();
		try (SmallDisk disk = SmallDisk.mount(this.directory.resolve("disk"), 16);
				Road road = new Road(disk.directory(), switched, null, 5_000)) {
			tickUntilTaken(road, 500);
			disk.fill();
			Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> {
				road.tick();
				return road.handOver().failure() != null;
			});
			disk.empty();
			Awaitility.await()
				.atMost(60, TimeUnit.SECONDS)
				.untilAsserted(() -> assertThat(road.health().health().getDetails()).doesNotContainKey("spoolError"));
			tickUntilTaken(road, 500);
			switched.on = true;
			awaitDrained(road);
			Road.assertComplete(road.taken(), Road.stored(this.database));
			assertThat(this.database.sql("select count(*) from run_sample").query(Long.class).single())
				.isEqualTo(road.taken().size());
		}
	}

	private static void tickUntilTaken(Road road, int more) {
		int before = road.taken().size();
		Awaitility.await().atMost(60, TimeUnit.SECONDS).pollInterval(1, TimeUnit.MILLISECONDS).until(() -> {
			road.tick();
			return road.taken().size() >= before + more;
		});
	}

	private static void awaitDrained(Road road) {
		Awaitility.await().atMost(60, TimeUnit.SECONDS).untilAsserted(() -> {
			assertThat(road.handOver().waiting()).as("wait for the disk: %s", road.health().health()).isZero();
			assertThat(road.spool().depth()).as("wait for the database: %s", road.health().health()).isZero();
		});
	}

	private static double dropped(Road road) {
		return road.registry()
			.find("slicemeter.spool.samples.dropped")
			.counters()
			.stream()
			.mapToDouble((counter) -> counter.count())
			.sum();
	}

	/// The database, once it is switched on.
	private final class Switched extends AbstractDataSource {

		private volatile boolean on;

		@Override
		public Connection getConnection() throws SQLException {
			if (!this.on) {
				throw new SQLException("switched off", "08001");
			}
			return FullDiskIT.this.postgres.getConnection();
		}

		@Override
		public Connection getConnection(String username, String password) throws SQLException {
			return getConnection();
		}

	}

}
