package io.slicemeter;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.MemoryStatsConfig;
import com.github.dockerjava.api.model.StatisticNetworksConfig;
import com.github.dockerjava.api.model.Statistics;
import com.github.dockerjava.core.InvocationBuilder.AsyncResultCallback;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.testing.DockerEngine;
import io.slicemeter.testing.RunningSlicemeter;
import io.slicemeter.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

/// The whole application over a real Engine's statistics API and a real Postgres: its
/// answers agree with what the Engine says itself, and what ends, restarts or changes its
/// name keeps its history.
///
/// Other containers may live on the Engine, so each test asks for its own.
@ParameterizedClass
@EnumSource(TestDatabase.class)
@Timeout(300)
class StandaloneDockerIT {

	private static final String BURN = "while :; do :; done";

	private static final String REST = "sleep 600";

	private static final String HOST = "standalone-docker";

	@Parameter
	TestDatabase kind;

	private static DockerEngine docker;

	private static RunningSlicemeter slicemeter;

	@BeforeParameterizedClassInvocation
	static void start(TestDatabase kind) {
		docker = DockerEngine.assume("slicemeter-app");
		slicemeter = RunningSlicemeter.start(kind.empty(), "slicemeter.source=docker", "slicemeter.interval=1s",
				"slicemeter.slices=", "slicemeter.host.name=" + HOST);
	}

	@AfterParameterizedClassInvocation
	static void stop() throws IOException {
		try (DockerEngine _ = docker; RunningSlicemeter _ = slicemeter) {
			docker = null;
			slicemeter = null;
		}
	}

	@Test
	void cpuTimeAgreesWithTheEnginesCounter() {
		String name = docker.name("cpu");
		ContainerId container = burn(name);
		awaitSamples(name);
		Statistics first = statistics(container);
		Statistics last = await().until(() -> statistics(container),
				(statistics) -> readAt(statistics).isAfter(readAt(first).plusSeconds(12)));
		await().untilAsserted(() -> assertThat(currentAt(name)).isAfterOrEqualTo(readAt(last)));
		JsonNode cpu = slicemeter
			.get("/api/v1/runners/%s/summary?from=%s&to=%s".formatted(name, first.getRead(), last.getRead()))
			.path("cpu");
		double expectedUsec = (cpuNanos(last) - cpuNanos(first)) / 1000.0;
		double elapsedSeconds = Duration.between(readAt(first), readAt(last)).toNanos() / 1e9;
		assertThat(cpu.path("usageUsec").asDouble()).isCloseTo(expectedUsec, withinPercentage(5));
		assertThat(cpu.path("meanMillicores").asDouble()).isCloseTo(expectedUsec / 1000 / elapsedSeconds,
				withinPercentage(5));
		// on a busy machine the container may never get so far as to be throttled
		long throttled = throttledPeriods(last) - throttledPeriods(first);
		assertThat(cpu.path("throttledPeriods").asLong()).isCloseTo(throttled, within(Math.max(2, throttled / 20)));
		assertThat(runner(name).path("limits").path("cpuMillicores").asLong()).isEqualTo(500);
	}

	@Test
	void memoryAtRestAgreesWithTheEngine() {
		String name = docker.name("memory");
		ContainerId container = docker.run(name, "dd if=/dev/zero of=/dev/shm/held bs=1M count=50; " + REST);
		await().untilAsserted(() -> {
			MemoryStatsConfig memory = statistics(container).getMemoryStats();
			Long inactiveFile = memory.getStats().getTotalInactiveFile();
			long expected = memory.getUsage()
					- ((inactiveFile != null) ? inactiveFile : memory.getStats().getInactiveFile());
			assertThat(expected).isGreaterThan(50L << 20);
			JsonNode current = runner(name).path("current");
			assertThat(current.path("memoryBytes").asLong()).isCloseTo(expected, withinPercentage(1));
			assertThat(current.path("memoryCurrentBytes").asLong()).isCloseTo(memory.getUsage(), withinPercentage(1));
		});
	}

	@Test
	void trafficAtRestAgreesWithTheEngineToTheByte() {
		long fileBytes = 5L << 20;
		String serverName = docker.name("server");
		ContainerId server = docker.run(serverName,
				"mkdir /www && dd if=/dev/zero of=/www/file bs=1M count=5 && httpd -f -p 80 -h /www");
		String address = docker.client()
			.inspectContainerCmd(server.value())
			.exec()
			.getNetworkSettings()
			.getNetworks()
			.values()
			.iterator()
			.next()
			.getIpAddress();
		String clientName = docker.name("client");
		ContainerId client = docker.run(clientName,
				"until wget -q -O /dev/null http://%s/file; do sleep 1; done; %s".formatted(address, REST));
		await().untilAsserted(() -> {
			JsonNode current = agreesOnTraffic(clientName, client);
			assertThat(current.path("networkReceivedBytes").asLong()).isGreaterThan(fileBytes);
		});
		await().untilAsserted(() -> {
			JsonNode current = agreesOnTraffic(serverName, server);
			assertThat(current.path("networkSentBytes").asLong()).isGreaterThan(fileBytes);
		});
	}

