package io.slicemeter.role;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

import org.springframework.core.io.ClassPathResource;
import org.springframework.util.FileSystemUtils;

/// The programs of a Postgres server (`postgres`, `initdb`, `pg_ctl`), unpacked from the
/// jar beside the data. Not in a temporary directory: what lies there under a known name
/// may have been put there by somebody else.
final class PostgresPrograms {

	private static final String PREFIX = "binaries-";

	private final Path directory;

	private final List<String> prefix;

	private PostgresPrograms(Path directory, List<String> prefix) {
		this.directory = directory;
		this.prefix = prefix;
	}

	/// Unpacks the programs, unless those of this very version are there already.
	static PostgresPrograms unpack(Path parent) throws IOException {
		ClassPathResource archive = archive();
		Path directory = parent.resolve(PREFIX + digest(archive));
		if (!Files.exists(directory)) {
			Path incomplete = Files.createTempDirectory(parent, PREFIX);
			unpack(archive, incomplete);
			Files.move(incomplete, directory, StandardCopyOption.ATOMIC_MOVE);
		}
		return new PostgresPrograms(directory, unprivileged(parent));
	}

	private static ClassPathResource archive() {
		String architecture = System.getProperty("os.arch").equals("aarch64") ? "arm_64" : "x86_64";
		ClassPathResource archive = new ClassPathResource("postgres-linux-%s.txz".formatted(architecture));
		if (!System.getProperty("os.name").equals("Linux") || !archive.exists()) {
			throw new CannotStartException("There is no embedded Postgres for %s on %s."
				.formatted(System.getProperty("os.name"), System.getProperty("os.arch")),
					"Name a database of yours with spring.datasource.url.");
		}
		return archive;
	}

	private static String digest(ClassPathResource archive) throws IOException {
		try (InputStream input = archive.getInputStream()) {
			byte[] digest = MessageDigest.getInstance("SHA-256").digest(input.readAllBytes());
			return HexFormat.of().formatHex(digest, 0, 8);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void unpack(ClassPathResource archive, Path directory) throws IOException {
		try (InputStream compressed = archive.getInputStream();
				TarArchiveInputStream input = new TarArchiveInputStream(new XZInputStream(compressed))) {
			for (TarArchiveEntry entry = input.getNextEntry(); entry != null; entry = input.getNextEntry()) {
				Path target = directory.resolve(entry.getName()).normalize();
				if (!target.startsWith(directory)) {
					throw new IOException("the archive of Postgres names a file outside: " + entry.getName());
				}
				if (entry.isDirectory()) {
					Files.createDirectories(target);
					continue;
				}
				Files.createDirectories(target.getParent());
				if (entry.isSymbolicLink()) {
					Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
					continue;
				}
				Files.copy(input, target);
				boolean program = target.startsWith(directory.resolve("bin"));
				Files.setPosixFilePermissions(target,
						PosixFilePermissions.fromString(program ? "rwx------" : "rw-------"));
			}
		}
	}

	/// What a command must begin with. Postgres refuses to run as root, so root's runs in
	/// a user namespace that doesn't map its user: there it is nobody, while its files go
	/// on belonging to root.
	private static List<String> unprivileged(Path workingDirectory) throws IOException {
		if ((int) Files.getAttribute(Path.of("/proc/self"), "unix:uid") != 0) {
			return List.of();
		}
		List<String> prefix = List.of("unshare", "--user");
		List<String> command = new ArrayList<>(prefix);
		command.addAll(List.of("id", "-un"));
		try {
			run(workingDirectory, command, "");
			return prefix;
		}
		catch (IOException ex) {
			throw new CannotStartException(
					"Postgres refuses to run as root, and user namespaces aren't to be had here: " + ex.getMessage(),
					"Run Slicemeter as an ordinary user, or name a database of yours with spring.datasource.url.", ex);
		}
	}

	/// Removes what other versions have unpacked.
	void removeOthers() throws IOException {
		try (DirectoryStream<Path> others = Files.newDirectoryStream(this.directory.getParent(), PREFIX + "*")) {
			for (Path other : others) {
				if (!other.equals(this.directory)) {
					FileSystemUtils.deleteRecursively(other);
				}
			}
		}
	}

	/// Runs a program to its end.
	///
	/// @param program its name
	/// @param input what it reads from its standard input; a secret belongs here, for
	/// others can see arguments
	/// @throws IOException if it fails, with all that it printed
	void run(String program, String input, String... arguments) throws IOException {
		List<String> command = new ArrayList<>(this.prefix);
		command.add(this.directory.resolve("bin").resolve(program).toString());
		command.addAll(Arrays.asList(arguments));
		run(this.directory, command, input);
	}

	private static void run(Path workingDirectory, List<String> command, String input) throws IOException {
		ProcessBuilder builder = new ProcessBuilder(command).directory(workingDirectory.toFile())
			.redirectErrorStream(true);
		// A user's PGPORT, PGDATA or PGOPTIONS is meant for another server; messages are
		// to be in English.
		builder.environment().keySet().removeIf((name) -> name.startsWith("PG"));
		builder.environment().put("LC_ALL", "C");
		Process process = builder.start();
		try {
			try (BufferedWriter output = process.outputWriter(StandardCharsets.UTF_8)) {
				output.write(input);
			}
			String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			int code = process.waitFor();
			if (code != 0) {
				throw new IOException(
						"%s ended with %d: %s".formatted(String.join(" ", command), code, printed.strip()));
			}
		}
		catch (InterruptedException ex) {
			process.destroy();
			Thread.currentThread().interrupt();
			throw new IOException("interrupted while running " + String.join(" ", command), ex);
		}
	}

}
