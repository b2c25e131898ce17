package io.slicemeter;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.slicemeter.runner.SliceName;
import io.slicemeter.testing.CgroupDirectory;
import io.slicemeter.testing.CgroupTree;
import io.slicemeter.testing.FakeContainer;
import io.slicemeter.testing.FakeEngine;
import io.slicemeter.testing.RunningSlicemeter;
import io.slicemeter.testing.SlicemeterProcess;
import io.slicemeter.testing.TestDatabase;
import org.assertj.core.data.Offset;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;
import tools.jackson.databind.JsonNode;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/// The agent as a process, three times over one spool: killed while the database is away,
/// started while it still is, and replaced as by an upgrade.
@Timeout(400)
class AgentRestartsIT {

	private static final SliceName SLICE = new SliceName("ci-runners.slice");

	/// Longer than a tick is late on a busy machine, shorter than a start takes.
	private static final Duration NOTICEABLE = Duration.ofSeconds(4);

	private static final Pattern DEPTH = Pattern.compile("(?m)^slicemeter_spool_depth_rows\\S* (\\S+)");

	@TempDir
	private Path directory;

	private final PGSimpleDataSource dataSource = TestDatabase.EMBEDDED.migrated();

	private final JdbcClient database = JdbcClient.create(this.dataSource);

	private int port;

	@Test
	void onlyTheSecondsWithoutAnAgentAreMissingAndCoverageSaysSo() throws Exception {
		CgroupTree tree = CgroupTree.create(this.directory.resolve("tree"));
		try (FakeEngine engine = FakeEngine.start().info("CgroupDriver", "systemd").info("CgroupVersion", "2")) {
			start(engine, tree, "stays", 4242);
			FakeContainer ends = engine.create("ends").cgroupParent(SLICE.value()).pid(4243);
			CgroupDirectory endsDirectory = tree.container(SLICE, ends.id()).cpuUsageUsec(7_000_000);
			tree.process(4243, endsDirectory, CgroupTree.netDev(1, 2));
			ends.start();
			Instant killed;
			try (SlicemeterProcess agent = agent(engine, tree)) {
				await().until(() -> samples("stays").size() > 5 && samples("ends").size() > 5);
				takeAway(true);
				await().until(() -> depth() > 50);
				killed = Instant.now();
				agent.close();
			}
			endsDirectory.remove();
			ends.die(3);
			Instant replaced;
			try (SlicemeterProcess agent = agent(engine, tree)) {
				double found = depth();
				await().until(() -> depth() > found + 20);
				takeAway(false);
				await().until(() -> samples("stays").getLast().at().isAfter(killed.plus(NOTICEABLE))
						&& this.database.sql("select count(*) from run where runner = 'ends' and ended_at is not null")
							.query(Long.class)
							.single() == 1);
				replaced = Instant.now();
				agent.terminate();
				assertThat(agent.awaitExit()).isEqualTo(128 + 15);
			}
			try (SlicemeterProcess _ = agent(engine, tree)) {
				Instant started = Instant.now();
				await().until(() -> samples("stays").getLast().at().isAfter(started));
			}
			List<Sampled> stays = samples("stays");
			assertThat(gaps(stays)).as("gaps of %s", stays)
				.satisfiesExactly((gap) -> assertSpans(gap, killed), (gap) -> assertSpans(gap, replaced));
			assertIsTold(stays, killed);
		}
	}

	private void start(FakeEngine engine, CgroupTree tree, String name, long pid) {
		FakeContainer container = engine.create(name).cgroupParent(SLICE.value()).pid(pid);
		tree.process(pid, tree.container(SLICE, container.id()), CgroupTree.netDev(1, 2));
		container.start();
	}

	private SlicemeterProcess agent(FakeEngine engine, CgroupTree tree) throws IOException {
		try (ServerSocket socket = new ServerSocket(0)) {
			this.port = socket.getLocalPort();
		}
		SlicemeterProcess agent = SlicemeterProcess.start(this.directory,
				Stream.concat(RunningSlicemeter.databaseProperties(this.dataSource),
						Stream.of("slicemeter.role=agent", "server.port=" + this.port, "slicemeter.source=cgroup",
								"slicemeter.host.cgroup-root=" + tree.cgroupRoot(),
								"slicemeter.host.proc-root=" + tree.procRoot(), "slicemeter.host.name=tree",
								"slicemeter.slices=ci-runners", "slicemeter.interval=200ms",
								"slicemeter.docker.host=" + engine.host()))
					.toArray(String[]::new));
		agent.awaitOutput("Started Slicemeter");
		return agent;
	}