	private JsonNode agreesOnTraffic(String name, ContainerId container) {
		StatisticNetworksConfig network = statistics(container).getNetworks().get("eth0");
		JsonNode current = runner(name).path("current");
		assertThat(current.path("networkReceivedBytes").asLong()).isEqualTo(network.getRxBytes());
		assertThat(current.path("networkSentBytes").asLong()).isEqualTo(network.getTxBytes());
		assertThat(current.path("networkAllBytes").asLong()).isEqualTo(network.getRxBytes() + network.getTxBytes());
		return current;
	}

	@Test
	void aKilledContainerEndsWithItsExitCodeAndKeepsItsHistory() {
		String name = docker.name("killed");
		ContainerId container = burn(name);
		awaitSamples(name);
		docker.client().killContainerCmd(container.value()).exec();
		JsonNode ended = awaitState(name, "ended");
		JsonNode run = slicemeter.get("/api/v1/runs/" + ended.path("runId").asString());
		assertThat(run.path("exitCode").asInt()).isEqualTo(137);
		assertThat(run.path("state").asString()).isEqualTo("ended");
		assertThat(Instant.parse(run.path("endedAt").asString()))
			.isAfter(Instant.parse(run.path("startedAt").asString()));
		assertThat(ended.path("runs").path(0).path("exitCode").asInt()).isEqualTo(137);
		assertThat(ended.path("activeRuns").asInt()).isZero();
		assertThat(ended.path("current").isNull()).isTrue();
		assertThat(samples(name)).isNotEmpty();
		assertThat(run.path("usage").path("cpu").path("usageUsec").asLong()).isPositive();
	}

	@Test
	void aSliceUsedWhatItsRunsUsed() {
		String spin = "i=0; while [ $i -lt %d ]; do i=$((i+1)); done";
		List<String> names = List.of(docker.name("sum"), docker.name("sum"), docker.name("sum"));
		for (int index = 0; index < names.size(); index++) {
			docker.run(names.get(index), spin.formatted(400_000 * (index + 1)));
		}
		names.forEach((name) -> awaitState(name, "ended"));
		String slice = runner(names.getFirst()).path("slice").asString();
		await().untilAsserted(() -> {
			JsonNode summary = slicemeter.get("/api/v1/slices/" + slice + "/summary?from=-10m&top=100");
			long ofRuns = summary.path("top")
				.path("cpu")
				.valueStream()
				.mapToLong((runner) -> runner.path("usageUsec").asLong())
				.sum();
			assertThat(ofRuns).isPositive();
			assertThat(summary.path("cpu").path("usageUsec").asLong()).isEqualTo(ofRuns);
		});
	}

	@Test
	void aRestartBeginsASecondRunAndTheTotalNeverFalls() {
		String name = docker.name("restarted");
		ContainerId container = burn(name);
		awaitSamples(name);
		AtomicLong total = new AtomicLong();
		await().untilAsserted(() -> assertThat(totalCpuUsec(name, total)).isGreaterThan(500_000));
		String firstRun = runner(name).path("runId").asString();
		docker.client().restartContainerCmd(container.value()).withTimeout(0).exec();
		long before = total.get();
		await().untilAsserted(() -> {
			assertThat(totalCpuUsec(name, total)).isGreaterThan(before);
			JsonNode runner = runner(name);
			assertThat(runner.path("runCount").asInt()).isEqualTo(2);
			assertThat(runner.path("state").asString()).isEqualTo("running");
			assertThat(runner.path("activeRuns").asInt()).isOne();
			assertThat(runner.path("runId").asString()).isNotEqualTo(firstRun);
			assertThat(runner.path("containerId").asString()).isEqualTo(container.value());
			assertThat(runner.path("runs").path(1).path("runId").asString()).isEqualTo(firstRun);
			assertThat(runner.path("runs").path(1).path("exitCode").asInt()).isEqualTo(137);
			assertThat(runner.path("current").isObject()).isTrue();
		});
		List<Double> totals = samples(name, "cpuUsageUsec");
		assertThat(totals).isSorted();
	}

