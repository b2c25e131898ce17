package io.slicemeter.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

import org.flywaydb.core.Flyway;
import org.postgresql.ds.PGSimpleDataSource;

/// A database with the roles of a fleet, made as `db/roles.sql` makes it. The roles belong
/// to the whole server, so that several such databases share them.
public final class FleetDatabase {

	private static final List<String> ROLES = List.of("owner", "agent", "api", "maintainer");

	private final PGSimpleDataSource superuser;

	private FleetDatabase(PGSimpleDataSource superuser) {
		this.superuser = superuser;
	}

	/// A new one with the newest schema, which its owner migrated.
	public static FleetDatabase migrated(TestDatabase kind) {
		FleetDatabase database = empty(kind);
		database.migrate();
		return database;
	}

	/// A new one without any table.
	public static FleetDatabase empty(TestDatabase kind) {
		FleetDatabase database = new FleetDatabase(kind.empty());
		for (String role : ROLES) {
			database.execute("""
					do $$ begin
					    create role slicemeter_%1$s login;
					exception when duplicate_object then null;
					end $$;
					alter role slicemeter_%1$s password '%1$s'""".formatted(role));
		}
		database.execute(file("db/roles/rights.sql"));
		database.execute(file("db/migration/afterMigrate.sql"));
		return database;
	}

	/// Does what the role `migrate` does.
	/// @param more folders of more migrations
	public void migrate(Path... more) {
		String[] locations = new String[more.length + 1];
		locations[0] = "classpath:db/migration";
		for (int index = 0; index < more.length; index++) {
			locations[index + 1] = "filesystem:" + more[index];
		}
		Flyway.configure().dataSource(as("owner")).locations(locations).load().migrate();
	}

	/// The way in for a database role.
	/// @param role `owner`, `agent`, `api` or `maintainer`
	public PGSimpleDataSource as(String role) {
		PGSimpleDataSource dataSource = new PGSimpleDataSource();
		dataSource.setURL(this.superuser.getURL());
		dataSource.setUser("slicemeter_" + role);
		dataSource.setPassword(role);
		return dataSource;
	}

	public PGSimpleDataSource superuser() {
		return this.superuser;
	}

	private void execute(String statements) {
		try (Connection connection = this.superuser.getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute(statements);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static String file(String name) {
		try {
			return Files.readString(Path.of(name));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
