package io.slicemeter;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import io.slicemeter.testing.FakeEngine;
import io.slicemeter.testing.RunningSlicemeter;
import io.slicemeter.testing.SlicemeterProcess;
import io.slicemeter.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.context.SmartLifecycle;

import static org.assertj.core.api.Assertions.assertThat;

/// What each role is made of, and what it isn't.
@Timeout(300)
class RolesIT {

	private static final String NOWHERE = "jdbc:postgresql://127.0.0.1:1/slicemeter";

	/// What JPA works with. Bean validation looks for JPA and so loads a few classes
	/// more.
	private static final String JPA = String.join("|",
			"org\\.hibernate\\.(internal\\.SessionFactory|boot\\.(model|internal)\\.|cfg\\.|mapping\\.|metamodel\\.).*",
			"org\\.springframework\\.(orm\\.jpa\\.vendor|data\\.jpa\\.repository\\.(support|config|query))\\..*",
			"io\\.slicemeter\\.runner\\.(JpaCatalogue|RunnerSearch|[A-Za-z]+Row)");

	private static final List<String> API = List.of("/api/v1/runners", "/api/v1/slices", "/api/v1/hosts",
			"/api/v1/measurements", "/v3/api-docs", "/", "/dashboard/app.js");

	@Test
	void anAgentStartsWithoutItsDatabaseAndAnswersHealthAndMetricsAlone() {
		try (FakeEngine engine = FakeEngine.start();
				RunningSlicemeter agent = RunningSlicemeter.start("slicemeter.role=agent",
						"slicemeter.docker.host=" + engine.host(), "slicemeter.source=docker",
						"spring.datasource.url=" + NOWHERE)) {
			assertThat(status(agent, "/livez")).isEqualTo(200);
			assertThat(status(agent, "/readyz")).isEqualTo(200);
			assertThat(status(agent, "/actuator/info")).isEqualTo(200);
			assertThat(API).allSatisfy((path) -> assertThat(status(agent, path)).as(path).isEqualTo(404));
			assertThat(agent.request("/actuator/prometheus", "text/plain").body())
				.contains("slicemeter_spool_depth_rows");
			assertThat(beans(agent.context())).contains("metering", "sampleWriter", "sampleIntake", "engineFollower")
				.doesNotContain("jpaCatalogue", "entityManagerFactory", "flyway", "usageQueries", "runnersController",
						"liveStream", "liveTail", "migration", "embeddedDatabase", "timeseriesMaintenance");
		}
	}

	@Test
	void anAgentIsNotEndedWhileItsDatabaseAndItsEngineAreAway() {
		try (RunningSlicemeter agent = RunningSlicemeter.start("slicemeter.role=agent",
				"slicemeter.docker.host=tcp://127.0.0.1:1", "slicemeter.source=docker",
				"slicemeter.timeseries.down-after=0", "spring.datasource.url=" + NOWHERE)) {
			Awaitility.await()
				.atMost(Duration.ofSeconds(60))
				.until(() -> status(agent, "/actuator/health"), (status) -> status == 503);
			assertThat(status(agent, "/livez")).isEqualTo(200);
			assertThat(status(agent, "/readyz")).isEqualTo(200);
		}
	}

	@Test
	void anAgentWritesWithoutMigrating() {
		PGSimpleDataSource database = TestDatabase.EMBEDDED.migrated();
		try (FakeEngine engine = FakeEngine.start()) {
			engine.run("build-1");
			try (RunningSlicemeter _ = RunningSlicemeter.start(database, "slicemeter.role=agent",
					"slicemeter.docker.host=" + engine.host(), "slicemeter.source=docker")) {
				Awaitility.await()
					.atMost(Duration.ofSeconds(60))
					.untilAsserted(() -> assertThat(count(database, "run where runner = 'build-1'")).isEqualTo(1));
			}
		}
	}

