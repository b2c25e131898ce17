package io.slicemeter.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.slicemeter.runner.SliceName;
import io.slicemeter.testing.CgroupDirectory;
import io.slicemeter.testing.CgroupTree;
import io.slicemeter.testing.FakeContainer;
import io.slicemeter.testing.FakeEngine;
import io.slicemeter.testing.FleetDatabase;
import io.slicemeter.testing.RunningSlicemeter;
import io.slicemeter.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/// A fleet of one host as the chart installs it: an agent, maintenance and the API, each
/// with its own role of the database.
@Timeout(300)
class FleetIT {

	private static final SliceName RUNNERS = new SliceName("ci-runners.slice");

	private static final Pattern METRIC = Pattern.compile("\\b(slicemeter_[a-z_]*)(?:\\{([^}]*)})?");

	private static final Pattern LABEL = Pattern.compile("\\b([a-z_]+)\\s*(?:=~|!~|!=|=)\\s*\"");

	private static final Pattern BY = Pattern.compile("\\bby \\(([^)]*)\\)");

	/// What Prometheus itself labels with: of each target, and by the relabelling of the
	/// chart's ServiceMonitors.
	private static final Set<String> OF_PROMETHEUS = Set.of("job", "namespace", "instance", "node");

	/// Users of the database, and what Grafana calls its own.
	private static final Set<String> NO_METRICS = Set.of("slicemeter_owner", "slicemeter_agent", "slicemeter_api",
			"slicemeter_maintainer", "slicemeter_grafana");

	private static FakeEngine engine;

	private static RunningSlicemeter agent;

	private static RunningSlicemeter maintain;

	private static RunningSlicemeter api;

	@BeforeAll
	static void start(@TempDir Path directory) {
		FleetDatabase database = FleetDatabase.migrated(TestDatabase.EMBEDDED);
		CgroupTree tree = CgroupTree.create(directory);
		engine = FakeEngine.start().info("CgroupDriver", "systemd").info("CgroupVersion", "2");
		agent = RunningSlicemeter.start(database.as("agent"), "slicemeter.role=agent", "slicemeter.source=cgroup",
				"slicemeter.host.cgroup-root=" + tree.cgroupRoot(), "slicemeter.host.proc-root=" + tree.procRoot(),
				"slicemeter.host.name=ci-01", "slicemeter.slices=ci-runners", "slicemeter.interval=100ms",
				"slicemeter.docker.host=" + engine.host());
		maintain = RunningSlicemeter.start(database.as("maintainer"), "slicemeter.role=maintain");
		api = RunningSlicemeter.start(database.as("api"), "slicemeter.role=api");
		usesDisk(tree.slice(RUNNERS.value()));
		run(tree, 4241, "build-1");
		CgroupDirectory second = run(tree, 4242, "build-2");
		await().until(() -> runner("build-2").path("current").path("cpuUsageUsec").isIntegralNumber());
		second.cpuUsageUsec(7_000_000).populated(false);
		await().until(() -> api.get("/api/v1/runs/" + runner("build-2").path("runId").asString())
			.path("closing")
			.path("exact")
			.asBoolean());
	}

	private static CgroupDirectory run(CgroupTree tree, long pid, String name) {
		FakeContainer container = engine.create(name).cgroupParent(RUNNERS.value()).pid(pid);
		CgroupDirectory cgroup = tree.container(RUNNERS, container.id());
		usesDisk(cgroup);
		tree.process(pid, cgroup, CgroupTree.netDev(1000, 2000));
		container.start();
		return cgroup;
	}

	private static void usesDisk(CgroupDirectory cgroup) {
		cgroup.write("io.stat", "8:0 rbytes=4096 wbytes=8192 rios=1 wios=2 dbytes=0 dios=0\n");
	}

	@AfterAll
	static void stop() {
		try (FakeEngine _ = engine;
				RunningSlicemeter _ = agent;
				RunningSlicemeter _ = maintain;
				RunningSlicemeter _ = api) {
			engine = null;
		}
	}

