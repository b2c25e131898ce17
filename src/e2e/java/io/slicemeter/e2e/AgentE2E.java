package io.slicemeter.e2e;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/// The service meters a container on a real cgroup v2 kernel, and says so over HTTP.
@OnFreshGuest
class AgentE2E {

	private final Guest guest;

	AgentE2E(Guest guest) {
		this.guest = guest;
	}

	@AfterEach
	void stopAgent() {
		this.guest.agent().stop();
	}

	@Test
	void aRunnersCpuIsWhatTheKernelCounts() {
		Agent agent = this.guest.agent();
		agent.start();
		agent.awaitHealthy();
		String id = this.guest.startRunner("burner", "load", "busy", "600000");
		Awaitility.await("a current figure")
			.atMost(2, TimeUnit.MINUTES)
			.pollInterval(Duration.ofSeconds(1))
			.until(() -> runner("burner").at("/current/cpuMillicores").asDouble() > 0);
		Progress before = progress(id);
		Awaitility.await("ten seconds of the guest's time")
			.atMost(5, TimeUnit.MINUTES)
			.pollInterval(Duration.ofSeconds(2))
			.until(() -> progress(id).uptimeSeconds() > before.uptimeSeconds() + 10);
		JsonNode runner = runner("burner");
		double kernelMillicores = progress(id).millicoresSince(before);
		System.out.printf("cpu of a busy loop: kernel %.0f millicores, API %s%n", kernelMillicores,
				runner.at("/current/cpuMillicores"));
		assertThat(runner.path("containerId").asString()).isEqualTo(id);
		assertThat(runner.path("slice").asString()).isEqualTo(Guest.SLICE);
		assertThat(runner.path("state").asString()).isEqualTo("running");
		// One sample of 2 s against a mean of 10 s, while the emulator shares its cores
		// with whatever else runs there.
		assertThat(runner.at("/current/cpuMillicores").asDouble()).isCloseTo(kernelMillicores, within(200.0));
	}

	@Test
	void itStartsWithNothingConfiguredButTheSlice() {
		Agent agent = this.guest.agent();
		agent.startWithItsOwnDatabase();
		agent.awaitHealthy();
		assertThat(agent.api("/runners").path("items").isArray()).isTrue();
		assertThat(agent.metrics()).contains("jvm_memory_used_bytes");
	}

	private JsonNode runner(String name) {
		for (JsonNode runner : this.guest.agent().api("/runners").path("items")) {
			if (runner.path("runner").asString().equals(name)) {
				return runner;
			}
		}
		return this.guest.agent().api("/runners");
	}

	private Progress progress(String id) {
		String[] words = this.guest
			.run("awk '{ print $1 }' /proc/uptime; awk '$1 == \"usage_usec\" { print $2 }' %s/cpu.stat"
				.formatted(Guest.cgroup(id)))
			.split("\\s+");
		return new Progress(Double.parseDouble(words[0]), Long.parseLong(words[1]));
	}

	/// How far the guest's clock and a container's CPU time are, both by the guest's
	/// kernel.
	private record Progress(double uptimeSeconds, long usageUsec) {

		double millicoresSince(Progress earlier) {
			return (this.usageUsec - earlier.usageUsec) / (this.uptimeSeconds - earlier.uptimeSeconds) / 1000;
		}

	}

}