	/// @param seen the greatest so far
	private long totalCpuUsec(String name, AtomicLong seen) {
		long usec = slicemeter.get("/api/v1/runners/" + name + "/summary?from=-10m")
			.path("cpu")
			.path("usageUsec")
			.asLong();
		// not to be waited for: one that falls is wrong for good
		if (usec < seen.get()) {
			throw new IllegalStateException("The total fell from " + seen.get() + " to " + usec);
		}
		seen.set(usec);
		return usec;
	}

	@Test
	void aRenameKeepsTheRunAndTheOldNameStillFindsIt() {
		String old = docker.name("old");
		String renamed = docker.name("renamed");
		ContainerId container = docker.run(old, REST);
		awaitSamples(old);
		JsonNode before = runner(old);
		docker.client().renameContainerCmd(container.value()).withName(renamed).exec();
		await().untilAsserted(() -> {
			JsonNode runner = runner(renamed);
			assertThat(runner.path("runner").asString()).isEqualTo(renamed);
			assertThat(runner.path("containerName").asString()).isEqualTo(renamed);
			assertThat(runner.path("formerNames").path(0).asString()).isEqualTo(old);
			assertThat(runner.path("runId")).isEqualTo(before.path("runId"));
			assertThat(runner.path("runCount").asInt()).isOne();
			assertThat(runner(old).path("runner").asString()).isEqualTo(renamed);
		});
		assertThat(samples(old)).isNotEmpty();
		assertThat(samples(renamed)).isNotEmpty();
	}

	@Test
	void aRemovedContainerKeepsItsHistory() {
		String name = docker.name("removed");
		ContainerId container = docker.run(name, REST);
		awaitSamples(name);
		docker.client().removeContainerCmd(container.value()).withForce(true).exec();
		JsonNode ended = awaitState(name, "ended");
		assertThat(ended.path("runs").path(0).path("exitCode").asInt()).isEqualTo(137);
		assertThat(samples(name)).isNotEmpty();
		assertThat(slicemeter.get("/api/v1/runners?state=ended&name=" + name).path("items")).hasSize(1);
		assertThat(slicemeter.get("/api/v1/runners?state=running&name=" + name).path("items")).isEmpty();
	}

	@Test
	void pausingAndNewLimitsShow() {
		String name = docker.name("changed");
		ContainerId container = docker.run(name, REST, (command) -> command.withLabels(Map.of("team", "build")));
		JsonNode running = awaitState(name, "running");
		assertThat(running.path("labels").path("team").asString()).isEqualTo("build");
		assertThat(running.path("limits").path("cpuMillicores").isNull()).isTrue();
		docker.client().pauseContainerCmd(container.value()).exec();
		awaitState(name, "paused");
		docker.client().unpauseContainerCmd(container.value()).exec();
		awaitState(name, "running");
		docker.client()
			.updateContainerCmd(container.value())
			.withCpuPeriod(100_000L)
			.withCpuQuota(25_000L)
			.withMemory(64L << 20)
			.withMemorySwap(128L << 20)
			.exec();
		await().untilAsserted(() -> {
			JsonNode limits = runner(name).path("limits");
			assertThat(limits.path("cpuMillicores").asLong()).isEqualTo(250);
			assertThat(limits.path("memoryBytes").asLong()).isEqualTo(64L << 20);
		});
	}

	@Test
	void theSliceAndTheHostAreSummedUp() {
		String name = docker.name("busiest");
		burn(name);
		awaitSamples(name);
		await().untilAsserted(() -> {
			String slice = runner(name).path("slice").asString();
			JsonNode summary = slicemeter.get("/api/v1/slices/" + slice + "/summary?from=-2m&top=100");
			assertThat(summary.path("slice").asString()).isEqualTo(slice);
			assertThat(summary.path("hosts").asInt()).isOne();
			assertThat(summary.path("runners").path("active").asInt()).isPositive();
			assertThat(summary.path("cpu").path("usageUsec").asLong()).isPositive();
			assertThat(summary.path("cpu").path("unattributedUsec").isNull()).isTrue();
			assertThat(summary.path("memory").path("maxBytes").asLong()).isPositive();
			assertThat(summary.path("top").path("cpu").valueStream().map((top) -> top.path("runner").asString()))
				.contains(name);
			assertThat(summary.path("headroom").path("memoryBytes").asLong()).isPositive();
		});
		await().untilAsserted(() -> {
			JsonNode hosts = slicemeter.get("/api/v1/hosts").path("items");
			assertThat(hosts).hasSize(1);
			JsonNode host = hosts.path(0);
			assertThat(host.path("host").asString()).isEqualTo(HOST);
			assertThat(host.path("source").asString()).isEqualTo("docker");
			assertThat(host.path("dockerVersion").asString())
				.isEqualTo(docker.client().versionCmd().exec().getVersion());
			assertThat(host.path("silent").asBoolean()).isFalse();
			assertThat(host.path("use").path("memoryBytes").asLong()).isPositive();
			assertThat(host.path("headroom").path("memoryBytes").asLong()).isPositive();
		});
	}

