package io.slicemeter.role;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/// The embedded Postgres, started for real.
class EmbeddedDatabaseIT {

	@TempDir
	@SuppressWarnings("NullAway.Init")
	private Path directory;

	@Test
	void nobodyGetsInWithoutThePasswordAndNobodyAsSuperuser() {
		try (EmbeddedDatabase database = EmbeddedDatabase.start(this.directory)) {
			assertThat(client(database, PostgresCluster.USER, database.password()).sql("select 1")
				.query(Integer.class)
				.single()).isOne();
			assertThatThrownBy(() -> select(database, PostgresCluster.USER, "wrong"))
				.hasStackTraceContaining("password authentication failed");
			assertThatThrownBy(() -> select(database, PostgresCluster.USER, null))
				.hasStackTraceContaining("no password was provided");
			assertThatThrownBy(() -> select(database, "postgres", null))
				.hasStackTraceContaining("no pg_hba.conf entry");
			assertThatThrownBy(() -> select(database, "postgres", database.password()))
				.hasStackTraceContaining("no pg_hba.conf entry");
		}
	}

	@Test
	void itsFilesAreTheOwnersAlone() throws IOException {
		try (EmbeddedDatabase _ = EmbeddedDatabase.start(this.directory.resolve("slicemeter"))) {
			assertThat(permissions("slicemeter")).isEqualTo("rwx------");
			assertThat(permissions("slicemeter/postgres-18")).isEqualTo("rwx------");
			assertThat(permissions("slicemeter/postgres-18/password")).isEqualTo("rw-------");
			assertThat(this.directory.resolve("slicemeter/postgres-18/superuser")).doesNotExist();
		}
	}

	@Test
	void itIsDurableListensOnLoopbackAloneAndItsRoleIsNoSuperuser() throws IOException {
		try (EmbeddedDatabase database = EmbeddedDatabase.start(this.directory)) {
			Map.of("fsync", "on", "synchronous_commit", "on", "full_page_writes", "on", "data_checksums", "on",
					"listen_addresses", "127.0.0.1", "password_encryption", "scram-sha-256")
				.forEach((setting, value) -> assertThat(
						client(database).sql("select current_setting(?)").param(setting).query(String.class).single())
					.as(setting)
					.isEqualTo(value));
			assertThat(client(database).sql("""
					select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls
					from pg_roles where rolname = current_user""").query(Boolean.class).single()).isFalse();
			assertThat(client(database)
				.sql("select pg_get_userbyid(datdba) from pg_database where datname = current_database()")
				.query(String.class)
				.single()).isEqualTo(PostgresCluster.USER);
			// Fifth and sixth: the directory of the unix socket, and the address.
			assertThat(Files.readAllLines(this.directory.resolve("postgres-18/data/postmaster.pid")).subList(4, 6))
				.containsExactly("", "127.0.0.1");
		}
	}

	@Test
	void dataSurvivesARestartAndALostPasswordFileIsMadeAnew() throws IOException {
		try (EmbeddedDatabase database = EmbeddedDatabase.start(this.directory)) {
			client(database).sql("create table kept as select 42 as answer").update();
		}
		assertThat(this.directory.resolve("postgres-18/data/postmaster.pid")).doesNotExist();
		Files.delete(this.directory.resolve("postgres-18/password"));
		try (EmbeddedDatabase database = EmbeddedDatabase.start(this.directory)) {
			assertThat(answer(database)).isEqualTo(42);
			assertThat(permissions("postgres-18/password")).isEqualTo("rw-------");
		}
	}

	@Test
	void aSecondOneInTheSameProcessIsRefusedAndLeavesTheFirstAlone() {
		try (EmbeddedDatabase first = EmbeddedDatabase.start(this.directory)) {
			assertThatExceptionOfType(CannotStartException.class)
				.isThrownBy(() -> EmbeddedDatabase.start(this.directory))
				.withMessage("%s is in use by another Slicemeter (this process).", this.directory)
				.satisfies((refusal) -> assertThat(refusal.action()).contains("slicemeter.embedded.data-directory"));
			assertThat(client(first).sql("select 1").query(Integer.class).single()).isOne();
		}
	}

	@Test
	void aSecondProcessIsRefusedAndTheServerThatAKilledOneLeavesBehindIsTakenOver() throws Exception {
		Process process = otherProcess();
		try {
			assertThatExceptionOfType(CannotStartException.class)
				.isThrownBy(() -> EmbeddedDatabase.start(this.directory))
				.withMessage("%s is in use by another Slicemeter (process %d).", this.directory, process.pid());
		}
		finally {
			process.destroyForcibly().waitFor();
		}
		ProcessHandle orphan = ProcessHandle.of(postmaster()).orElseThrow();
		assertThat(orphan.isAlive()).isTrue();
		try (EmbeddedDatabase database = EmbeddedDatabase.start(this.directory)) {
			await().until(() -> !orphan.isAlive());
			assertThat(answer(database)).isEqualTo(42);
		}
	}

	@Test
	void afterAPowerCutItRecovers() throws Exception {
		Process process = otherProcess();
		long postmaster = postmaster();
		process.destroyForcibly().waitFor();
		ProcessHandle orphan = ProcessHandle.of(postmaster).orElseThrow();
		List<ProcessHandle> family = orphan.descendants().toList();
		orphan.destroyForcibly();
		await().until(() -> !orphan.isAlive() && family.stream().noneMatch(ProcessHandle::isAlive));
		try (EmbeddedDatabase database = EmbeddedDatabase.start(this.directory)) {
			assertThat(answer(database)).isEqualTo(42);
		}
	}

