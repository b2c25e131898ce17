package io.slicemeter.role;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;

/// A process of its own with an embedded database in which it leaves a row, for tests to
/// kill.
final class EmbeddedDatabaseProcess {

	static final String READY = "ready";

	private EmbeddedDatabaseProcess() {
	}

	static void main(String[] args) throws Exception {
		EmbeddedDatabase database = EmbeddedDatabase.start(Path.of(args[0]));
		try (Connection connection = DriverManager.getConnection(database.jdbcUrl(), PostgresCluster.USER,
				database.password())) {
			connection.createStatement().execute("create table kept as select 42 as answer");
		}
		System.out.println(READY);
		// Until it is killed.
		Thread.currentThread().join();
	}

}
