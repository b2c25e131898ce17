package io.slicemeter.measurement;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Statistics;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.testing.DockerEngine;
import io.slicemeter.testing.Rest;
import io.slicemeter.testing.RunningSlicemeter;
import io.slicemeter.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

/// Measurements of real containers on a real Engine, one of which is the target. Other
/// containers may live there, so each test looks at its own, by label.
@Timeout(600)
class MeasuredContainersIT {

	private static final String LABEL = "slicemeter-measured";

	/// A server with a service time of 50 ms, the same without, one that hangs, one that
	/// fails and one that
	/// sends elsewhere.
	private static final String SERVE = """
			mkdir -p /www/cgi-bin && cd /www/cgi-bin
			printf '#!/bin/sh\\nusleep 50000\\nprintf "HTTP/1.0 200 OK\\\\r\\\\nContent-Length: 0\\\\r\\\\nConnection: close\\\\r\\\\n\\\\r\\\\n"\\n' > work
			printf '#!/bin/sh\\nprintf "HTTP/1.0 200 OK\\\\r\\\\nContent-Length: 0\\\\r\\\\nConnection: close\\\\r\\\\n\\\\r\\\\n"\\n' > fast
			printf '#!/bin/sh\\nsleep 600\\n' > hang
			printf '#!/bin/sh\\nprintf "HTTP/1.0 500 Broken\\\\r\\\\nContent-Length: 0\\\\r\\\\nConnection: close\\\\r\\\\n\\\\r\\\\n"\\n' > fail
			printf '#!/bin/sh\\nprintf "HTTP/1.0 302 Found\\\\r\\\\nLocation: http://169.254.169.254/\\\\r\\\\nContent-Length: 0\\\\r\\\\nConnection: close\\\\r\\\\n\\\\r\\\\n"\\n' > elsewhere
			chmod +x *
			exec httpd -f -p 80 -h /www
			""";

	private static final String BURN = "while :; do :; done";

	private static DockerEngine docker;

	private static RunningSlicemeter slicemeter;

	private static Rest rest;

	private static String server;

	private static String address;

	@BeforeAll
	static void start() {
		docker = DockerEngine.assume("slicemeter-measured");
		slicemeter = RunningSlicemeter.start(TestDatabase.EMBEDDED.empty(), "slicemeter.source=docker",
				"slicemeter.interval=1s", "slicemeter.slices=", "slicemeter.host.name=measured");
		rest = new Rest(slicemeter);
		server = docker.name("server");
		ContainerId container = docker.run(server, SERVE);
		address = docker.client()
			.inspectContainerCmd(container.value())
			.exec()
			.getNetworkSettings()
			.getNetworks()
			.values()
			.iterator()
			.next()
			.getIpAddress();
		await().untilAsserted(
				() -> assertThat(slicemeter.get("/api/v1/runners/" + server).path("current").path("at").asString())
					.isNotEmpty());
	}

	@AfterAll
	static void stop() throws IOException {
		if (slicemeter != null) {
			rest.close();
			slicemeter.close();
		}
		if (docker != null) {
			docker.close();
		}
	}

	/// What the server itself takes to begin a program, which a busy machine makes long,
	/// is
	/// told by the same program without its sleep.
	@Test
	void aKnownServiceTimeIsMeasured() {
		await().untilAsserted(() -> {
			JsonNode fast = measure("fast", "\"duration\": \"3s\"", server).path("latency");
			JsonNode measured = measure("work", "\"duration\": \"5s\"", server);
			JsonNode latency = measured.path("latency");
			assertThat(latency.path("count").asLong()).isGreaterThan(40);
			assertThat(latency.path("errors").asLong()).as(latency.toString()).isZero();
			assertThat(latency.path("p50Seconds").asDouble() - fast.path("p50Seconds").asDouble()).isCloseTo(0.050,
					within(isBusy() ? 0.050 : 0.005));
			assertThat(measured.path("usage").path(0).path("totals").path("networkBytes").asLong())
				.isGreaterThan(latency.path("count").asLong() * 100);
			assertThat(measured.path("perThousandRequests").path("cpuSeconds").asDouble()).isPositive();
		});
	}

	@Test
	void aServerThatHangsTimesOut() {
		JsonNode latency = measure("hang", "\"duration\": \"10s\", \"concurrency\": 3", server).path("latency");
		// three are sent at once, and three more when those are given up after 9 s
		assertThat(latency.path("count").asLong()).isEqualTo(6);
		assertThat(latency.path("timeouts").asLong()).isEqualTo(6);
		assertThat(latency.path("errors").asLong()).isEqualTo(6);
		assertThat(latency.path("p50Seconds").asDouble()).isCloseTo(9, withinPercentage(0.1));
	}

