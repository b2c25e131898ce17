package io.slicemeter.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The virtual machine, a thin layer over the script `src/e2e/vm`. There is one at a time.
final class Vm implements AutoCloseable {

	private static final Path DIRECTORY = Path.of("src/e2e");

	private static final Duration TIME_TO_BUILD_AND_START = Duration.ofMinutes(30);

	private static final Duration TIME_TO_RUN = Duration.ofMinutes(20);

	private static final List<String> PROGRAMS = List.of("busybox", "gcc", "mmdebstrap", "qemu-img",
			"qemu-system-x86_64", "ssh");

	static {
		// Also when the tests are interrupted: a machine that nobody uses costs two
		// cores' attention and gigabytes.
		Runtime.getRuntime().addShutdownHook(new Thread(() -> script(Duration.ofMinutes(1), "stop")));
	}

	private Vm() {
	}

	/// A fresh machine, always in the same state.
	static Vm start() {
		script(TIME_TO_RUN, "stop").outputOfSuccess();
		script(TIME_TO_BUILD_AND_START, "start").outputOfSuccess();
		return new Vm();
	}

	/// Why there can be no machine here, if so: a program is missing that it needs.
	static Optional<String> obstacle() {
		List<String> missing = PROGRAMS.stream().filter((program) -> !installed(program)).toList();
		if (missing.isEmpty()) {
			return Optional.empty();
		}
		return Optional.of("no %s here: the end-to-end tests need the Debian packages %s"
			.formatted(String.join(", ", missing), packages()));
	}

	private static boolean installed(String program) {
		return Stream.of(System.getenv("PATH").split(":"))
			.anyMatch((directory) -> Files.isExecutable(Path.of(directory, program)));
	}

	private static String packages() {
		try {
			return Files.readString(DIRECTORY.resolve("packages")).strip().replace('\n', ' ');
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/// Runs a shell command as root in the machine.
	CommandResult run(String command) {
		return script(TIME_TO_RUN, "run", command);
	}

	/// Copies a file into the machine.
	void push(Path file, String destination) {
		script(TIME_TO_RUN, "push", file.toString(), destination).outputOfSuccess();
	}

	/// A port of this host's loopback that leads to the given one of the guest's
	/// loopback.
	int forward(int guestPort) {
		int hostPort = freePort();
		script(TIME_TO_RUN, "forward", Integer.toString(hostPort), Integer.toString(guestPort)).outputOfSuccess();
		return hostPort;
	}

	/// Lets a port of the guest's loopback lead to the given one of this host's loopback.
	void reverse(int guestPort, int hostPort) {
		script(TIME_TO_RUN, "reverse", Integer.toString(guestPort), Integer.toString(hostPort)).outputOfSuccess();
	}

	/// Takes it away again, together with the connections that use it.
	void unreverse(int guestPort, int hostPort) {
		script(TIME_TO_RUN, "unreverse", Integer.toString(guestPort), Integer.toString(hostPort)).outputOfSuccess();
	}

	@Override
	public void close() {
		script(TIME_TO_RUN, "stop").outputOfSuccess();
	}

	private static int freePort() {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static CommandResult script(Duration timeout, String... arguments) {
		List<String> command = new ArrayList<>(List.of(DIRECTORY.resolve("vm").toString()));
		command.addAll(List.of(arguments));
		return CommandResult.of(new ProcessBuilder(command), timeout);
	}

}