	@Test
	void samplesAreGivenAsCsvAndAsNdjsonToo() {
		String name = docker.name("forms");
		docker.run(name, REST);
		awaitSamples(name);
		String path = "/api/v1/runners/" + name + "/samples?from=-10s&step=1s&metric=memoryBytes,pids";
		HttpResponse<String> csv = slicemeter.request(path, "text/csv");
		assertThat(csv.statusCode()).isEqualTo(200);
		assertThat(csv.headers().firstValue("Content-Type"))
			.hasValueSatisfying((type) -> assertThat(type).startsWith("text/csv"));
		assertThat(csv.body().lines()).first().asString().startsWith("at,memoryBytes");
		assertThat(csv.body().lines().skip(1)).isNotEmpty()
			.allMatch((line) -> line.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ,[0-9.]*,[0-9.]*"))
			.anyMatch((line) -> line.matches(".*Z,\\d+.*,1"));
		HttpResponse<String> ndjson = slicemeter.request(path, "application/x-ndjson");
		assertThat(ndjson.statusCode()).isEqualTo(200);
		assertThat(ndjson.body().lines().map(JsonMapper.shared()::readTree)).isNotEmpty()
			.allMatch((line) -> line.has("at") && line.has("memoryBytes") && line.has("pids"))
			.anyMatch((line) -> line.path("pids").asInt(0) == 1);
	}

	@Test
	void anUnknownRunnerIsAProblemThatNamesIt() {
		HttpResponse<String> response = slicemeter.request("/api/v1/runners/nobody", "application/json");
		assertThat(response.statusCode()).isEqualTo(404);
		assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		JsonNode problem = JsonMapper.shared().readTree(response.body());
		assertThat(problem.path("type").asString()).isEqualTo("/problems/unknown-runner");
		assertThat(problem.path("detail").asString()).contains("nobody");
	}

	/// A container that would burn a whole CPU but may use half of one.
	private ContainerId burn(String name) {
		return docker.run(name, BURN,
				(command) -> command.withHostConfig(HostConfig.newHostConfig().withNanoCPUs(500_000_000L)));
	}

	private JsonNode runner(String name) {
		return slicemeter.get("/api/v1/runners/" + name);
	}

	private Instant currentAt(String name) {
		return Instant.parse(runner(name).path("current").path("at").asString());
	}

	private JsonNode awaitState(String name, String state) {
		return await().until(() -> runner(name), (runner) -> runner.path("state").asString().equals(state));
	}

	private void awaitSamples(String name) {
		await().untilAsserted(() -> assertThat(samples(name)).hasSizeGreaterThan(1));
	}

	private List<Double> samples(String name) {
		return samples(name, "memoryBytes");
	}

	private List<Double> samples(String name, String metric) {
		return slicemeter.get("/api/v1/runners/" + name + "/samples?from=-10m&step=1s&metric=" + metric)
			.path("columns")
			.path(metric)
			.valueStream()
			.filter((value) -> !value.isNull())
			.map(JsonNode::asDouble)
			.toList();
	}

	/// What the Engine itself says of a container now.
	private Statistics statistics(ContainerId container) {
		AsyncResultCallback<Statistics> answer = new AsyncResultCallback<>();
		try (ResultCallback<Statistics> _ = docker.client()
			.statsCmd(container.value())
			.withNoStream(true)
			.exec(answer)) {
			return answer.awaitResult();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Instant readAt(Statistics statistics) {
		return Instant.parse(statistics.getRead());
	}

	private static long cpuNanos(Statistics statistics) {
		return statistics.getCpuStats().getCpuUsage().getTotalUsage();
	}

	private static long throttledPeriods(Statistics statistics) {
		return statistics.getCpuStats().getThrottlingData().getThrottledPeriods();
	}

	/// Until something is sampled and stored, an answer may be a 404 or lack a field.
	private static ConditionFactory await() {
		return Awaitility.await()
			.atMost(90, TimeUnit.SECONDS)
			.pollInterval(300, TimeUnit.MILLISECONDS)
			.ignoreExceptionsMatching((failure) -> !(failure instanceof IllegalStateException))
			.pollDelay(Duration.ZERO);
	}

}
