package io.slicemeter.testing;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.slicemeter.Slicemeter;
import org.awaitility.Awaitility;

/// The application as a process of its own, without the tests' classes: to be seen from
/// outside, and to be ended.
public final class SlicemeterProcess implements AutoCloseable {

	private final Process process;

	private final Path output;

	private final Path classes;

	private SlicemeterProcess(Process process, Path output, Path classes) {
		this.process = process;
		this.output = output;
		this.classes = classes;
	}

	/// Starts it.
	/// @param directory where its output goes, and its spool
	/// @param properties each `name=value`
	public static SlicemeterProcess start(Path directory, String... properties) throws IOException {
		Path output = directory.resolve("output");
		Path classes = directory.resolve("classes");
		List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(),
				"-Xmx256m", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED",
				"-Xlog:class+load:file=" + classes + "::filecount=0", "-cp", classPath(), Slicemeter.class.getName()));
		Stream
			.concat(Stream.of("spring.main.banner-mode=off",
					"slicemeter.spool.directory=" + directory.resolve("spool")), Arrays.stream(properties))
			.map((property) -> "--" + property)
			.forEach(command::add);
		Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
		return new SlicemeterProcess(process, output, classes);
	}

	private static String classPath() {
		return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
			.filter((entry) -> !entry.endsWith("test-classes") && !entry.endsWith("test-classes/"))
			.collect(Collectors.joining(File.pathSeparator));
	}

	/// Waits until it has said something.
	public void awaitOutput(String text) {
		Awaitility.await()
			.atMost(Duration.ofMinutes(3))
			.until(() -> output().contains(text) || !this.process.isAlive(), Boolean::booleanValue);
		if (!output().contains(text)) {
			throw new AssertionError("It ended without saying '%s': %s".formatted(text, output()));
		}
	}

	/// All that it has said.
	public String output() {
		try {
			return Files.readString(this.output, StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			return "";
		}
	}

	/// Names of the classes that it has loaded so far.
	/// @param pattern a regular expression for the whole name
	public List<String> loadedClasses(String pattern) throws IOException {
		Predicate<String> matches = Pattern.compile(pattern).asMatchPredicate();
		try (Stream<String> lines = Files.lines(this.classes)) {
			return lines.map((line) -> line.replaceFirst("^(\\[[^]]*])+\\s*", ""))
				.map((line) -> line.split(" ", 2)[0])
				.filter(matches)
				.toList();
		}
	}

	/// The memory that it holds.
	/// @return bytes, `VmRSS` of `/proc/<pid>/status`
	public long residentBytes() throws IOException {
		try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(this.process.pid()), "status"))) {
			return lines.filter((line) -> line.startsWith("VmRSS:"))
				.mapToLong((line) -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
				.findFirst()
				.orElseThrow();
		}
	}

	/// Asks it to end, as `docker stop` does.
	public void terminate() {
		this.process.destroy();
	}

	/// Waits for its end.
	/// @return its exit code
	public int awaitExit() throws InterruptedException {
		if (!this.process.waitFor(3, TimeUnit.MINUTES)) {
			throw new AssertionError("It does not end: " + output());
		}
		return this.process.exitValue();
	}

	@Override
	public void close() {
		this.process.destroyForcibly().onExit().join();
	}

}
