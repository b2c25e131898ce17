package io.slicemeter.timeseries;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.apache.commons.logging.LogFactory;
import org.awaitility.Awaitility;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/// A Postgres that one test has for itself, to stop and to kill. Keeps its port and its
/// data.
final class OwnPostgres implements AutoCloseable {

	private final Path data;

	private final int port;

	private @Nullable EmbeddedPostgres server;

	private OwnPostgres(Path data, int port) {
		this.data = data;
		this.port = port;
	}

	/// One that is started and has the newest schema.
	static OwnPostgres migrated(Path directory, int port) throws IOException {
		OwnPostgres postgres = new OwnPostgres(directory.resolve("postgres"), port);
		postgres.start();
		Flyway.configure().dataSource(postgres.dataSource()).locations("classpath:db/migration").load().migrate();
		return postgres;
	}

	void start() throws IOException {
		this.server = EmbeddedPostgres.builder()
			.setPort(this.port)
			.setDataDirectory(this.data)
			.setCleanDataDirectory(false)
			.start();
	}

	PGSimpleDataSource dataSource() {
		PGSimpleDataSource dataSource = new PGSimpleDataSource();
		dataSource.setServerNames(new String[] { "127.0.0.1" });
		dataSource.setPortNumbers(new int[] { this.port });
		dataSource.setUser("postgres");
		dataSource.setDatabaseName("postgres");
		dataSource.setConnectTimeout(5);
		return dataSource;
	}

	void stop() throws IOException {
		EmbeddedPostgres server = this.server;
		this.server = null;
		if (server != null) {
			server.close();
		}
	}

	/// Kills the postmaster and every process of it at once, as a machine that dies.
	void kill() throws IOException {
		ProcessHandle postmaster = ProcessHandle
			.of(Long.parseLong(Files.readAllLines(this.data.resolve("postmaster.pid")).getFirst().strip()))
			.orElseThrow();
		var family = postmaster.descendants().toList();
		postmaster.destroyForcibly();
		family.forEach(ProcessHandle::destroyForcibly);
		Awaitility.await()
			.atMost(20, TimeUnit.SECONDS)
			.until(() -> !postmaster.isAlive() && family.stream().noneMatch(ProcessHandle::isAlive));
		try {
			// lets go of its lock; there is nothing left that it could stop
			stop();
		}
		catch (IOException | RuntimeException ex) {
			LogFactory.getLog(OwnPostgres.class).debug("It was dead", ex);
		}
		Files.deleteIfExists(this.data.resolve("postmaster.pid"));
	}

	@Override
	public void close() throws IOException {
		stop();
	}

}
