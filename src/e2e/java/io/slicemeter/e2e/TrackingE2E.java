package io.slicemeter.e2e;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/// What containers can be on a real host: in networks of all kinds, in nested slices,
/// with an engine inside, restarted by the Engine, outlived by an Engine or by the
/// service.
@OnFreshGuest
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TrackingE2E {

	/// A proxy to the Engine's socket that notes the first line of each request.
	private static final String COUNTING_PROXY = """
			import os, re, socket, threading
			log = open('/run/counting-proxy.log', 'wb', buffering=0)
			def pump(source, sink, note):
			    while data := source.recv(65536):
			        if note:
			            for line in re.findall(rb'(?:GET|POST|PUT|DELETE|HEAD) \\S+ HTTP/1.1', data):
			                log.write(line + b'\\n')
			        sink.sendall(data)
			    sink.shutdown(socket.SHUT_WR)
			server = socket.socket(socket.AF_UNIX)
			server.bind('/run/counting-proxy.sock')
			os.chmod('/run/counting-proxy.sock', 0o666)
			server.listen(64)
			while True:
			    client = server.accept()[0]
			    engine = socket.socket(socket.AF_UNIX)
			    engine.connect('/run/docker.sock')
			    threading.Thread(target=pump, args=(client, engine, True), daemon=True).start()
			    threading.Thread(target=pump, args=(engine, client, False), daemon=True).start()
			""";

	private final Guest guest;

	private final Runners runners;

	TrackingE2E(Guest guest) {
		this.guest = guest;
		this.runners = new Runners(guest.agent());
	}

	@BeforeAll
	static void startAgent(Guest guest) {
		guest.run("""
				cat > /etc/docker/daemon.json <<'END'
				{"exec-opts": ["native.cgroupdriver=systemd"], "ip6tables": false, "userland-proxy": false,
				"live-restore": true}
				END
				systemctl reload docker""");
		guest.agent().start();
		guest.agent().awaitHealthy();
	}

	@AfterAll
	static void stopAgent(Guest guest) {
		guest.agent().stop();
	}

	@Test
	void cpuOverHalfAMinuteIsTheKernels() {
		String id = this.guest.startRunner("busy", "load", "busy", "90000");
		this.runners.awaitUsage("busy");
		String[] read = this.guest.run("""
				f=%s/cpu.stat; read _ a < $f; s=$(date +%%s.%%N); sleep 30; read _ b < $f; e=$(date +%%s.%%N)
				echo $((b - a)) $s $e""".formatted(Guest.cgroup(id))).strip().split(" ");
		double seconds = Double.parseDouble(read[2]) - Double.parseDouble(read[1]);
		double millicores = Long.parseLong(read[0]) / seconds / 1000;
		String range = "?from=%s&to=%s".formatted(read[1], read[2]);
		double shown = Awaitility.await("the range to be written")
			.atMost(Duration.ofMinutes(2))
			.pollDelay(Duration.ofSeconds(5))
			.until(() -> this.guest.agent().api("/runners/busy/summary" + range),
					(summary) -> summary.path("coverage").asDouble() > 0.95)
			.at("/cpu/meanMillicores")
			.asDouble();
		System.out.printf("cpu over %.1f s: the kernel says %.2f millicores, the service %.2f (%+.2f %%)%n", seconds,
				millicores, shown, 100 * (shown / millicores - 1));
		this.guest.docker("rm", "--force", "busy");
		assertThat(shown).isCloseTo(millicores, within(0.01 * millicores));
	}

	@Test
	void anOomKillOfAnExecIsCountedAndStays() {
		this.guest.docker("run", "--detach", "--memory=32m", "--cgroup-parent", Guest.SLICE, "--name", "exec-oom",
				"busybox:local", "sleep", "600");
		this.runners.awaitUsage("exec-oom");
		String code = this.guest.run("docker exec exec-oom load alloc 80000000 100 > /dev/null 2>&1; echo $?").strip();
		assertThat(code).isEqualTo("137");
		this.runners.await("exec-oom", "the kill", (shown) -> shown.at("/current/oomKills").asLong() == 1);
		assertThat(this.runners.state("exec-oom")).isEqualTo("running");
		this.guest.docker("rm", "--force", "exec-oom");
		JsonNode run = this.runners.ended("exec-oom");
		assertThat(run.at("/closing/oomKills").asLong()).isEqualTo(1);
		assertThat(run.at("/closing/oomKillMoments").size()).isEqualTo(1);
		assertThat(run.path("state").asString()).isEqualTo("ended");
	}

	@Test
	void anOomKillWhileStartingIsAFailedRun() {
		// runc's first process reads the container's configuration, and this environment
		// is part of it
		this.guest
			.run("""
					for i in $(seq 24); do printf 'V%%s=' $i; head -c 100000 /dev/zero | tr '\\0' x; echo; done > /var/tmp/large
					docker run --detach --memory=6m --env-file /var/tmp/large --cgroup-parent %s --name oom-start \
						busybox:local true || true"""
				.formatted(Guest.SLICE));
		JsonNode run = this.runners.ended("oom-start");
		System.out.println("killed while starting: " + run);
		assertThat(run.path("state").asString()).isEqualTo("failed");
		assertThat(run.at("/closing/oomKills").asLong()).isGreaterThanOrEqualTo(1);
		this.guest.docker("rm", "--force", "oom-start");
		assertThat(this.runners.ended("oom-start").at("/closing/oomKills")).isEqualTo(run.at("/closing/oomKills"));
	}

	@Test
	void aRestartPolicyMakesOneRunPerLifetime() {
		this.guest.docker("run", "--detach", "--restart=on-failure:2", "--cgroup-parent", Guest.SLICE, "--name",
				"policy", "busybox:local", "sh", "-c", "load burn 100; sleep 1; exit 3");
		List<JsonNode> runs = this.runners.allEnded("policy", 3);
		assertThat(runs).allSatisfy((run) -> {
			assertThat(run.path("exitCode").asInt()).isEqualTo(3);
			assertThat(run.at("/closing/cpuUsageUsec").asLong()).isGreaterThanOrEqualTo(100_000);
		});
		assertThat(runs).extracting((run) -> run.path("runId").asString()).doesNotHaveDuplicates();
		System.out.printf("a restart policy's 3 runs: %d closed exactly%n",
				runs.stream().filter((run) -> run.at("/closing/exact").asBoolean()).count());
	}

	@Test
	void anEngineInsideThatMovesItsProcessesIsOneRun() {
		String id = this.guest.docker("run", "--detach", "--privileged", "--cgroupns=private", "--cgroup-parent",
				Guest.SLICE, "--name", "nested", "busybox:local", "sh", "-c",
				"mkdir /sys/fs/cgroup/init && echo $$ > /sys/fs/cgroup/init/cgroup.procs && load burn 1500; "
						+ "cat /sys/fs/cgroup/cgroup.procs > /tmp/left; sleep 15; load burn 500");
		JsonNode running = this.runners.await("nested", "its CPU time",
				(shown) -> shown.at("/current/cpuUsageUsec").asLong() >= 1_500_000);
		assertThat(running.path("state").asString()).isEqualTo("running");
		assertThat(running.path("runs").size()).isEqualTo(1);
		assertThat(this.guest.run("cat %s/cgroup.procs".formatted(Guest.cgroup(id)))).isEmpty();
		JsonNode run = this.runners.ended("nested");
		assertThat(run.at("/closing/cpuUsageUsec").asLong()).isGreaterThanOrEqualTo(2_000_000);
		assertThat(run.at("/closing/exact").asBoolean()).as(run.toString()).isTrue();
	}

	@Test
	void eachNetworkBelongsToOneRun() {
		String sink = this.guest.startRunner("net-own", "load", "sink", "9000");
		String address = this.guest.docker("inspect", "--format", "{{.NetworkSettings.IPAddress}}", sink).strip();
		network("net-host", "host");
		network("net-none", "none");
		network("net-shared", "container:net-own");
		this.guest.startRunner("net-client", "sh", "-c", "load send %s 9000 3000000; sleep 600".formatted(address));
		JsonNode own = this.runners.await("net-own", "its traffic",
				(shown) -> shown.at("/current/networkReceivedBytes").asLong() >= 3_000_000);
		assertThat(own.at("/current/networkReceivedBytes").asLong()).isLessThan(3_500_000);
		for (String name : List.of("net-host", "net-none", "net-shared")) {
			JsonNode current = this.runners.awaitUsage(name).path("current");
			assertThat(current.path("networkReceivedBytes").isNull()).as(name + ": " + current).isTrue();
			assertThat(current.path("networkSentBytes").isNull()).as(name + ": " + current).isTrue();
		}
		this.guest.docker("rm", "--force", "net-client", "net-shared", "net-none", "net-host", "net-own");
		assertThat(this.runners.ended("net-shared").at("/closing/networkSentBytes").isNull()).isTrue();
		assertThat(this.runners.ended("net-own").at("/closing/networkReceivedBytes").asLong()).isBetween(3_000_000L,
				3_500_000L);
	}

	private void network(String name, String mode) {
		this.guest.docker("run", "--detach", "--network", mode, "--cgroup-parent", Guest.SLICE, "--name", name,
				"busybox:local", "sleep", "600");
	}

	@Test
	void aNestedSliceIsSeenAndWhatIsOutsideIsNot() {
		this.guest.docker("run", "--detach", "--name", "outside", "busybox:local", "sleep", "600");
		this.guest.docker("run", "--detach", "--cgroup-parent", "runners.slice", "--name", "elsewhere", "busybox:local",
				"sleep", "600");
		this.guest.docker("run", "--detach", "--cgroup-parent", "ci-runners-big.slice", "--name", "in-nested",
				"busybox:local", "sh", "-c", "load burn 300; sleep 600");
		JsonNode nested = this.runners.awaitUsage("in-nested");
		assertThat(nested.path("slice").asString()).isEqualTo("ci-runners-big.slice");
		assertThat(this.guest.agent().api("/runners?slice=" + Guest.SLICE + "&name=in-nested").path("items").size())
			.as("found by the slice above")
			.isEqualTo(1);
		assertThat(this.runners.isKnown("outside")).isFalse();
		assertThat(this.runners.isKnown("elsewhere")).isFalse();
		this.guest.docker("rm", "--force", "in-nested", "outside", "elsewhere");
		assertThat(this.runners.ended("in-nested").at("/closing/cpuUsageUsec").asLong())
			.isGreaterThanOrEqualTo(300_000);
	}

	@Test
	@Order(Integer.MAX_VALUE - 2)
	void anEngineThatRestartsUnderLivingContainersLosesNothing() {
		this.guest.startRunner("outlives", "sh", "-c", "load busy 600000");
		String run = this.runners.awaitUsage("outlives").path("runId").asString();
		Instant from = Instant.parse(this.runners.runner("outlives").at("/current/at").asString());
		this.guest.run("systemctl restart docker && until docker info > /dev/null 2>&1; do sleep 1; done");
		Instant back = Instant.ofEpochSecond(Long.parseLong(this.guest.run("date +%s").strip()));
		JsonNode after = this.runners.await("outlives", "samples after the restart",
				(shown) -> Instant.parse(shown.at("/current/at").asString()).isAfter(back.plusSeconds(4)));
		assertThat(after.path("runId").asString()).isEqualTo(run);
		assertThat(after.path("state").asString()).isEqualTo("running");
		double coverage = this.guest.agent()
			.api("/runners/outlives/summary?from=%s&to=%s".formatted(from, back))
			.path("coverage")
			.asDouble();
		System.out.printf("Engine restarted with live-restore: coverage %.3f over %d s%n", coverage,
				Duration.between(from, back).toSeconds());
		assertThat(coverage).isGreaterThan(0.9);
		this.guest.docker("rm", "--force", "outlives");
		JsonNode ended = this.runners.ended("outlives");
		assertThat(ended.path("runId").asString()).isEqualTo(run);
		assertThat(ended.at("/closing/exact").asBoolean()).as(ended.toString()).isTrue();
	}

	@Test
	@Order(Integer.MAX_VALUE - 1)
	void aServiceThatRestartsGoesOnWithWhatLivesAndClosesWhatDied() {
		this.guest.startRunner("lives-on", "sh", "-c", "load burn 500; sleep 1200");
		this.guest.startRunner("dies", "sh", "-c", "load burn 200; sleep 1200");
		JsonNode before = this.runners.awaitUsage("lives-on");
		this.runners.awaitUsage("dies");
		this.guest.agent().stop();
		this.guest.docker("kill", "dies");
		this.guest.agent().start();
		this.guest.agent().awaitHealthy();
		JsonNode dead = this.runners.ended("dies");
		assertThat(dead.at("/closing/exact").asBoolean()).isFalse();
		assertThat(dead.at("/closing/reason").asString()).isEqualTo("agent-down");
		assertThat(dead.path("exitCode").asInt()).isEqualTo(137);
		Instant stopped = Instant.parse(before.at("/current/at").asString());
		JsonNode after = this.runners.await("lives-on", "new samples",
				(shown) -> Instant.parse(shown.at("/current/at").asString()).isAfter(stopped.plusSeconds(60)));
		assertThat(after.path("runId")).isEqualTo(before.path("runId"));
		assertThat(after.path("startedAt")).isEqualTo(before.path("startedAt"));
		assertThat(after.path("runs").size()).isEqualTo(1);
		// asleep all the time: what it used while nobody looked is no jump
		assertThat(after.at("/current/cpuMillicores").asDouble()).isLessThan(200);
		this.guest.docker("rm", "--force", "lives-on", "dies");
	}

	@Test
	@Order(Integer.MAX_VALUE)
	void aSteadyTickAsksTheEngineNothing() {
		this.guest.run("cat > /var/tmp/proxy.py <<'END'\n" + COUNTING_PROXY
				+ "END\nsystemd-run --quiet --unit=counting-proxy python3 /var/tmp/proxy.py");
		this.guest.agent().stop();
		// far away from the next reconcile, which does ask
		this.guest.agent()
			.start("--slicemeter.docker.host=unix:///run/counting-proxy.sock",
					"--slicemeter.docker.reconcile-interval=1h");
		this.guest.agent().awaitHealthy();
		for (int number = 1; number <= 3; number++) {
			this.guest.startRunner("steady-" + number, "sleep", "1200");
		}
		JsonNode before = this.runners.awaitUsage("steady-3");
		String requests = "wc -l < /run/counting-proxy.log";
		String settled = Awaitility.await("the Engine is left alone")
			.atMost(Duration.ofMinutes(2))
			.pollInterval(Duration.ofSeconds(10))
			.until(new Settled(() -> this.guest.run(requests).strip()), Objects::nonNull);
		Instant from = Instant.parse(this.runners.runner("steady-3").at("/current/at").asString());
		JsonNode after = this.runners.await("steady-3", "half a minute of samples",
				(shown) -> Instant.parse(shown.at("/current/at").asString()).isAfter(from.plusSeconds(30)));
		String counted = this.guest.run(requests).strip();
		System.out.printf("requests to the Engine: %s until steady, %s after half a minute of ticks%n", settled,
				counted);
		assertThat(Integer.parseInt(settled)).as("requests go through the proxy").isPositive();
		assertThat(counted).isEqualTo(settled);
		assertThat(after.path("runId")).isEqualTo(before.path("runId"));
		this.guest.docker("rm", "--force", "steady-1", "steady-2", "steady-3");
	}

	/// The same answer twice running; null until then.
	private static final class Settled implements Callable<@Nullable String> {

		private final Supplier<String> answer;

		private @Nullable String last;

		private Settled(Supplier<String> answer) {
			this.answer = answer;
		}

		@Override
		public @Nullable String call() {
			String next = this.answer.get();
			boolean same = next.equals(this.last);
			this.last = next;
			return same ? next : null;
		}

	}

}
