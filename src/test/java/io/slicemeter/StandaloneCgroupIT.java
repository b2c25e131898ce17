package io.slicemeter;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;

import io.slicemeter.runner.SliceName;
import io.slicemeter.testing.CgroupDirectory;
import io.slicemeter.testing.CgroupTree;
import io.slicemeter.testing.FakeContainer;
import io.slicemeter.testing.FakeEngine;
import io.slicemeter.testing.RunningSlicemeter;
import io.slicemeter.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/// The whole application on the kernel's files: a cgroup v2 tree that is changed while it
/// is read, with an Engine that uses the systemd driver.
@ParameterizedClass
@EnumSource(TestDatabase.class)
@Timeout(180)
class StandaloneCgroupIT {

	private static final SliceName RUNNERS = new SliceName("ci-runners.slice");

	private static FakeEngine engine;

	private static CgroupTree tree;

	private static CgroupDirectory slice;

	private static RunningSlicemeter slicemeter;

	@TempDir
	private static Path directory;

	private static long pid = 4241;

	@Parameter
	TestDatabase kind;

	private final FakeContainer container;

	private final CgroupDirectory cgroup;

	@BeforeParameterizedClassInvocation
	static void start(TestDatabase kind) {
		tree = CgroupTree.create(directory.resolve("tree-" + kind));
		slice = tree.slice(RUNNERS.value());
		engine = FakeEngine.start().info("CgroupDriver", "systemd").info("CgroupVersion", "2");
		slicemeter = RunningSlicemeter.start(kind.empty(), "slicemeter.source=cgroup",
				"slicemeter.host.cgroup-root=" + tree.cgroupRoot(), "slicemeter.host.proc-root=" + tree.procRoot(),
				"slicemeter.host.name=tree", "slicemeter.slices=ci-runners", "slicemeter.interval=100ms",
				"slicemeter.docker.host=" + engine.host());
	}

	@AfterParameterizedClassInvocation
	static void stop() {
		try (FakeEngine _ = engine; RunningSlicemeter _ = slicemeter) {
			engine = null;
			slicemeter = null;
		}
	}

	StandaloneCgroupIT() {
		this.container = engine.create("runner-" + (++pid)).cgroupParent(RUNNERS.value()).pid(pid);
		this.cgroup = tree.container(RUNNERS, this.container.id());
		tree.process(pid, this.cgroup, CgroupTree.netDev(1000, 2000));
		this.container.start();
	}

	@Test
	void theFiguresOfTheFilesAreAnswered() {
		this.cgroup.memory(300_000_000, 50_000_000).write("pids.current", "7\n").write("memory.peak", "400000000\n");
		this.cgroup.write("memory.max", "536870912\n").write("cpu.max", "150000 100000\n");
		this.cgroup.cpuUsageUsec(9_000_000).oomKills(2);
		tree.network(pid, CgroupTree.netDev(5_000_000, 6_000_000));
		JsonNode current = awaitCurrent(this.container.name(), (reading) -> reading.path("pids").asLong() == 7
				&& reading.path("networkSentBytes").asLong() == 6_000_000 && reading.path("oomKills").asLong() == 2);
		assertThat(current.path("memoryBytes").asLong()).isEqualTo(250_000_000);
		assertThat(current.path("memoryCurrentBytes").asLong()).isEqualTo(300_000_000);
		assertThat(current.path("memoryPeakBytes").asLong()).isEqualTo(400_000_000);
		assertThat(current.path("cpuUsageUsec").asLong()).isEqualTo(9_000_000);
		assertThat(current.path("networkReceivedBytes").asLong()).isEqualTo(5_000_000);
		assertThat(current.path("networkAllBytes").asLong()).isEqualTo(11_000_000);
		assertThat(current.path("cpuPressureSomeUsec").isIntegralNumber()).isTrue();
		JsonNode runner = runner(this.container.name());
		assertThat(runner.path("slice").asString()).isEqualTo(RUNNERS.value());
		assertThat(runner.path("host").asString()).isEqualTo("tree");
		JsonNode summary = slicemeter.get("/api/v1/runners/" + this.container.name() + "/summary");
		assertThat(summary.path("oomKills").asLong()).isEqualTo(2);
		assertThat(summary.path("memory").path("peakBytes").asLong()).isEqualTo(400_000_000);
		assertThat(summary.path("memory").path("peakFrom").asString()).isEqualTo("kernel");
		JsonNode host = slicemeter.get("/api/v1/hosts").path("items").path(0);
		assertThat(host.path("source").asString()).isEqualTo("cgroup");
		assertThat(host.path("cgroupVersion").asInt()).isEqualTo(2);
		assertThat(host.path("cpus").asInt()).isEqualTo(4);
		assertThat(host.path("memoryBytes").asLong()).isEqualTo(16L << 30);
	}