	@Test
	void eachPartDoesItsWorkWithTheRightsOfItsRole() {
		assertThat(runner("build-1").path("state").asString()).isEqualTo("running");
		assertThat(api.get("/api/v1/hosts").path("items").path(0).path("host").asString()).isEqualTo("ci-01");
		assertThat(api.get("/api/v1/slices/ci-runners.slice/summary").path("runners").path("started").asInt())
			.isEqualTo(2);
		for (RunningSlicemeter part : List.of(agent, maintain, api)) {
			await().untilAsserted(
					() -> assertThat(part.get("/actuator/health").path("status").asString()).isEqualTo("UP"));
		}
		assertThat(metrics(agent).lines()).contains("slicemeter_exits_latency_seconds_count 1");
		assertThat(metrics(agent)).doesNotContainPattern("(?m)^slicemeter_timeseries_failures_batches_total [1-9]");
		assertThat(metrics(maintain)).doesNotContainPattern("(?m)^slicemeter_maintenance_failures_total\\S* [1-9]");
	}

	@Test
	void everyMetricAndLabelOfADashboardIsExported() {
		Map<String, Set<String>> exported = exported();
		assertThat(Dashboard.all())
			.allSatisfy((dashboard) -> assertThat(Stream.concat(dashboard.expressions(), dashboard.variableQueries()))
				.allSatisfy((expression) -> assertAskable(expression, exported)));
	}

	@Test
	void everyMetricAndLabelOfAnAlertIsExported() {
		Map<String, Set<String>> exported = exported();
		assertThat(Chart.alerts()).allSatisfy((alert) -> assertAskable(alert.getExpr().getStrVal(), exported))
			.isNotEmpty();
	}

	private static void assertAskable(String expression, Map<String, Set<String>> exported) {
		Set<String> all = new TreeSet<>(OF_PROMETHEUS);
		for (MatchResult metric : METRIC.matcher(expression).results().toList()) {
			assertThat(exported).as(expression).containsKey(metric.group(1));
			Set<String> labels = new TreeSet<>(exported.get(metric.group(1)));
			labels.addAll(OF_PROMETHEUS);
			all.addAll(labels);
			assertThat(names(LABEL, (metric.group(2) != null) ? metric.group(2) : "")).as(expression)
				.isSubsetOf(labels);
		}
		for (MatchResult by : BY.matcher(expression).results().toList()) {
			assertThat(by.group(1).split(", *")).as(expression).isSubsetOf(all);
		}
	}

	/// What ends in `_` stands for all that begin so.
	@Test
	void everyMetricOfTheDocumentationIsExported() throws IOException {
		Set<String> exported = exported().keySet();
		for (String file : List.of("README.md", "docs/operations.md", "helm/slicemeter/README.md")) {
			assertThat(names(METRIC, Files.readString(Path.of(file)))).filteredOn((name) -> !NO_METRICS.contains(name))
				.allSatisfy((name) -> assertThat(exported).as("%s of %s", name, file)
					.anyMatch((metric) -> metric.equals(name) || metric.equals(name + "_count")
							|| name.endsWith("_") && metric.startsWith(name)));
		}
	}

	/// The metrics of all parts, with their labels.
	private static Map<String, Set<String>> exported() {
		Map<String, Set<String>> exported = new TreeMap<>();
		for (RunningSlicemeter part : List.of(agent, maintain, api)) {
			METRIC.matcher(metrics(part).replaceAll("(?m)^#.*$", ""))
				.results()
				.forEach((metric) -> exported.computeIfAbsent(metric.group(1), (_) -> new TreeSet<>())
					.addAll(names(LABEL, (metric.group(2) != null) ? metric.group(2) : "")));
		}
		return exported;
	}

	private static String metrics(RunningSlicemeter part) {
		return part.request("/actuator/prometheus", "text/plain").body();
	}

	private static Set<String> names(Pattern pattern, String text) {
		return pattern.matcher(text).results().map((match) -> match.group(1)).collect(Collectors.toSet());
	}

	private static JsonNode runner(String name) {
		return api.get("/api/v1/runners/" + name);
	}

	/// Until something is sampled and stored, an answer may be a 404 or lack a field.
	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(60)).ignoreExceptions();
	}

}