	@Test
	void theAgentStopsSamplingFirstThenWritesWhatIsLeftAndEndsTheWebLast() {
		try (FakeEngine engine = FakeEngine.start();
				RunningSlicemeter agent = RunningSlicemeter.start("slicemeter.role=agent",
						"slicemeter.docker.host=" + engine.host(), "slicemeter.source=docker",
						"spring.datasource.url=" + NOWHERE)) {
			List<Integer> phases = Stream.of("metering", "sampleIntake", "sampleWriter")
				.map((name) -> agent.context().getBean(name, SmartLifecycle.class).getPhase())
				.toList();
			// those of the higher phase stop first
			assertThat(phases).isSortedAccordingTo((one, other) -> Integer.compare(other, one)).doesNotHaveDuplicates();
			assertThat(phases.getLast()).isGreaterThan(WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE);
		}
	}

	@Test
	void anAgentIsSmallLoadsNeitherJpaNorTheApiAndEndsInTime(@TempDir Path directory) throws Exception {
		int port = freePort();
		long begunNanos = System.nanoTime();
		try (FakeEngine engine = FakeEngine.start();
				SlicemeterProcess agent = SlicemeterProcess.start(directory, "slicemeter.role=agent",
						"server.port=" + port, "slicemeter.docker.host=" + engine.host(), "slicemeter.source=docker",
						"slicemeter.timeseries.shutdown-grace=2s", "spring.datasource.url=" + NOWHERE)) {
			agent.awaitOutput("Started Slicemeter");
			Duration start = Duration.ofNanos(System.nanoTime() - begunNanos);
			assertThat(status(port, "/readyz")).isEqualTo(200);
			long bytes = agent.residentBytes();
			assertThat(agent.loadedClasses("io\\.slicemeter\\.sampling\\.Metering")).hasSize(1);
			assertThat(agent.loadedClasses(JPA)).isEmpty();
			assertThat(agent
				.loadedClasses("(org\\.flywaydb\\.core\\.internal|io\\.zonky|io\\.slicemeter\\.(history|slice))\\..*"))
				.isEmpty();
			begunNanos = System.nanoTime();
			agent.terminate();
			assertThat(agent.awaitExit()).isEqualTo(128 + 15);
			Duration stop = Duration.ofNanos(System.nanoTime() - begunNanos);
			assertThat(stop).isLessThan(Duration.ofSeconds(20));
			System.err.printf("agent: started in %.1f s, resident %d MiB, %d classes, stopped in %.1f s%n",
					start.toMillis() / 1000.0, bytes >> 20, agent.loadedClasses(".*").size(), stop.toMillis() / 1000.0);
		}
	}

	@Test
	void anApiAnswersFromAReplicaThatTakesNoWrites() throws SQLException {
		PGSimpleDataSource database = TestDatabase.EMBEDDED.migrated();
		try (Connection connection = database.getConnection()) {
			connection.createStatement()
				.execute("alter database %s set default_transaction_read_only = on"
					.formatted(database.getDatabaseName()));
		}
		try (RunningSlicemeter api = RunningSlicemeter.start(database, "slicemeter.role=api")) {
			assertThat(API).allSatisfy((path) -> assertThat(status(api, path)).as(path).isEqualTo(200));
			assertThat(api.get("/api/v1/runners").path("items")).isEmpty();
			assertThat(status(api, "/readyz")).isEqualTo(200);
			assertThat(beans(api.context())).contains("jpaCatalogue", "usageQueries", "runnersController", "liveStream")
				.doesNotContain("metering", "sampleWriter", "sampleIntake", "openedSpool", "engineFollower", "flyway",
						"timeseriesMaintenance", "embeddedDatabase");
		}
	}

	@Test
	void anApiSaysThatTheSchemaIsMissing(@TempDir Path directory) throws Exception {
		try (SlicemeterProcess api = SlicemeterProcess.start(directory,
				settings(TestDatabase.EMBEDDED.empty(), "slicemeter.role=api", "server.port=0"))) {
			assertThat(api.awaitExit()).isEqualTo(1);
			assertThat(api.output()).contains("APPLICATION FAILED TO START", "missing table",
					"slicemeter.role=migrate");
		}
	}