	/// Lets nobody into the database, and those out that are in.
	private void takeAway(boolean away) {
		PGSimpleDataSource other = TestDatabase.EMBEDDED.empty();
		String name = this.dataSource.getDatabaseName();
		JdbcClient server = JdbcClient.create(other);
		server.sql("alter database %s with allow_connections %s".formatted(name, !away)).update();
		if (away) {
			server.sql("select pg_terminate_backend(pid) from pg_stat_activity where datname = ?")
				.param(name)
				.query(Boolean.class)
				.list();
		}
	}

	/// How many samples wait in the agent's spool.
	private double depth() throws IOException, InterruptedException {
		try (HttpClient client = HttpClient.newHttpClient()) {
			String metrics = client
				.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.port + "/actuator/prometheus"))
					.build(), BodyHandlers.ofString())
				.body();
			Matcher matcher = DEPTH.matcher(metrics);
			return matcher.find() ? Double.parseDouble(matcher.group(1)) : 0;
		}
	}

	private List<Sampled> samples(String runner) {
		return this.database.sql("""
				select s.at, coalesce(s.covered_usec, 0) from run r
				join run_sample s on s.host_id = r.host_id and s.run_id = r.run_id
				where r.runner = ? order by s.at""")
			.param(runner)
			.query((row, _) -> new Sampled(row.getObject(1, OffsetDateTime.class).toInstant(), row.getLong(2)))
			.list();
	}

	private static List<Gap> gaps(List<Sampled> samples) {
		List<Gap> gaps = new ArrayList<>();
		for (int place = 1; place < samples.size(); place++) {
			Gap gap = new Gap(samples.get(place - 1).at(), samples.get(place).at());
			if (gap.length().compareTo(NOTICEABLE) > 0) {
				gaps.add(gap);
			}
		}
		return gaps;
	}

	/// It was sampled to the end.
	private static void assertSpans(Gap gap, Instant end) {
		assertThat(gap.from()).isBetween(end.minus(NOTICEABLE), end.plus(NOTICEABLE));
		assertThat(gap.to()).isAfter(end);
	}

	private void assertIsTold(List<Sampled> stays, Instant killed) {
		Instant from = stays.getFirst().at();
		Instant to = stays.getLast().at();
		long rangeUsec = Duration.between(from, to).toNanos() / 1000;
		double missing = gaps(stays).stream().mapToLong((gap) -> gap.length().toNanos() / 1000).sum()
				/ (double) rangeUsec;
		double covered = stays.stream().skip(1).mapToLong(Sampled::coveredUsec).sum() / (double) rangeUsec;
		try (RunningSlicemeter api = RunningSlicemeter.start(this.dataSource, "slicemeter.role=api")) {
			JsonNode summary = api.get("/api/v1/runners/stays/summary?from=%s&to=%s".formatted(from, to));
			assertThat(summary.path("runs").asInt()).isOne();
			assertThat(summary.path("coverage").asDouble()).isCloseTo(covered, Offset.offset(0.02))
				.isLessThan(1 - missing + 0.05);
			JsonNode runner = api.get("/api/v1/runners/ends");
			assertThat(runner.path("runCount").asInt()).isOne();
			assertThat(runner.path("state").asString()).isEqualTo("ended");
			JsonNode closing = api.get("/api/v1/runs/" + runner.path("runId").asString()).path("closing");
			assertThat(closing.path("reason").asString()).isEqualTo("agent-down");
			assertThat(closing.path("exact").asBoolean()).isFalse();
			assertThat(closing.path("cpuUsageUsec").asLong()).isEqualTo(7_000_000);
			// what was only in the spool when its agent was killed is there
			Instant last = samples("ends").getLast().at();
			assertThat(last).isBetween(killed.minus(NOTICEABLE), killed.plus(NOTICEABLE));
		}
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofMinutes(1)).ignoreExceptions();
	}

	private record Sampled(Instant at, long coveredUsec) {
	}

	private record Gap(Instant from, Instant to) {

		Duration length() {
			return Duration.between(this.from, this.to);
		}

	}

}
