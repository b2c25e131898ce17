package io.slicemeter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.slicemeter.testing.RunningSlicemeter;
import io.slicemeter.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// The demo as the README starts it: the whole application on a simulated host.
@Timeout(300)
@ExtendWith(OutputCaptureExtension.class)
class DemoIT {

	private static final Logger logger = LoggerFactory.getLogger(DemoIT.class);

	@TempDir
	private Path directory;

	@Test
	void aFirstStartShowsAFleetWithItsPastAndMarksItAsADemo(CapturedOutput output) throws IOException {
		Path host;
		Set<String> open = new HashSet<>();
		Instant startedAt = Instant.now();
		try (RunningSlicemeter slicemeter = start("slicemeter.demo.pace=20")) {
			host = Path.of(slicemeter.context().getEnvironment().getRequiredProperty("demo.host-directory"));
			assertThat(host.resolve("docker.sock")).exists();
			assertThat(output.getOut()).contains("This is a demo", "nothing that is shown is real");
			runnersAreShownWithTheirUse(slicemeter);
			everythingIsMarked(slicemeter);
			thePastIsThere(slicemeter);
			runsEndExactlyAndOomKillsAreCounted(slicemeter, startedAt);
			slicemeter.get("/api/v1/runners?state=running&limit=100")
				.path("items")
				.forEach((runner) -> open.add(runner.path("runId").asString()));
		}
		assertThat(host).doesNotExist();
		assertThat(open).isNotEmpty();
		try (RunningSlicemeter again = start()) {
			await().untilAsserted(() -> assertThat(open)
				.allSatisfy((run) -> assertThat(again.get("/api/v1/runs/" + run).path("closing").isObject()).isTrue()));
			assertThat(open.stream().map((run) -> again.get("/api/v1/runs/" + run)))
				.anyMatch((run) -> run.path("closing").path("reason").asString("").equals("agent-down"));
			await().until(() -> running(again).size() >= 12);
		}
		assertThat(output.getOut().split("are filled with", -1)).as("the past is made once").hasSize(2);
	}

	private static void runnersAreShownWithTheirUse(RunningSlicemeter slicemeter) {
		List<JsonNode> runners = await().until(() -> running(slicemeter),
				(items) -> items.stream().filter(DemoIT::isMetered).count() >= 12);
		assertThat(runners).extracting((runner) -> runner.path("slice").asString())
			.contains("ci-runners.slice", "agents.slice");
	}

	private static boolean isMetered(JsonNode runner) {
		JsonNode current = runner.path("current");
		return current.path("cpuMillicores").isNumber() && current.path("memoryBytes").asLong() > 0
				&& current.path("networkAllBytes").isNumber() && current.path("memoryPeakBytes").isNumber();
	}

	private static void everythingIsMarked(RunningSlicemeter slicemeter) {
		assertThat(slicemeter.get("/api/v1/runners").path("items")).allSatisfy((runner) -> {
			assertThat(runner.path("host").asString()).startsWith("demo-");
			assertThat(runner.path("labels").path("slicemeter.demo").asString()).isEqualTo("true");
		});
		JsonNode host = slicemeter.get("/api/v1/hosts").path("items").path(0);
		assertThat(host.path("host").asString()).isEqualTo("demo-host");
		assertThat(host.path("dockerVersion").asString()).contains("demo");
		assertThat(host.path("source").asString()).isEqualTo("cgroup");
		assertThat(host.path("cpus").asInt()).isEqualTo(16);
	}

	private static void thePastIsThere(RunningSlicemeter slicemeter) {
		await().untilAsserted(() -> {
			JsonNode agent = slicemeter.get("/api/v1/runners/agent-1/summary?from=-2h");
			assertThat(agent.path("coverage").asDouble()).isGreaterThan(0.9);
			assertThat(agent.path("cpu").path("meanMillicores").asDouble()).isPositive();
			JsonNode slice = slicemeter.get("/api/v1/slices/ci-runners.slice/summary?from=-2h");
			assertThat(slice.path("coverage").asDouble()).isGreaterThan(0.9);
			assertThat(slice.path("oomKills").asLong()).isPositive();
			assertThat(slice.path("runners").path("ended").asInt()).isGreaterThan(100);
			assertThat(slice.path("cpu").path("unattributedUsec").asLong()).isPositive()
				.isLessThan(slice.path("cpu").path("usageUsec").asLong() / 20);
		});
		await().untilAsserted(() -> {
			JsonNode minutes = slicemeter.get("/api/v1/runners/agent-1/samples?from=-2h&to=-10m&step=1m");
			assertThat(minutes.path("columns").path("cpuMillicores").valueStream().filter(JsonNode::isNumber).count())
				.isGreaterThan(100);
		});
	}