	@Test
	void theMaintainerLooksAfterTheTablesAlone() {
		try (RunningSlicemeter maintain = RunningSlicemeter.start(TestDatabase.EMBEDDED.migrated(),
				"slicemeter.role=maintain")) {
			assertThat(status(maintain, "/readyz")).isEqualTo(200);
			assertThat(API).allSatisfy((path) -> assertThat(status(maintain, path)).as(path).isEqualTo(404));
			assertThat(beans(maintain.context())).contains("timeseriesMaintenance")
				.doesNotContain("metering", "sampleWriter", "sampleIntake", "jpaCatalogue", "entityManagerFactory",
						"usageQueries", "flyway", "runnersController");
		}
	}

	@Test
	void migratingEndsByItselfAndCanBeRepeated(@TempDir Path directory) throws Exception {
		PGSimpleDataSource database = TestDatabase.EMBEDDED.empty();
		for (int time = 0; time < 2; time++) {
			try (SlicemeterProcess migrate = SlicemeterProcess.start(directory,
					settings(database, "slicemeter.role=migrate"))) {
				assertThat(migrate.awaitExit()).as(migrate.output()).isZero();
				assertThat(migrate.output()).contains("The schema is up to date, at version").doesNotContain("Tomcat");
				assertThat(migrate.loadedClasses(JPA)).isEmpty();
				assertThat(migrate.loadedClasses("io\\.slicemeter\\.(engine|sampling|history|slice|web)\\..*"))
					.isEmpty();
			}
		}
		assertThat(count(database, "flyway_schema_history where success")).isPositive();
	}

	@Test
	void migratingThatFailsSaysWhy(@TempDir Path directory) throws Exception {
		try (SlicemeterProcess migrate = SlicemeterProcess.start(directory, "slicemeter.role=migrate",
				"spring.datasource.url=" + NOWHERE, "spring.flyway.connect-retries=0")) {
			assertThat(migrate.awaitExit()).isEqualTo(1);
			assertThat(migrate.output()).contains("APPLICATION FAILED TO START",
					"The schema could not be brought up to date", "refused", "spring.datasource.url");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "agent", "api", "maintain", "migrate" })
	void aRoleWithoutADatabaseNamesTheMissingProperty(String role, @TempDir Path directory) throws Exception {
		try (SlicemeterProcess process = SlicemeterProcess.start(directory, "slicemeter.role=" + role)) {
			assertThat(process.awaitExit()).isEqualTo(1);
			assertThat(process.output()).contains("APPLICATION FAILED TO START",
					"The role %s needs a database".formatted(role), "spring.datasource.url");
		}
	}

	private static String[] settings(PGSimpleDataSource database, String... more) {
		return Stream.concat(RunningSlicemeter.databaseProperties(database), Arrays.stream(more))
			.toArray(String[]::new);
	}

	private static List<String> beans(ApplicationContext context) {
		return Arrays.asList(BeanFactoryUtils.beanNamesIncludingAncestors(context));
	}

	private static int status(RunningSlicemeter slicemeter, String path) {
		return slicemeter.request(path, "application/json").statusCode();
	}

	private static int status(int port, String path) throws IOException, InterruptedException {
		try (HttpClient client = HttpClient.newHttpClient()) {
			return client
				.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
						BodyHandlers.discarding())
				.statusCode();
		}
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0)) {
			return socket.getLocalPort();
		}
	}

	private static long count(PGSimpleDataSource database, String from) throws SQLException {
		try (Connection connection = database.getConnection();
				ResultSet rows = connection.createStatement().executeQuery("select count(*) from " + from)) {
			rows.next();
			return rows.getLong(1);
		}
	}

}
