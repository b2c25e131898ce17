package io.slicemeter.role;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The running server of a cluster. It is started by `pg_ctl`, which gives it a session
/// of its own: a Ctrl-C in the terminal reaches only the service, whose last writes still
/// find their database.
final class PostgresServer {

	private static final Logger logger = LoggerFactory.getLogger(PostgresServer.class);

	private static final int ATTEMPTS = 5;

	private final PostgresCluster cluster;

	private final PostgresPrograms programs;

	private int port;

	PostgresServer(PostgresCluster cluster, PostgresPrograms programs) {
		this.cluster = cluster;
		this.programs = programs;
	}

	/// The port that it listens on, on loopback.
	int port() {
		return this.port;
	}

	/// Starts the server on a free port and waits until it takes connections.
	void start() throws IOException {
		for (int attempt = 1;; attempt++) {
			this.port = freePort();
			this.cluster.configure(this.port);
			keepOldLog();
			try {
				// Recovery after a power cut may take minutes; a server that dies is
				// noticed at once.
				this.programs.run("pg_ctl", "", "start", "--pgdata=" + this.cluster.data(),
						"--log=" + this.cluster.log(), "--wait", "--timeout=600", "--silent");
				return;
			}
			catch (IOException ex) {
				String log = Files.exists(this.cluster.log()) ? Files.readString(this.cluster.log()).strip() : "";
				// Somebody else took the port after we had found it free.
				if (attempt == ATTEMPTS || !log.contains("could not bind")) {
					stopOrphan();
					throw new IOException(log.isEmpty() ? ex.getMessage() : log, ex);
				}
			}
		}
	}

	private void keepOldLog() throws IOException {
		if (Files.exists(this.cluster.log())) {
			Files.move(this.cluster.log(), this.cluster.log().resolveSibling("postgres.log.1"),
					StandardCopyOption.REPLACE_EXISTING);
		}
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
			return socket.getLocalPort();
		}
	}

	/// Stops the server that outlived its killed service. The caller holds the
	/// directory's lock, so nobody uses it.
	void stopOrphan() throws IOException {
		Path file = this.cluster.data().resolve("postmaster.pid");
		Optional<String> pid = firstLine(file);
		if (pid.isEmpty()) {
			return;
		}
		Path process = Path.of("/proc", pid.get());
		if (isServer(process)) {
			logger.warn("Stopping the embedded Postgres (process {}) that a killed Slicemeter left behind", pid.get());
			stop();
		}
		else if (Files.exists(process)) {
			// After a reboot the ID may belong to anyone; Postgres wouldn't start, for
			// fear that it's another server.
			logger.info("Removing {}, which names process {}, which is not Postgres", file, pid.get());
			Files.delete(file);
		}
	}

	private static Optional<String> firstLine(Path file) throws IOException {
		try {
			List<String> lines = Files.readAllLines(file);
			return lines.isEmpty() ? Optional.empty() : Optional.of(lines.getFirst().strip());
		}
		catch (NoSuchFileException ex) {
			return Optional.empty();
		}
	}

	/// A server's working directory is its data directory.
	private boolean isServer(Path process) {
		try {
			return process.resolve("cwd").toRealPath().equals(this.cluster.data().toRealPath())
					&& Files.readSymbolicLink(process.resolve("exe")).getFileName().toString().startsWith("postgres");
		}
		catch (IOException ex) {
			// Gone, or somebody else's: a server of ours belongs to us.
			return false;
		}
	}

	/// Stops the server; open transactions are rolled back.
	void stop() {
		try {
			stop("fast");
		}
		catch (IOException ex) {
			logger.warn("The embedded Postgres does not stop, so it is killed; it will recover at the next start", ex);
			kill();
		}
	}

	private void kill() {
		try {
			stop("immediate");
		}
		catch (IOException ex) {
			logger.error("The embedded Postgres can't be stopped", ex);
		}
	}

	private void stop(String mode) throws IOException {
		this.programs.run("pg_ctl", "", "stop", "--pgdata=" + this.cluster.data(), "--mode=" + mode, "--wait",
				"--timeout=60", "--silent");
	}

}