	@Test
	void oneThatFailsOneThatSendsElsewhereAndOneThatRefusesAreFlagged() {
		JsonNode failed = measure("fail", "\"duration\": \"2s\"", server).path("latency");
		assertThat(failed.path("count").asLong()).isPositive();
		assertThat(failed.path("outcomes").path("http-error").asLong()).isEqualTo(failed.path("count").asLong());
		assertThat(failed.path("errors").asLong()).isEqualTo(failed.path("count").asLong());
		assertThat(failed.path("timeouts").asLong()).isZero();
		JsonNode elsewhere = measure("elsewhere", "\"duration\": \"2s\"", server).path("latency");
		assertThat(elsewhere.path("outcomes").path("redirect").asLong()).isPositive()
			.isEqualTo(elsewhere.path("count").asLong());
		JsonNode refused = measure(":81/", "\"duration\": \"2s\"", server).path("latency");
		assertThat(refused.path("outcomes").path("refused").asLong()).isPositive()
			.isEqualTo(refused.path("count").asLong());
		assertThat(refused.path("p50Seconds").isNull()).isTrue();
	}

	@Test
	void whatIsNoRunnersAddressIsRefused() {
		assertThat(rest
			.send("POST", "/api/v1/measurements",
					"{\"targetUrl\": \"http://%s/\"}".formatted(address.replaceFirst("\\d+$", "254")))
			.statusCode()).isEqualTo(422);
	}

	@Test
	void twoRunnersThatBurnHaveTheSharesThatTheEngineCounts() throws IOException {
		String one = docker.name("burn");
		String two = docker.name("burn");
		ContainerId first = burn(one, 200_000_000L, "burn");
		ContainerId second = burn(two, 400_000_000L, "burn");
		awaitSampled(one);
		awaitSampled(two);
		List<Counted> counted = List.of(Counted.of(first), Counted.of(second));
		await().untilAsserted(() -> assertThat(counted).noneMatch((each) -> each.cpuSeconds.isEmpty()));
		JsonNode measured = measure("work", "\"duration\": \"15s\"", LABEL + "=burn");
		for (Counted each : counted) {
			each.close();
		}
		assertThat(measured.path("usage")).hasSize(2);
		assertThat(measured.path("pointsEqual").asBoolean()).as(measured.path("usage").toString()).isTrue();
		long points = measured.path("pointsPerRunner").asLong();
		assertThat(points).isBetween(12L, 16L);
		for (int number = 0; number < 2; number++) {
			JsonNode usage = usage(measured, (number == 0) ? one : two);
			assertThat(usage.path("shortOf").isNull()).isTrue();
			assertThat(usage.path("points").asLong()).isEqualTo(points);
			double share = counted.get(number).share(times(measured, (number == 0) ? one : two));
			assertThat(usage.path("cpuShare").path("mean").asDouble()).as(usage.toString())
				.isCloseTo(share, withinPercentage(5));
			assertThat(usage.path("totals").path("cpuSeconds").asDouble()).isPositive();
			assertThat(usage.path("memoryShare").path("max").asDouble()).isBetween(0.0, 1.0);
		}
		String path = "/api/v1/measurements/" + measured.path("id").asString() + "/usage";
		assertThat(slicemeter.get(path).path("items").size()).isEqualTo((int) (2 * points));
		assertThat(slicemeter.request(path, "text/csv").body().lines()).hasSize((int) (2 * points) + 1);
	}

	@Test
	void runnersMayStartRestartAndEndMeanwhile() {
		String whole = docker.name("whole");
		String restarted = docker.name("restarted");
		String ended = docker.name("ended");
		String late = docker.name("late");
		burn(whole, 100_000_000L, "churn");
		ContainerId again = burn(restarted, 100_000_000L, "churn");
		ContainerId over = burn(ended, 100_000_000L, "churn");
		awaitSampled(whole);
		awaitSampled(restarted);
		awaitSampled(ended);
		String path = "/api/v1/measurements/" + begin("work", "\"duration\": \"1m\"", LABEL + "=churn");
		docker.client().killContainerCmd(over.value()).exec();
		docker.client().restartContainerCmd(again.value()).withTimeout(0).exec();
		// late enough to be short of points
		await().untilAsserted(
				() -> assertThat(usage(slicemeter.get(path), whole).path("points").asLong()).isGreaterThan(2));
		burn(late, 100_000_000L, "churn");
		await().untilAsserted(() -> {
			JsonNode now = slicemeter.get(path);
			assertThat(now.path("usage")).hasSize(4);
			assertThat(usage(now, late).path("points").asLong()).isGreaterThan(2);
			assertThat(usage(now, restarted).path("runs").asInt()).isEqualTo(2);
		});
		rest.post(path + "/stop", "");
		JsonNode measured = await().until(() -> slicemeter.get(path), (now) -> now.path("usageFinal").asBoolean());
		assertThat(usage(measured, whole).path("shortOf").isNull()).isTrue();
		assertThat(usage(measured, ended).path("shortOf").asString()).isEqualTo("ended-early");
		assertThat(usage(measured, late).path("shortOf").asString()).isEqualTo("started-later");
		assertThat(usage(measured, restarted).path("cpuShare").path("max").asDouble()).isBetween(0.0, 1.0);
		assertThat(measured.path("pointsPerRunner").asLong()).isEqualTo(usage(measured, whole).path("points").asLong());
	}

