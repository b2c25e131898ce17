package io.slicemeter.timeseries;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.boot.health.contributor.Status;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.util.TestSocketUtils;

import static org.assertj.core.api.Assertions.assertThat;

/// A real Postgres is stopped, killed and cut off while 50 runs are sampled: counted are
/// what the spool took and what is stored in the end.
@Timeout(300)
class LostDatabaseIT {

	private static final Log logger = LogFactory.getLog(LostDatabaseIT.class);

	private final ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor();

	@TempDir
	private Path directory;

	private OwnPostgres postgres;

	@BeforeEach
	void startPostgres() throws IOException {
		this.postgres = OwnPostgres.migrated(this.directory, TestSocketUtils.findAvailableTcpPort());
	}

	@AfterEach
	void stopPostgres() throws IOException {
		this.ticks.shutdownNow();
		this.postgres.close();
	}

	private Road road(PGSimpleDataSource database) {
		Road road = new Road(this.directory.resolve("spool"), database, null);
		this.ticks.scheduleAtFixedRate(road::tick, 0, 10, TimeUnit.MILLISECONDS);
		return road;
	}

	private void assertNothingIsLost(Road road, String what) throws InterruptedException {
		this.ticks.shutdown();
		assertThat(this.ticks.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
		road.handOver().stop();
		awaitDrained(road);
		Road.assertComplete(road.taken(), Road.stored(JdbcClient.create(this.postgres.dataSource())));
		assertThat(road.setAside()).isZero();
		logger.info("%s: %d samples were taken, 0 lost, 0 doubled, 0 set aside".formatted(what, road.taken().size()));
	}

	private static void awaitDrained(Road road) {
		Awaitility.await()
			.atMost(60, TimeUnit.SECONDS)
			.until(() -> road.spool().depth() == 0 && road.spool().next(1).isEmpty());
	}

	private static void awaitTaken(Road road, int more) {
		int before = road.taken().size();
		Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> road.taken().size() >= before + more);
	}

	@Test
	void whileItIsStoppedSamplesWaitAndThenTheyAreWritten() throws Exception {
		try (Road road = road(this.postgres.dataSource())) {
			awaitTaken(road, 1_000);
			this.postgres.stop();
			awaitTaken(road, 20_000);
			assertThat(road.health().health().getStatus()).isEqualTo(Status.DOWN);
			assertThat(road.health().health().getDetails()).containsKeys("lastError", "spoolDepth", "oldestAgeSeconds");
			assertThat(road.spool().depth()).isGreaterThan(15_000);
			this.postgres.start();
			awaitTaken(road, 1_000);
			assertNothingIsLost(road, "Postgres stopped and back");
			assertThat(road.health().health().getStatus()).isEqualTo(Status.UP);
		}
	}

	@Test
	void killedInTheMidstOfBatchesItHasEverythingInTheEnd() throws Exception {
		int kills = 5;
		try (Road road = road(this.postgres.dataSource())) {
			for (int kill = 0; kill < kills; kill++) {
				awaitTaken(road, 1_000 + 700 * kill);
				this.postgres.kill();
				this.postgres.start();
				Awaitility.await()
					.atMost(Duration.ofSeconds(60))
					.until(() -> road.writer().failure() == null && road.spool().depth() < 5_000);
			}
			assertNothingIsLost(road, "Postgres killed %d times".formatted(kills));
		}
	}

	@Test
	void connectionsThatAreCutHalfWayLoseNothing() throws Exception {
		try (CuttingProxy proxy = new CuttingProxy(this.postgres.dataSource().getPortNumbers()[0], 200_000, 7)) {
			PGSimpleDataSource cut = this.postgres.dataSource();
			cut.setPortNumbers(new int[] { proxy.port() });
			try (Road road = road(cut)) {
				Awaitility.await().atMost(120, TimeUnit.SECONDS).until(() -> proxy.cuts() >= 20);
				proxy.mend();
				assertNothingIsLost(road, "connection cut %d times".formatted(proxy.cuts()));
			}
		}
	}

}
