package io.slicemeter.e2e;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/// Runs end on a real cgroup v2 kernel under a real Engine, metered by an unprivileged
/// user: each has a closing record with the right totals. Prints what it measured.
@OnFreshGuest
class ClosingE2E {

	private static final String SLICE_CPU = "awk '$1 == \"usage_usec\" { print $2 }' /sys/fs/cgroup/ci.slice/"
			+ Guest.SLICE + "/cpu.stat";

	private final Guest guest;

	private final Runners runners;

	ClosingE2E(Guest guest) {
		this.guest = guest;
		this.runners = new Runners(guest.agent());
	}

	@BeforeAll
	static void startAgent(Guest guest) {
		guest.agent().start();
		guest.agent().awaitHealthy();
	}

	@AfterAll
	static void stopAgent(Guest guest) {
		guest.agent().stop();
	}

	@Test
	void churnIsAttributedAndClosedExactly() {
		// outside the slice: it is no run of it
		String sink = this.guest
			.docker("run", "--detach", "--cgroup-parent", "runners.slice", "--name", "churn-sink", "busybox:local",
					"load", "sink", "9000")
			.strip();
		String address = this.guest.docker("inspect", "--format", "{{.NetworkSettings.IPAddress}}", sink).strip();
		long before = sliceUsageUsec();
		String from = this.guest.run("date +%s.%N").strip();
		this.guest.run("""
				cat > /var/tmp/churn <<'END'
				#!/bin/sh
				n=$1
				case $((n %% 5)) in
				0) set -- --memory=24m busybox:local load alloc 60000000 100;;
				1) set -- --rm busybox:local load burn 300;;
				2) set -- busybox:local sh -c 'load burn 200; sleep 1; load send %s 9000 1000000';;
				3) set -- --rm busybox:local sh -c 'load burn 100; sleep 2; load burn 100';;
				4) set -- busybox:local sh -c 'sleep 4; exit 3';;
				esac
				docker run --detach --cgroup-parent=%s --name "churn-$n" "$@" > /dev/null
				END
				chmod +x /var/tmp/churn; seq 60 | xargs -P 6 -n 1 /var/tmp/churn""".formatted(address, Guest.SLICE));
		List<JsonNode> runs = new ArrayList<>();
		for (int number = 1; number <= 60; number++) {
			runs.add(this.runners.ended("churn-" + number));
		}
		runs.forEach(
				(run) -> System.out.printf("%s: %s, exit code %d, %d µs, %d OOM kills%n", run.path("runner").asString(),
						run.at("/closing/exact").asBoolean() ? "exact" : run.at("/closing/reason"),
						run.path("exitCode").asInt(), run.at("/closing/cpuUsageUsec").asLong(),
						run.at("/closing/oomKills").asLong()));
		long usedUsec = sliceUsageUsec() - before;
		long attributedUsec = runs.stream().mapToLong((run) -> run.at("/closing/cpuUsageUsec").asLong()).sum();
		long exact = runs.stream().filter((run) -> run.at("/closing/exact").asBoolean()).count();
		long oomKilled = runs.stream().filter((run) -> run.at("/closing/oomKills").asLong() > 0).count();
		System.out.printf("churn of 60 runs: %d exact, %d with an OOM kill, %d of %d µs attributed (%.2f %%)%n", exact,
				oomKilled, attributedUsec, usedUsec, 100.0 * attributedUsec / usedUsec);
		assertThat(exact).isGreaterThanOrEqualTo(57);
		assertThat((double) attributedUsec / usedUsec).isBetween(0.99, 1.0);
		assertThat(oomKilled).isGreaterThanOrEqualTo(11);
		assertThat(runs.get(3).path("exitCode").asInt()).isEqualTo(3);
		assertThat(runs).allSatisfy((run) -> assertThat(run.at("/closing/samples").asLong()).isPositive());
		List<Long> sent = runs.stream()
			.filter((run) -> run.path("runner").asString().matches("churn-\\d*[27]"))
			.filter((run) -> run.at("/closing/exact").asBoolean())
			.map((run) -> run.at("/closing/networkSentBytes").asLong())
			.toList();
		System.out.println("of 1000000 bytes that each of some sent before its end were counted: " + sent);
		assertThat(sent).isNotEmpty().allSatisfy((bytes) -> assertThat(bytes).isBetween(1_000_000L, 1_100_000L));
		JsonNode slice = this.guest.agent().api("/slices/" + Guest.SLICE + "/summary?from=" + from).path("cpu");
		System.out.printf("the service's own account: %d µs used by the slice, %d of them unattributed%n",
				slice.path("usageUsec").asLong(), slice.path("unattributedUsec").asLong());
		assertThat(slice.path("unattributedUsec").asLong()).isLessThanOrEqualTo(slice.path("usageUsec").asLong() / 50);
		this.guest.docker("rm", "--force", "churn-sink");
	}

	@Test
	void aTransferThatEndsWithItsProcessIsCountedToTheByte() {
		String sink = this.guest.startRunner("sink", "load", "sink", "9000");
		String address = this.guest.docker("inspect", "--format", "{{.NetworkSettings.IPAddress}}", sink).strip();
		this.guest.startRunner("sender", "load", "send", address, "9000", "20000000");
		JsonNode closing = this.runners.ended("sender").path("closing");
		long sent = closing.path("networkSentBytes").asLong();
		// 40 to 66 bytes of headers for at most 64 KiB of payload, and the handshake
		System.out.printf("20000000 bytes sent and exited at once: %d bytes counted%n", sent);
		assertThat(sent).isBetween(20_000_000L, 21_000_000L);
		this.guest.docker("rm", "--force", "sink");
		JsonNode received = this.runners.ended("sink").path("closing");
		System.out.printf("received by the other end: %d bytes%n", received.path("networkReceivedBytes").asLong());
		assertThat(received.path("networkReceivedBytes").asLong()).isCloseTo(sent, within(2000L));
	}

