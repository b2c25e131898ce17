package io.slicemeter.role;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;

import org.springframework.util.FileSystemUtils;

/// The files of the embedded server in `postgres-18`: its data, its log and the password
/// of the one role that gets in.
///
/// No moment is left in which somebody else could get in: the cluster is made with scram
/// from the start, the role and its database are made in single-user mode, where nothing
/// listens, and only then the cluster gets its name. The superuser's password is
/// forgotten at once.
///
/// @param directory `postgres-18`; the major version is in the name, for Postgres can't
/// read another one's files
record PostgresCluster(Path directory) {

	static final int MAJOR = 18;

	static final String USER = "slicemeter";

	static final String DATABASE = "slicemeter";

	private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY = PosixFilePermissions
		.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

	private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY_DIRECTORY = PosixFilePermissions
		.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

	/// The cluster that is or will be in a directory.
	///
	/// @throws CannotStartException if there is only one of another major version
	static PostgresCluster in(Path parent) throws IOException {
		PostgresCluster cluster = new PostgresCluster(parent.resolve("postgres-" + MAJOR));
		Path version = cluster.data().resolve("PG_VERSION");
		if (Files.exists(version)) {
			String major = Files.readString(version).strip();
			if (!major.equals(Integer.toString(MAJOR))) {
				throw otherMajor(cluster.directory(), major);
			}
			return cluster;
		}
		try (DirectoryStream<Path> others = Files.newDirectoryStream(parent, "postgres-*")) {
			for (Path other : others) {
				String major = other.getFileName().toString().substring("postgres-".length());
				if (major.matches("[0-9]+") && !major.equals(Integer.toString(MAJOR))) {
					throw otherMajor(other, major);
				}
			}
		}
		return cluster;
	}

	private static CannotStartException otherMajor(Path directory, String major) {
		String connection = "PGPASSWORD=$(cat %1$s/password) %%s --host=127.0.0.1 --port=$(sed -n 4p %1$s/data/postmaster.pid) --username=%2$s"
			.formatted(directory, USER);
		return new CannotStartException(
				"%s is a cluster of Postgres %s, which the Postgres %d of this version can't read.".formatted(directory,
						major, MAJOR),
				"""
						To keep its data, start the version of Slicemeter that made it and dump it:
						  %s --format=custom --file=slicemeter.dump %s
						Then move %s out of the way, start this version, and restore with the same options of the new cluster:
						  pg_restore … --clean --if-exists --dbname=%2$s slicemeter.dump
						To begin without its data, just move it out of the way."""
					.formatted(connection.formatted("pg_dump"), DATABASE, directory));
	}

	Path data() {
		return this.directory.resolve("data");
	}

	Path log() {
		return this.directory.resolve("postgres.log");
	}

	Path passwordFile() {
		return this.directory.resolve("password");
	}

	/// The password of [#USER].
	String password() throws IOException {
		return Files.readString(this.passwordFile()).strip();
	}

	/// Makes the cluster, unless it is there.
	void prepare(PostgresPrograms programs) throws IOException {
		if (Files.exists(this.directory)) {
			if (!Files.exists(passwordFile())) {
				programs.run("postgres", "alter role %s password '%s'\n".formatted(USER, newPassword()), singleUser());
			}
			return;
		}
		// Whoever dies halfway leaves no half cluster under its name.
		PostgresCluster incomplete = new PostgresCluster(this.directory.resolveSibling("postgres-incomplete"));
		FileSystemUtils.deleteRecursively(incomplete.directory());
		incomplete.create(programs);
		Files.move(incomplete.directory(), this.directory, StandardCopyOption.ATOMIC_MOVE);
	}

	private void create(PostgresPrograms programs) throws IOException {
		Files.createDirectory(this.directory, OWNER_ONLY_DIRECTORY);
		Path superuser = write(this.directory.resolve("superuser"), secret());
		programs.run("initdb", "", "--pgdata=" + data(), "--username=postgres", "--auth=scram-sha-256",
				"--pwfile=" + superuser, "--encoding=UTF8", "--no-locale", "--locale-provider=builtin",
				"--builtin-locale=C.UTF-8");
		Files.delete(superuser);
		Files.writeString(data().resolve("postgresql.conf"), "\ninclude_if_exists 'slicemeter.conf'\n",
				StandardOpenOption.APPEND);
		programs.run("postgres", """
				create role %s login password '%s'
				create database %s owner %1$s
				""".formatted(USER, newPassword(), DATABASE), singleUser());
	}

	/// A statement that fails isn't printed, for it may hold the password.
	private String[] singleUser() {
		return new String[] { "--single", "-D", data().toString(), "-c", "exit_on_error=on", "-c",
				"log_min_error_statement=panic", "postgres" };
	}

	private String newPassword() throws IOException {
		String password = secret();
		write(passwordFile(), password);
		return password;
	}

	/// Writes what the server reads when it starts, over whatever was there.
	///
	/// @param port the port to listen on
	void configure(int port) throws IOException {
		Files.writeString(data().resolve("pg_hba.conf"), """
				# Written by Slicemeter at every start.
				host %s %s 127.0.0.1/32 scram-sha-256
				""".formatted(DATABASE, USER));
		// What clients get to know as an error isn't logged a second time, so that the
		// log stays small.
		Files.writeString(data().resolve("slicemeter.conf"), """
				# Written by Slicemeter at every start.
				listen_addresses = '127.0.0.1'
				port = %d
				unix_socket_directories = ''
				password_encryption = 'scram-sha-256'
				fsync = on
				synchronous_commit = on
				full_page_writes = on
				timezone = 'UTC'
				log_timezone = 'UTC'
				log_min_messages = log
				log_checkpoints = off
				""".formatted(port));
	}

	private static Path write(Path file, String secret) throws IOException {
		Files.createFile(file, OWNER_ONLY);
		return Files.writeString(file, secret + "\n");
	}

	private static String secret() {
		byte[] random = new byte[24];
		new SecureRandom().nextBytes(random);
		return Base64.getUrlEncoder().encodeToString(random);
	}

}