	@Test
	void whatTheSliceUsedAndNoRunDidIsUnattributed() {
		slice.cpuUsageUsec(50_000_000);
		this.cgroup.cpuUsageUsec(40_000_000);
		awaitCurrent(this.container.name(), (reading) -> reading.path("cpuUsageUsec").asLong() == 40_000_000);
		awaitSlice((reading) -> reading.path("cpuUsageUsec").asLong() == 50_000_000);
		Instant from = Instant.parse(runner(this.container.name()).path("current").path("at").asString());
		slice.cpuUsageUsec(53_000_000);
		this.cgroup.cpuUsageUsec(42_000_000);
		awaitCurrent(this.container.name(), (reading) -> reading.path("cpuUsageUsec").asLong() == 42_000_000);
		awaitSlice((reading) -> reading.path("cpuUsageUsec").asLong() == 53_000_000);
		JsonNode summary = slicemeter.get("/api/v1/slices/ci-runners.slice/summary?from=" + from);
		assertThat(summary.path("cpu").path("usageUsec").asLong()).isEqualTo(3_000_000);
		assertThat(summary.path("cpu").path("unattributedUsec").asLong()).isEqualTo(1_000_000);
		assertThat(summary.path("cpu").path("unattributedIncludesServices").asBoolean()).isFalse();
		assertThat(summary.path("runners").path("active").asInt()).isPositive();
		assertThat(summary.path("top").path("cpu").path(0).path("runner").asString()).isEqualTo(this.container.name());
		assertThat(summary.path("top").path("cpu").path(0).path("usageUsec").asLong()).isEqualTo(2_000_000);
		assertThat(summary.path("headroom").path("cpuMillicores").isNumber()).isTrue();
	}

	@Test
	void aRestartIsASecondRunAndAContainerOutsideTheSliceIsNone() {
		String name = this.container.name();
		this.cgroup.cpuUsageUsec(8_000_000);
		awaitCurrent(name, (reading) -> reading.path("cpuUsageUsec").asLong() == 8_000_000);
		String firstRun = runner(name).path("runId").asString();
		this.cgroup.remove();
		tree.removeProcess(pid);
		this.container.die(137);
		await().until(() -> runner(name).path("state").asString().equals("ended"));
		CgroupDirectory second = tree.container(RUNNERS, this.container.id());
		second.cpuUsageUsec(1_000_000);
		tree.process(++pid, second, CgroupTree.netDev(1, 2));
		FakeContainer outside = engine.create("outside").pid(++pid);
		tree.process(pid, tree.container(new SliceName("system.slice"), outside.id()), CgroupTree.netDev(1, 2));
		outside.start();
		// told after the one outside: once this start is known, that one was looked at
		this.container.pid(pid - 1).start();
		await().untilAsserted(() -> {
			JsonNode runner = runner(name);
			assertThat(runner.path("runCount").asInt()).isEqualTo(2);
			assertThat(runner.path("runId").asString()).isNotEqualTo(firstRun);
			assertThat(runner.path("current").path("cpuUsageUsec").asLong()).isEqualTo(1_000_000);
			assertThat(runner.path("runs").path(1).path("exitCode").asInt()).isEqualTo(137);
		});
		assertThat(slicemeter.request("/api/v1/runners/outside", "application/json").statusCode()).isEqualTo(404);
	}

	@Test
	void itsOwnMetricsAreGivenToPrometheus() {
		await().until(() -> runner(this.container.name()).path("current").isObject());
		HttpResponse<String> metrics = slicemeter.request("/actuator/prometheus", "text/plain");
		assertThat(metrics.statusCode()).isEqualTo(200);
		assertThat(metrics.body().lines())
			.anyMatch((line) -> line.matches("slicemeter_timeseries_rows_written\\S* [1-9].*"));
	}

	private JsonNode runner(String name) {
		return slicemeter.get("/api/v1/runners/" + name);
	}

	private JsonNode awaitCurrent(String name, Predicate<JsonNode> wanted) {
		return await().until(() -> runner(name).path("current"), wanted::test);
	}

	private void awaitSlice(Predicate<JsonNode> wanted) {
		await().until(() -> slicemeter.get("/api/v1/slices")
			.path("items")
			.valueStream()
			.filter((item) -> item.path("slice").asString().equals(RUNNERS.value()))
			.map((item) -> item.path("current"))
			.anyMatch(wanted));
	}

	/// Until something is sampled and stored, an answer may be a 404 or lack a field.
	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(40)).ignoreExceptions();
	}

}
