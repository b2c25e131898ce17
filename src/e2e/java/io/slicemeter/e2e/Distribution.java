package io.slicemeter.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.slicemeter.testing.TestDatabase;
import org.postgresql.ds.PGSimpleDataSource;

/// The built service as it is brought into the guest: the jar taken apart, and an ahead-of-time cache of its classes. An
/// emulated machine needs four minutes to start the jar itself, and less than two with these.
final class Distribution {

	private static final List<String> JVM_OPTIONS = List.of("--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC",
			"-XX:TieredStopAtLevel=1", "-Xmx512m");

	/// Starts the service in its directory. Gentle to an emulated machine: no compiler
	/// and collector threads that compete with what is measured. The cache holds for
	/// these options only, and is passed over where the JDK is another build.
	static final List<String> COMMAND = Stream
		.of(List.of("java", "-XX:AOTCache=slicemeter.aot"), JVM_OPTIONS, List.of("-jar", "slicemeter.jar"))
		.flatMap(List::stream)
		.toList();

	private static final Path DIRECTORY = Path.of("target/e2e").toAbsolutePath();

	private static final Path TAR = DIRECTORY.resolve("slicemeter.tar");

	private Distribution() {
	}

	/// A tar archive of the service's directory, made on this machine once per build.
	static synchronized Path tar() {
		Path jar = Path.of(System.getProperty("slicemeter.jar"));
		try {
			if (Files.exists(TAR) && Files.getLastModifiedTime(TAR).compareTo(Files.getLastModifiedTime(jar)) > 0) {
				return TAR;
			}
			Files.createDirectories(DIRECTORY);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		run(DIRECTORY, List.of("rm", "-rf", "service"));
		run(DIRECTORY, java("-Djarmode=tools", "-jar", jar.toString(), "extract", "--destination", "service",
				"--application-filename", "slicemeter.jar"));
		Path service = DIRECTORY.resolve("service");
		run(service,
				java(Stream
					.of(List.of("-XX:AOTCacheOutput=slicemeter.aot", "-Dspring.context.exit=onRefresh"), JVM_OPTIONS,
							List.of("-jar", "slicemeter.jar", "--server.port=0"), databaseArguments())
					.flatMap(List::stream)
					.toArray(String[]::new)));
		run(service, List.of("tar", "-cf", TAR.toString(), "."));
		return TAR;
	}

	// The exit is a halt, which would leave a Postgres of its own running.
	private static List<String> databaseArguments() {
		PGSimpleDataSource database = TestDatabase.EMBEDDED.empty();
		return List.of("--spring.datasource.url=" + database.getUrl(),
				"--spring.datasource.username=" + database.getUser());
	}

	private static List<String> java(String... arguments) {
		return Stream
			.concat(Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()), Stream.of(arguments))
			.toList();
	}

	private static void run(Path directory, List<String> command) {
		CommandResult.of(new ProcessBuilder(command).directory(directory.toFile()), Duration.ofMinutes(10))
			.outputOfSuccess();
	}

}