	private static void runsEndExactlyAndOomKillsAreCounted(RunningSlicemeter slicemeter, Instant startedAt) {
		JsonNode killed = await().atMost(Duration.ofSeconds(120))
			.until(() -> slicemeter.get("/api/v1/runners/staging-1")
				.path("runs")
				.valueStream()
				.map((run) -> slicemeter.get("/api/v1/runs/" + run.path("runId").asString()))
				.filter((run) -> Instant.parse(run.path("startedAt").asString()).isAfter(startedAt)
						&& run.path("closing").path("oomKills").asLong() == 1 && run.path("exitCode").asInt() == 137)
				.findFirst()
				.orElse(null), (run) -> run != null);
		assertThat(killed.path("closing").path("exact").asBoolean()).isTrue();
		assertThat(killed.path("closing").path("inexact")).isEmpty();
		assertThat(killed.path("oomKilled").asBoolean()).isTrue();
		assertThat(killed.path("closing").path("oomKillMoments").path(0).path("kills").asLong()).isOne();
		assertThat(killed.path("closing").path("memoryPeakBytes").asLong()).isEqualTo(512L << 20);
		await().untilAsserted(() -> assertThat(exactClosings(slicemeter)).isPositive());
	}

	/// How many live runs were closed exactly.
	private static double exactClosings(RunningSlicemeter slicemeter) {
		return slicemeter.request("/actuator/prometheus", "text/plain")
			.body()
			.lines()
			.filter((line) -> line.startsWith("slicemeter_closing_records") && line.contains("how=\"exact\""))
			.mapToDouble((line) -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
			.sum();
	}

	@Test
	void aThousandRunnersWithChurnAreSampled() {
		try (RunningSlicemeter slicemeter = start("slicemeter.demo.runners=1000",
				"slicemeter.demo.churn-per-minute=300", "slicemeter.demo.back-fill=0s",
				"slicemeter.metrics.max-runners=50")) {
			MeterRegistry registry = slicemeter.context().getBean(MeterRegistry.class);
			await().until(() -> registry.get("slicemeter.runs").gauge().value() >= 1000);
			Timer ticks = registry.get("slicemeter.tick").timer();
			long before = ticks.count();
			double samples = registry.get("slicemeter.samples").counter().count();
			await().until(() -> ticks.count() >= before + 10);
			assertThat(registry.get("slicemeter.samples").counter().count() - samples).isGreaterThan(9_000);
			assertThat(registry.get("slicemeter.reads.failed").counter().count()).isZero();
			await().untilAsserted(() -> assertThat(exactClosings(slicemeter)).isGreaterThan(10));
			logger.info("Ticks of 1,000 runs: mean {} ms, longest {} ms, {} late", ticks.mean(TimeUnit.MILLISECONDS),
					ticks.max(TimeUnit.MILLISECONDS), registry.get("slicemeter.ticks.late").functionCounter().count());
		}
	}

	@Test
	void itsOwnSettingsAreCheckedAndOtherDatabasesAreLeftAlone(CapturedOutput output) {
		PGSimpleDataSource database = TestDatabase.EMBEDDED.empty();
		assertThat(report(output, "slicemeter.role=agent")).contains("slicemeter.role is 'agent'");
		assertThat(report(output, RunningSlicemeter.databaseProperties(database).toArray(String[]::new)))
			.contains("slicemeter.demo.into-named-database");
		assertThat(report(output, "slicemeter.demo.runners=0", "slicemeter.demo.back-fill=25h"))
			.contains("slicemeter.demo.runners", "must be from 1 to 10000")
			.contains("slicemeter.demo.backFill", "must be from 0s to 24h");
	}

	private String report(CapturedOutput output, String... properties) {
		assertThatThrownBy(() -> start(properties).close()).isNotNull();
		String printed = output.getOut();
		return printed.substring(printed.lastIndexOf("APPLICATION FAILED TO START"));
	}

	private RunningSlicemeter start(String... properties) {
		return RunningSlicemeter.start(
				Stream
					.concat(Stream.of("spring.profiles.active=demo", "slicemeter.demo.directory=" + this.directory),
							Stream.of(properties))
					.toArray(String[]::new));
	}

	private static List<JsonNode> running(RunningSlicemeter slicemeter) {
		return slicemeter.get("/api/v1/runners?state=running&limit=100").path("items").valueStream().toList();
	}

	/// Until something is sampled and stored, an answer may be a 404 or lack a field.
	private static ConditionFactory await() {
		return Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.pollInterval(Duration.ofMillis(500))
			.ignoreExceptions();
	}

}
