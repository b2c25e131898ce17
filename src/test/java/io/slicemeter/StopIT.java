package io.slicemeter;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import io.slicemeter.runner.SliceName;
import io.slicemeter.testing.CgroupDirectory;
import io.slicemeter.testing.CgroupTree;
import io.slicemeter.testing.FakeContainer;
import io.slicemeter.testing.FakeEngine;
import io.slicemeter.testing.RunningSlicemeter;
import io.slicemeter.testing.SlicemeterProcess;
import io.slicemeter.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/// What an agent still does when it is told to end, and in which order: it looks for exits
/// no more, samples no more, writes what it has, and answers until then.
@Timeout(300)
class StopIT {

	private static final SliceName RUNNERS = new SliceName("ci-runners.slice");

	private static final long PID = 4241;

	private final PGSimpleDataSource database = TestDatabase.EMBEDDED.migrated();

	private final JdbcClient rows = JdbcClient.create(this.database);

	private final HttpClient client = HttpClient.newHttpClient();

	@Test
	void whatWasSampledJustBeforeIsWrittenWhileItStillAnswersAndNothingIsSampledMeanwhile(@TempDir Path directory)
			throws Exception {
		CgroupTree tree = CgroupTree.create(directory.resolve("tree"));
		int port = freePort();
		try (FakeEngine engine = FakeEngine.start().info("CgroupDriver", "systemd").info("CgroupVersion", "2")) {
			CgroupDirectory cgroup = run(tree, engine);
			try (SlicemeterProcess agent = start(directory, tree, engine, port);
					Connection connection = this.database.getConnection()) {
				cgroup.cpuUsageUsec(1_000_000);
				await().until(() -> sampled(1_000_000));
				connection.setAutoCommit(false);
				connection.createStatement().execute("lock table run_sample in access exclusive mode");
				cgroup.cpuUsageUsec(2_000_000);
				await().until(() -> get(port, "/actuator/prometheus").body()
					.lines()
					.anyMatch(
							(line) -> line.startsWith("slicemeter_runner_cpu_seconds_total") && line.endsWith(" 2.0")));
				agent.terminate();
				await().until(() -> engine.eventSubscribers() == 0);
				assertThat(get(port, "/livez").statusCode()).as(agent.output()).isEqualTo(200);
				AtomicReference<String> before = new AtomicReference<>("");
				Awaitility.await("the last tick").pollInterval(Duration.ofMillis(300)).until(() -> {
					String now = samplesTaken(port);
					return now.equals(before.getAndSet(now));
				});
				cgroup.cpuUsageUsec(3_000_000);
				connection.rollback();
				assertThat(agent.awaitExit()).isEqualTo(128 + 15);
			}
		}
		assertThat(sampled(2_000_000)).isTrue();
		assertThat(sampled(3_000_000)).isFalse();
	}

	@Test
	void anExitThatWasSeenJustBeforeIsWrittenWithItsExactTotals(@TempDir Path directory) throws Exception {
		CgroupTree tree = CgroupTree.create(directory.resolve("tree"));
		int port = freePort();
		try (FakeEngine engine = FakeEngine.start().info("CgroupDriver", "systemd").info("CgroupVersion", "2")) {
			CgroupDirectory cgroup = run(tree, engine);
			try (SlicemeterProcess agent = start(directory, tree, engine, port);
					Connection connection = this.database.getConnection()) {
				cgroup.cpuUsageUsec(1_000_000);
				await().until(() -> sampled(1_000_000));
				connection.setAutoCommit(false);
				connection.createStatement().execute("lock table run in access exclusive mode");
				cgroup.cpuUsageUsec(7_000_000).populated(false);
				await().until(() -> get(port, "/actuator/prometheus").body()
					.contains("slicemeter_closing_records_total{how=\"exact\"} 1.0"));
				agent.terminate();
				await().until(() -> engine.eventSubscribers() == 0);
				connection.rollback();
				assertThat(agent.awaitExit()).isEqualTo(128 + 15);
			}
		}
		assertThat(this.rows.sql("select closing ->> 'cpuUsageUsec' from run where (closing ->> 'exact')::boolean")
			.query(Long.class)
			.single()).isEqualTo(7_000_000);
	}

	private static CgroupDirectory run(CgroupTree tree, FakeEngine engine) {
		FakeContainer container = engine.create("build-1").cgroupParent(RUNNERS.value()).pid(PID);
		CgroupDirectory cgroup = tree.container(RUNNERS, container.id());
		tree.process(PID, cgroup, CgroupTree.netDev(1000, 2000));
		container.start();
		return cgroup;
	}

	private SlicemeterProcess start(Path directory, CgroupTree tree, FakeEngine engine, int port) throws IOException {
		return SlicemeterProcess.start(directory,
				Stream.concat(RunningSlicemeter.databaseProperties(this.database),
						Stream.of("slicemeter.role=agent", "server.port=" + port, "slicemeter.source=cgroup",
								"slicemeter.host.cgroup-root=" + tree.cgroupRoot(),
								"slicemeter.host.proc-root=" + tree.procRoot(), "slicemeter.slices=ci-runners",
								"slicemeter.interval=100ms", "slicemeter.docker.host=" + engine.host(),
								"slicemeter.timeseries.lock-timeout=500ms"))
					.toArray(String[]::new));
	}

	private boolean sampled(long cpuUsageUsec) {
		return this.rows.sql("select exists (select from run_sample where cpu_usage_usec = ?)")
			.param(cpuUsageUsec)
			.query(Boolean.class)
			.single();
	}

	private String samplesTaken(int port) throws IOException, InterruptedException {
		return get(port, "/actuator/prometheus").body()
			.lines()
			.filter((line) -> line.startsWith("slicemeter_samples_total"))
			.findFirst()
			.orElseThrow();
	}

	private HttpResponse<String> get(int port, String path) throws IOException, InterruptedException {
		return this.client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
			.timeout(Duration.ofSeconds(10))
			.build(), BodyHandlers.ofString());
	}

	/// Until it listens, a request may be refused.
	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(60)).ignoreExceptions();
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0)) {
			return socket.getLocalPort();
		}
	}

}