	@Test
	void anotherProcessThatHasTheIdOfADeadServerIsLeftAlone() throws Exception {
		try (EmbeddedDatabase database = EmbeddedDatabase.start(this.directory)) {
			client(database).sql("create table kept as select 42 as answer").update();
		}
		Process bystander = new ProcessBuilder("sleep", "600").start();
		try {
			Files.writeString(this.directory.resolve("postgres-18/data/postmaster.pid"),
					"%d\n%s\n1\n1\n\n127.0.0.1\n\nready\n".formatted(bystander.pid(),
							this.directory.resolve("postgres-18/data")));
			try (EmbeddedDatabase database = EmbeddedDatabase.start(this.directory)) {
				assertThat(answer(database)).isEqualTo(42);
			}
			assertThat(bystander.isAlive()).isTrue();
		}
		finally {
			bystander.destroyForcibly();
		}
	}

	@Test
	void aHalfMadeClusterAndTheProgramsOfOtherVersionsAreCleanedUp() throws IOException {
		Files.createDirectories(this.directory.resolve("postgres-incomplete/data"));
		Files.createDirectories(this.directory.resolve("binaries-0123456789abcdef/bin"));
		try (EmbeddedDatabase _ = EmbeddedDatabase.start(this.directory)) {
			assertThat(this.directory.resolve("postgres-incomplete")).doesNotExist();
			assertThat(this.directory.resolve("binaries-0123456789abcdef")).doesNotExist();
		}
	}

	@Test
	void aClusterOfAnotherMajorVersionIsRefusedAndTheWayToDumpItIsNamed() throws IOException {
		Path other = Files.createDirectories(this.directory.resolve("postgres-17"));
		assertThatExceptionOfType(CannotStartException.class).isThrownBy(() -> EmbeddedDatabase.start(this.directory))
			.withMessage("%s is a cluster of Postgres 17, which the Postgres 18 of this version can't read.", other)
			.satisfies((refusal) -> assertThat(refusal.action()).contains("pg_dump").contains(other + "/password"));
		assertThat(this.directory.resolve("postgres-18")).doesNotExist();
	}

	@Test
	void aClusterWhoseFilesAreOfAnotherMajorVersionIsRefused() throws IOException {
		Path data = Files.createDirectories(this.directory.resolve("postgres-18/data"));
		Files.writeString(data.resolve("PG_VERSION"), "19\n");
		assertThatExceptionOfType(CannotStartException.class).isThrownBy(() -> EmbeddedDatabase.start(this.directory))
			.withMessageContaining("is a cluster of Postgres 19");
	}

	@Test
	void aDirectoryThatCantBeMadeIsNamedWithTheWayOut() throws IOException {
		Path directory = Files.createFile(this.directory.resolve("file")).resolve("slicemeter");
		assertThatExceptionOfType(CannotStartException.class).isThrownBy(() -> EmbeddedDatabase.start(directory))
			.withMessageStartingWith("The embedded Postgres can't keep its data in %s: ", directory)
			.satisfies((refusal) -> assertThat(refusal.action()).contains("slicemeter.embedded.data-directory")
				.contains("spring.datasource.url"));
	}

	@Test
	void aServerThatDoesNotStartSaysWhyAndLetsTheDirectoryGo() throws IOException {
		try (EmbeddedDatabase _ = EmbeddedDatabase.start(this.directory)) {
			// Only to make the cluster.
		}
		Path control = this.directory.resolve("postgres-18/data/global/pg_control");
		Files.move(control, control.resolveSibling("away"));
		for (int time = 0; time < 2; time++) {
			assertThatExceptionOfType(CannotStartException.class)
				.isThrownBy(() -> EmbeddedDatabase.start(this.directory))
				.withMessageContaining("could not find the database system");
		}
	}

	private Process otherProcess() throws IOException {
		String java = ProcessHandle.current().info().command().orElseThrow();
		Process process = new ProcessBuilder(java, "--class-path", System.getProperty("java.class.path"),
				EmbeddedDatabaseProcess.class.getName(), this.directory.toString())
			.redirectErrorStream(true)
			.start();
		BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
		StringBuilder printed = new StringBuilder();
		for (String line = output.readLine(); !EmbeddedDatabaseProcess.READY.equals(line); line = output.readLine()) {
			assertThat(line).as(() -> "the other process ended: " + printed).isNotNull();
			printed.append(line).append('\n');
		}
		return process;
	}

	private long postmaster() throws IOException {
		return Long.parseLong(
				Files.readAllLines(this.directory.resolve("postgres-18/data/postmaster.pid")).getFirst().strip());
	}

	private String permissions(String file) throws IOException {
		return PosixFilePermissions.toString(Files.getPosixFilePermissions(this.directory.resolve(file)));
	}

	private static int answer(EmbeddedDatabase database) {
		return client(database).sql("select answer from kept").query(Integer.class).single();
	}

	private static void select(EmbeddedDatabase database, String user, @Nullable String password) {
		client(database, user, password).sql("select 1").query(Integer.class).single();
	}

	private static JdbcClient client(EmbeddedDatabase database) {
		return client(database, PostgresCluster.USER, database.password());
	}

	private static JdbcClient client(EmbeddedDatabase database, String user, @Nullable String password) {
		PGSimpleDataSource dataSource = new PGSimpleDataSource();
		dataSource.setURL(database.jdbcUrl());
		dataSource.setUser(user);
		dataSource.setPassword(password);
		return JdbcClient.create(dataSource);
	}

}