	private static JsonNode usage(JsonNode measured, String runner) {
		return measured.path("usage")
			.valueStream()
			.filter((usage) -> usage.path("runner").asString().equals(runner))
			.findFirst()
			.orElseThrow(() -> new AssertionError(runner + " is not in " + measured.path("usage")));
	}

	/// Measures until the duration is over and all samples are there.
	/// @param runners a runner's name or a label
	private static JsonNode measure(String path, String plan, String runners) {
		String measurement = "/api/v1/measurements/" + begin(path, plan, runners);
		return await().until(() -> slicemeter.get(measurement), (now) -> now.path("usageFinal").asBoolean());
	}

	private static String begin(String path, String plan, String runners) {
		String target = path.startsWith(":") ? path : "/cgi-bin/" + path;
		String chosen = runners.contains("=") ? "\"" + runners + "\"" : "[\"" + runners + "\"]";
		return rest
			.post("/api/v1/measurements",
					"{\"targetUrl\": \"http://%s%s\", \"runners\": %s, %s}".formatted(address, target, chosen, plan))
			.path("id")
			.asString();
	}

	private static ContainerId burn(String name, long nanoCpus, String label) {
		return docker.run(name, BURN, (command) -> command.withLabels(Map.of(LABEL, label))
			.withHostConfig(HostConfig.newHostConfig().withNanoCPUs(nanoCpus)));
	}

	private static void awaitSampled(String runner) {
		await().untilAsserted(() -> assertThat(
				slicemeter.get("/api/v1/runners/" + runner).path("current").path("cpuMillicores").asDouble())
			.isPositive());
	}

	/// Whether more wants to run here than there are CPUs: a sleep then ends when its
	/// turn
	/// comes, not when it is over.
	private static boolean isBusy() {
		return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage() > cpus();
	}

	/// When the points of a runner were read, in seconds since 1970.
	private static List<Double> times(JsonNode measured, String runner) {
		return slicemeter.get("/api/v1/measurements/" + measured.path("id").asString() + "/usage")
			.path("items")
			.valueStream()
			.filter((point) -> point.path("runner").asString().equals(runner))
			.map((point) -> point.path("time").asDouble())
			.toList();
	}

	private static int cpus() {
		return slicemeter.get("/api/v1/hosts/measured").path("cpus").asInt();
	}

	private static ConditionFactory await() {
		return Awaitility.await()
			.atMost(120, TimeUnit.SECONDS)
			.pollInterval(300, TimeUnit.MILLISECONDS)
			.ignoreExceptionsMatching((failure) -> !(failure instanceof IllegalStateException))
			.pollDelay(Duration.ZERO);
	}

	/// What the Engine itself counts of a container, every second.
	private static final class Counted extends ResultCallback.Adapter<Statistics> {

		private final NavigableMap<Double, Double> cpuSeconds = new ConcurrentSkipListMap<>();

		static Counted of(ContainerId container) {
			return docker.client().statsCmd(container.value()).exec(new Counted());
		}

		@Override
		public void onNext(Statistics statistics) {
			Instant read = Instant.parse(statistics.getRead());
			this.cpuSeconds.put(read.getEpochSecond() + read.getNano() / 1e9,
					statistics.getCpuStats().getCpuUsage().getTotalUsage() / 1e9);
		}

		/// The share of the machine from the first moment to the last.
		double share(List<Double> times) {
			double first = times.getFirst();
			double last = times.getLast();
			return (at(last) - at(first)) / (last - first) / cpus();
		}

		private double at(double time) {
			Map.Entry<Double, Double> before = this.cpuSeconds.floorEntry(time);
			Map.Entry<Double, Double> after = this.cpuSeconds.higherEntry(time);
			assertThat(before).isNotNull();
			if (after == null) {
				return before.getValue();
			}
			double part = (time - before.getKey()) / (after.getKey() - before.getKey());
			return before.getValue() + part * (after.getValue() - before.getValue());
		}

	}

}
