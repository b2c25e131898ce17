package io.slicemeter.timeseries;

import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.slicemeter.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.util.TestSocketUtils;

import static org.assertj.core.api.Assertions.assertThat;

/// Two agents through Debian's PgBouncer in transaction mode, which has one session for
/// both.
@Timeout(120)
class PgBouncerIT {

	private static final Path PROGRAM = Path.of("/usr/sbin/pgbouncer");

	@TempDir
	private Path directory;

	@Test
	void agentsThatShareOneSessionWriteEverything() throws Exception {
		Assumptions.assumeTrue(Files.isExecutable(PROGRAM), "no PgBouncer");
		PGSimpleDataSource server = TestDatabase.EMBEDDED.migrated();
		int port = TestSocketUtils.findAvailableTcpPort();
		Process bouncer = start(server, port);
		try {
			TimeseriesProperties properties = new TimeseriesProperties(2_000, Duration.ofMillis(20),
					Duration.ofSeconds(5), Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ZERO,
					Duration.ofSeconds(5), Duration.ofHours(48), Duration.ofSeconds(5));
			PGSimpleDataSource pooled = WriterConnection.of(
					"jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, server.getDatabaseName()), "postgres", null,
					properties);
			Awaitility.await().atMost(20, TimeUnit.SECONDS).ignoreException(SQLException.class).until(() -> {
				pooled.getConnection().close();
				return true;
			});
			write(pooled, server);
		}
		finally {
			bouncer.destroy();
			bouncer.waitFor();
		}
	}

	private void write(PGSimpleDataSource pooled, PGSimpleDataSource server) {
		JdbcClient database = JdbcClient.create(server);
		try (Road one = new Road(this.directory.resolve("one"), pooled, null);
				Road other = new Road(this.directory.resolve("other"), pooled, null)) {
			for (int tick = 0; tick < 400; tick++) {
				one.tick();
				other.tick();
				one.intake().record(Metered.host(Metered.HOST, tick + 1));
			}
			for (Road road : List.of(one, other)) {
				Awaitility.await().atMost(60, TimeUnit.SECONDS).untilAsserted(() -> {
					assertThat(road.handOver().waiting()).isZero();
					assertThat(road.spool().depth()).as("%s", road.health().health()).isZero();
					assertThat(road.health().health().getDetails()).doesNotContainKey("lastError");
				});
				Road.assertComplete(road.taken(), Road.stored(database));
			}
			assertThat(database.sql("select revision from host").query(Long.class).single()).isEqualTo(400);
			assertThat(database.sql("""
					select count(*) from pg_stat_activity
					where application_name = 'slicemeter-writer' and datname = current_database()""")
				.query(Long.class)
				.single()).isLessThanOrEqualTo(1);
		}
	}

	private Process start(PGSimpleDataSource server, int port) throws Exception {
		Path settings = Files.writeString(this.directory.resolve("pgbouncer.ini"), """
				[databases]
				* = host=127.0.0.1 port=%d user=postgres
				[pgbouncer]
				listen_addr = 127.0.0.1
				listen_port = %d
				unix_socket_dir =
				auth_type = any
				pool_mode = transaction
				default_pool_size = 1
				""".formatted(server.getPortNumbers()[0], port));
		// it refuses to be root
		List<String> command = System.getProperty("user.name").equals("root")
				? List.of(PROGRAM.toString(), "-u", "nobody", settings.toString())
				: List.of(PROGRAM.toString(), settings.toString());
		return new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(Redirect.to(this.directory.resolve("pgbouncer.log").toFile()))
			.start();
	}

}
