package io.slicemeter.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Assumptions;
import org.postgresql.ds.PGSimpleDataSource;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

/// A real Postgres for tests: the embedded one, or one in a container. Each server is
/// started once and ends with the JVM; each test class takes a database of its own.
public enum TestDatabase {

	/// The binaries that the service itself embeds.
	EMBEDDED {
		@Override
		PGSimpleDataSource server() {
			return Embedded.dataSource("postgres");
		}
	},

	/// Postgres in a container. Where there is no Docker the test is skipped.
	CONTAINER {
		@Override
		PGSimpleDataSource server() {
			Assumptions.assumeTrue(DockerClientFactory.instance().isDockerAvailable(), "no Docker");
			return Container.dataSource("test");
		}
	};

	private static final AtomicInteger NUMBER = new AtomicInteger();

	/// A new database without any table.
	public PGSimpleDataSource empty() {
		PGSimpleDataSource server = server();
		String name = "t%d_%s".formatted(NUMBER.incrementAndGet(), name().toLowerCase(Locale.ROOT));
		try (Connection connection = server.getConnection()) {
			connection.createStatement().execute("create database " + name);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
		PGSimpleDataSource dataSource = server();
		dataSource.setDatabaseName(name);
		return dataSource;
	}

	/// A new database with the newest schema.
	public PGSimpleDataSource migrated() {
		PGSimpleDataSource dataSource = empty();
		Flyway.configure().dataSource(dataSource).locations("classpath:db/migration").load().migrate();
		return dataSource;
	}

	abstract PGSimpleDataSource server();

	private static final class Embedded {

		private static final EmbeddedPostgres SERVER = start();

		private static EmbeddedPostgres start() {
			try {
				return EmbeddedPostgres.start();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		static PGSimpleDataSource dataSource(String database) {
			PGSimpleDataSource dataSource = new PGSimpleDataSource();
			dataSource.setServerNames(new String[] { "localhost" });
			dataSource.setPortNumbers(new int[] { SERVER.getPort() });
			dataSource.setUser("postgres");
			dataSource.setDatabaseName(database);
			return dataSource;
		}

	}

	private static final class Container {

		private static final PostgreSQLContainer SERVER = start();

		private static PostgreSQLContainer start() {
			String image = System.getenv().getOrDefault("SLICEMETER_TEST_POSTGRES_IMAGE", "postgres:18-alpine");
			PostgreSQLContainer container = new PostgreSQLContainer(
					DockerImageName.parse(image).asCompatibleSubstituteFor("postgres"));
			container.start();
			return container;
		}

		static PGSimpleDataSource dataSource(String database) {
			PGSimpleDataSource dataSource = new PGSimpleDataSource();
			dataSource.setURL(SERVER.getJdbcUrl());
			dataSource.setUser(SERVER.getUsername());
			dataSource.setPassword(SERVER.getPassword());
			dataSource.setDatabaseName(database);
			return dataSource;
		}

	}

}
