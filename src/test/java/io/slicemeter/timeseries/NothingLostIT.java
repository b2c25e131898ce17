package io.slicemeter.timeseries;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Logger;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.RunKey;
import io.slicemeter.testing.CuttingProxy;
import io.slicemeter.testing.TestDatabase;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.awaitility.Awaitility;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/// Every sample that was taken is in the table exactly once, whatever was killed, cut or
/// away meanwhile. Prints what it counted.
@Timeout(300)
class NothingLostIT {

	private static final Logger logger = Logger.getLogger(NothingLostIT.class.getName());

	private final Random random = new Random(11);

	@TempDir
	private Path directory;

	@Test
	void anAgentThatIsKilledTwentyTimesLosesNothing() throws Exception {
		PGSimpleDataSource dataSource = TestDatabase.EMBEDDED.migrated();
		Path log = this.directory.resolve("ticks.log");
		for (int round = 0; round < 20; round++) {
			Process agent = process(dataSource, log, "sample");
			int before = ticks(log).size();
			Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> ticks(log).size() > before);
			agent.waitFor(this.random.nextInt(800), TimeUnit.MILLISECONDS);
			agent.destroyForcibly().waitFor();
		}
		assertThat(process(dataSource, log, "drain").waitFor()).isZero();
		JdbcClient database = JdbcClient.create(dataSource);
		List<Integer> taken = ticks(log);
		List<Integer> stored = database.sql("select pids from run_sample group by pids having count(*) = ?")
			.param(SpoolingProcess.RUNS)
			.query(Integer.class)
			.list();
		long rows = database.sql("select count(*) from run_sample").query(Long.class).single();
		long runs = database.sql("select count(*) from run").query(Long.class).single();
		logger.info("killed 20 times: %,d samples taken, %,d of them stored, %,d rows in all, %,d twice".formatted(
				taken.size() * SpoolingProcess.RUNS,
				taken.stream().filter(stored::contains).count() * SpoolingProcess.RUNS, rows,
				rows - database.sql("select count(distinct (run_id, at)) from run_sample").query(Long.class).single()));
		assertThat(stored).containsAll(taken);
		// a tick may have been taken and its process killed before it said so
		assertThat(rows).isEqualTo((long) stored.size() * SpoolingProcess.RUNS)
			.isBetween((long) taken.size() * SpoolingProcess.RUNS, (taken.size() + 20L) * SpoolingProcess.RUNS);
		assertThat(runs).isEqualTo(SpoolingProcess.RUNS);
	}

	private Process process(PGSimpleDataSource database, Path log, String what) throws IOException {
		return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
				"-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED", "-cp",
				System.getProperty("java.class.path"), SpoolingProcess.class.getName(),
				this.directory.resolve("spool").toString(),
				url(database.getPortNumbers()[0], database.getDatabaseName()), log.toString(), what)
			.redirectErrorStream(true)
			.redirectOutput(this.directory.resolve("process.log").toFile())
			.start();
	}

	private static List<Integer> ticks(Path log) throws IOException {
		return Files.exists(log) ? Files.readString(log).lines().map(Integer::valueOf).toList() : List.of();
	}

	@Test
	void connectionsThatAreCutHalfWayLoseNothing() throws Exception {
		PGSimpleDataSource dataSource = TestDatabase.EMBEDDED.migrated();
		AtomicInteger connections = new AtomicInteger();
		try (CuttingProxy proxy = new CuttingProxy(dataSource.getPortNumbers()[0],
				() -> (connections.incrementAndGet() > 25) ? Long.MAX_VALUE : 500 + this.random.nextInt(400_000))) {
			long taken = writeThrough(url(proxy.port(), dataSource.getDatabaseName()), dataSource, () -> {
			});
			logger.info("cut %d connections: %,d samples taken, all stored once".formatted(25, taken));
		}
		assertThat(connections.get()).isGreaterThan(25);
	}

	@Test
	void aDatabaseThatIsKilledInTheMidstOfBatchesOrAwayForLongLosesNothing() throws Exception {
		Path data = this.directory.resolve("postgres");
		AtomicReference<EmbeddedPostgres> server = new AtomicReference<>(postgres(data, 0));
		int port = server.get().getPort();
		PGSimpleDataSource dataSource = new PGSimpleDataSource();
		dataSource.setUrl(url(port, "postgres"));
		Flyway.configure().dataSource(dataSource).locations("classpath:db/migration").load().migrate();
		AtomicInteger kills = new AtomicInteger();
		long taken = writeThrough(url(port, "postgres"), dataSource, () -> {
			if (kills.incrementAndGet() > 5) {
				return;
			}
			try {
				long postmaster = Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).getFirst());
				ProcessHandle.of(postmaster).orElseThrow().destroyForcibly();
				ProcessHandle.of(postmaster).ifPresent((process) -> process.onExit().join());
				if (kills.get() == 5) {
					// away for longer than a batch is tried
					Awaitility.await().pollDelay(Duration.ofSeconds(8)).until(() -> true);
				}
				// gives its lock back; there is nothing left to stop
				server.get().close();
				server.set(postgres(data, port));
			}
			catch (IOException ex) {
				throw new IllegalStateException(ex);
			}
		});
		server.get().close();
		logger.info("killed the database %d times: %,d samples taken, all stored once".formatted(5, taken));
	}

	private static EmbeddedPostgres postgres(Path data, int port) throws IOException {
		return EmbeddedPostgres.builder()
			.setDataDirectory(data)
			.setCleanDataDirectory(false)
			.setPort(port)
			.setServerConfig("synchronous_commit", "on")
			.start();
	}

	private static String url(int port, String database) {
		return "jdbc:postgresql://localhost:%d/%s?user=postgres&connectTimeout=5".formatted(port, database);
	}

	/// Samples for some seconds while `disturb` is called now and then, waits until all
	/// is
	/// written, and checks that it is.
	/// @return how many samples were taken
	private long writeThrough(String url, PGSimpleDataSource direct, Runnable disturb) throws SQLException {
		WriterMetrics metrics = new WriterMetrics(new SimpleMeterRegistry());
		int taken = 0;
		try (OpenedSpool opened = Spools.open(this.directory.resolve("spool"), metrics)) {
			Writer writer = SpoolingProcess.writer(opened.spool(), url, metrics);
			HandOver intake = new HandOver(opened.spool(), 1_000_000, Duration.ofSeconds(1), metrics);
			intake.start();
			writer.start();
			RunKey run = Metered.newRun();
			for (int tick = 0; tick < 60; tick++) {
				for (int number = 0; number < 500; number++) {
					assertThat(intake.append(List.of(new RunSample(run, Metered.at(taken * 0.001), 1000L, false, 1.0,
							Metered.readings(Metric.PIDS, taken++)))))
						.isZero();
				}
				if (tick % 10 == 5) {
					disturb.run();
				}
				Awaitility.await().pollDelay(Duration.ofMillis(40)).until(() -> true);
			}
			intake.stop();
			Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> opened.spool().depth() == 0);
			writer.stop();
		}
		JdbcClient database = JdbcClient.create(direct);
		assertThat(database.sql("select count(*) from run_sample").query(Integer.class).single()).isEqualTo(taken);
		assertThat(database.sql("select count(distinct pids) from run_sample").query(Integer.class).single())
			.isEqualTo(taken);
		return taken;
	}

}