	@Test
	void aShortPeakIsSeen() {
		this.guest.startRunner("peak", "load", "alloc", "209715200", "200");
		JsonNode closing = this.runners.ended("peak").path("closing");
		System.out.printf("200 MiB for 200 ms: peak %d bytes from %s%n", closing.path("memoryPeakBytes").asLong(),
				closing.path("memoryPeakFrom").asString());
		assertThat(closing.path("memoryPeakFrom").asString()).isEqualTo("kernel");
		assertThat(closing.path("memoryPeakBytes").asLong()).isGreaterThanOrEqualTo(209_715_200L);
	}

	@Test
	void anOomKillInALivingContainerHasItsMoment() {
		this.guest.docker("run", "--detach", "--memory=32m", "--cgroup-parent", Guest.SLICE, "--name", "oom-child",
				"busybox:local", "load", "child-alloc", "80000000", "100");
		Awaitility.await("the kill")
			.atMost(Duration.ofMinutes(2))
			.until(() -> this.runners.runner("oom-child").at("/current/oomKills").asLong() == 1);
		assertThat(this.runners.runner("oom-child").path("state").asString()).isEqualTo("running");
		this.guest.docker("rm", "--force", "oom-child");
		JsonNode run = this.runners.ended("oom-child");
		assertThat(run.at("/closing/oomKills").asLong()).isEqualTo(1);
		assertThat(run.at("/closing/oomKillMoments").size()).isEqualTo(1);
		assertThat(run.at("/closing/oomKillMoments/0/kills").asLong()).isEqualTo(1);
	}

	@Test
	void anOomKillOfTheFirstProcessEndsTheRun() {
		this.guest.docker("run", "--detach", "--memory=32m", "--cgroup-parent", Guest.SLICE, "--name", "oom-first",
				"busybox:local", "load", "alloc", "80000000", "100");
		JsonNode run = this.runners.ended("oom-first");
		assertThat(run.path("exitCode").asInt()).isEqualTo(137);
		assertThat(run.path("signal").asInt()).isEqualTo(9);
		// the Engine watches the same file, and may be too late on a slow machine
		String flag = this.guest.docker("inspect", "--format", "{{.State.OOMKilled}}", "oom-first").strip();
		assertThat(run.path("oomKilled").asBoolean()).isEqualTo(Boolean.parseBoolean(flag));
		assertThat(run.at("/closing/oomKills").asLong()).as(run.toString()).isGreaterThanOrEqualTo(1);
	}

	@Test
	void pausingRenamingAndRestartingAreFollowed() {
		this.guest.startRunner("follow-a", "sh", "-c", "load burn 200; sleep 600");
		Awaitility.await()
			.atMost(Duration.ofMinutes(2))
			.until(() -> this.runners.runner("follow-a").path("current").isObject());
		this.guest.docker("pause", "follow-a");
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> this.runners.state("follow-a").equals("paused"));
		this.guest.docker("unpause", "follow-a");
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> this.runners.state("follow-a").equals("running"));
		this.guest.docker("update", "--memory=96m", "--memory-swap=96m", "follow-a");
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> this.runners.runner("follow-a").at("/limits/memoryBytes").asLong() == 100_663_296);
		this.guest.docker("rename", "follow-a", "follow-b");
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> this.runners.state("follow-b").equals("running"));
		this.guest.docker("restart", "--time", "0", "follow-b");
		Awaitility.await()
			.atMost(Duration.ofMinutes(2))
			.until(() -> this.runners.runner("follow-b").path("runs").size() == 2
					&& this.runners.state("follow-b").equals("running"));
		JsonNode before = this.runners.runner("follow-b").path("runs").get(1);
		assertThat(before.path("state").asString()).isEqualTo("ended");
		assertThat(before.at("/closing/exact").asBoolean()).isTrue();
		this.guest.docker("rm", "--force", "follow-b");
	}

	@Test
	void memoryAtRestIsWhatDockerShows() {
		String id = this.guest.startRunner("rest", "sh", "-c",
				"dd if=/dev/zero of=/tmp/f bs=1M count=20 2>/dev/null; sleep 600");
		Awaitility.await()
			.atMost(Duration.ofMinutes(2))
			.until(() -> this.runners.runner("rest").at("/current/memoryBytes").asLong() > 0);
		Awaitility.await("the same figure twice").atMost(Duration.ofMinutes(3)).untilAsserted(() -> {
			long before = Long.parseLong(this.guest.run(dockersWorkingSet(id)).strip());
			long shown = this.runners.runner("rest").at("/current/memoryBytes").asLong();
			assertThat(shown).isEqualTo(before);
		});
		this.guest.docker("rm", "--force", "rest");
	}

	/// What `docker stats` shows, which rounds it: the Engine's own figures, to the byte.
	private static String dockersWorkingSet(String id) {
		return """
				python3 - <<'END'
				import json, socket
				engine = socket.socket(socket.AF_UNIX)
				engine.connect('/run/docker.sock')
				engine.sendall(b'GET /containers/%s/stats?stream=false&one-shot=true HTTP/1.0\\r\\nHost: docker\\r\\n\\r\\n')
				answer = b''.join(iter(lambda: engine.recv(65536), b''))
				memory = json.loads(answer[answer.index(b'{'):answer.rindex(b'}') + 1])['memory_stats']
				print(memory['usage'] - memory['stats']['inactive_file'])
				END""".formatted(id);
	}

	private long sliceUsageUsec() {
		return Long.parseLong(this.guest.run(SLICE_CPU).strip());
	}

}
