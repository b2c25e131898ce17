package io.slicemeter;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import io.micrometer.core.instrument.MeterRegistry;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.RunKey;
import io.slicemeter.testing.FakeContainer;
import io.slicemeter.testing.FakeEngine;
import io.slicemeter.testing.RunningSlicemeter;
import io.slicemeter.testing.StreamReader;
import io.slicemeter.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/// The stream over HTTP, from a database that takes no writes from those who answer: as a
/// read replica. Two replicas of the API answer, one of them asks for tokens.
@Timeout(180)
@ExtendWith(OutputCaptureExtension.class)
class StreamIT {

	private static final String TOKEN = "correct-horse-battery-staple";

	private static final String[] BEARER = { "Authorization", "Bearer " + TOKEN };

	private static final HostId HOST = HostId.of("ci-01");

	private static final AtomicLong RUNS = new AtomicLong();

	private static JdbcClient writer;

	private static RunningSlicemeter open;

	private static RunningSlicemeter closed;

	@BeforeAll
	static void start() {
		PGSimpleDataSource database = TestDatabase.EMBEDDED.migrated();
		PGSimpleDataSource writing = new PGSimpleDataSource();
		writing.setURL(database.getURL());
		writing.setUser(database.getUser());
		writing.setOptions("-c default_transaction_read_only=off");
		writer = JdbcClient.create(writing);
		writer.sql("alter database %s set default_transaction_read_only = on".formatted(database.getDatabaseName()))
			.update();
		writer.sql("select ensure_partition(current_date), ensure_partition(current_date + 1)").query((_) -> {
		});
		host(HOST, "ci-01", Duration.ZERO);
		open = RunningSlicemeter.start(database, "slicemeter.role=api", "slicemeter.stream.interval=100ms",
				"slicemeter.stream.heartbeat=1s", "slicemeter.stream.write-timeout=1s",
				"slicemeter.stream.max-clients=3");
		closed = RunningSlicemeter.start(database, "slicemeter.role=api", "slicemeter.stream.interval=100ms",
				"slicemeter.security.tokens[0].name=board",
				// printf correct-horse-battery-staple | sha256sum
				"slicemeter.security.tokens[0].hash=sha256:87cbebfeebc05f7c54ac9336c4b4bbec831227a641951a4bde7edd56020f8590",
				"slicemeter.security.tokens[0].scopes=read");
	}

	@AfterAll
	static void stop() {
		open.close();
		closed.close();
	}

	@BeforeEach
	void allHaveGone() {
		Awaitility.await().until(() -> gauge("slicemeter.stream.clients") == 0);
	}

	private static double gauge(String name) {
		return open.context().getBean(MeterRegistry.class).get(name).gauge().value();
	}

	private static double count(String name, String... tags) {
		return open.context().getBean(MeterRegistry.class).get(name).tags(tags).counter().count();
	}

	private static void host(HostId id, String name, Duration clockOffset) {
		writer.sql("""
				insert into host (host_id, revision, name, cpus, memory_bytes, source, cgroup_version, agent_version,
					interval_usec, last_seen_at, clock_offset_usec)
				values (?, 1, ?, 8, 1000, 'cgroup', 2, '1', 2000000, now(), ?)""")
			.params(id.value(), name, clockOffset.toNanos() / 1000)
			.update();
		writer
			.sql("insert into slice (host_id, slice_id, revision, name, summed) values (?, 1, 1, 'ci-a.slice', false)")
			.param(id.value())
			.update();
	}

	/// A run that has started just now.
	private static RunKey run(HostId host, String runner) {
		RunKey run = new RunKey(host, RUNS.incrementAndGet());
		writer
			.sql("""
					insert into run (host_id, run_id, revision, runner, slice_id, slice, container_id, container_name, image,
						started_at, start_seen, state)
					values (?, ?, 1, ?, 1, 'ci-a.slice', ?, ?, 'busybox:local', ?, true, 'running')""")
			.params(host.value(), run.runId(), runner, "c".repeat(64), runner, now().atOffset(ZoneOffset.UTC))
			.update();
		return run;
	}

	private static void end(RunKey run, int exitCode) {
		writer.sql("""
				update run set revision = revision + 1, state = 'ended', ended_at = ?, exit_code = ?, oom_killed = true,
					closing = '{"exact": true, "oomKills": 3}'
				where host_id = ? and run_id = ?""")
			.params(now().atOffset(ZoneOffset.UTC), exitCode, run.host().value(), run.runId())
			.update();
	}

	private static Instant sample(RunKey run, Instant at) {
		return sample(run, at, false);
	}

	private static Instant sample(RunKey run, Instant at, boolean closing) {
		writer.sql(
				"insert into run_sample (host_id, run_id, at, closing, cpu_millicores, pids) values (?, ?, ?, ?, 12.5, 3)")
			.params(run.host().value(), run.runId(), at.atOffset(ZoneOffset.UTC), closing)
			.update();
		return at;
	}

	private static Instant now() {
		return Instant.now().truncatedTo(ChronoUnit.MICROS);
	}

	private static List<Instant> moments(StreamReader reader) {
		return reader.samples().stream().map((sample) -> Instant.parse(sample.get("at").asString())).toList();
	}

	private static void awaitSamples(StreamReader reader, int samples) {
		Awaitility.await().until(() -> reader.samples().size() >= samples);
	}

	@Test
	void rowsArriveOnceInTheirOrderAtEachReplica() {
		RunKey run = run(HOST, "ordered");
		try (StreamReader one = StreamReader.open(open.port(), "?runner=ordered");
				StreamReader other = StreamReader.open(closed.port(), "?runner=ordered", BEARER)) {
			List<Instant> written = new ArrayList<>();
			for (int number = 1; number <= 20; number++) {
				written.add(sample(run, now()));
				if (number % 5 == 0) {
					awaitSamples(one, number);
				}
			}
			awaitSamples(one, 20);
			awaitSamples(other, 20);
			// a look later nothing has come twice
			RunKey next = run(HOST, "ordered");
			Awaitility.await().until(() -> isStarted(one, next) && isStarted(other, next));
			assertThat(moments(one)).isEqualTo(written);
			assertThat(moments(other)).isEqualTo(written);
			JsonNode first = one.samples().getFirst();
			assertThat(first.propertyNames()).containsExactly("host", "slice", "runner", "runId", "at", "cpuMillicores",
					"memoryBytes", "networkReceivedBytes", "networkSentBytes", "ioReadBytes", "ioWriteBytes",
					"oomKills", "pids");
			assertThat(first.get("cpuMillicores").asDouble()).isEqualTo(12.5);
			assertThat(first.get("memoryBytes").isNull()).isTrue();
			assertThat(one.response().headers().firstValue("Content-Type").orElseThrow())
				.startsWith("text/event-stream");
			assertThat(one.response().headers().firstValue("Cache-Control")).contains("no-store");
		}
	}

	private static boolean isStarted(StreamReader reader, RunKey run) {
		return reader.data("run-started")
			.stream()
			.anyMatch((started) -> started.get("runId").asString().equals(run.toString()));
	}

	@Test
	void aRunStartsIsSampledAndEnds() {
		try (StreamReader reader = StreamReader.open(open.port(), "?host=ci-01&slice=ci.slice&runner=lived")) {
			RunKey run = run(HOST, "lived");
			sample(run, now());
			awaitSamples(reader, 1);
			end(run, 137);
			sample(run, now(), true);
			Awaitility.await().until(() -> !reader.data("run-ended").isEmpty());
			assertThat(reader.events()).extracting(StreamReader.Event::name)
				.containsExactly("run-started", "samples", "run-ended");
			assertThat(reader.data("run-started").getFirst().get("image").asString()).isEqualTo("busybox:local");
			JsonNode ended = reader.data("run-ended").getFirst();
			assertThat(ended.get("exitCode").asInt()).isEqualTo(137);
			assertThat(ended.get("oomKills").asInt()).isEqualTo(3);
			assertThat(ended.get("exact").asBoolean()).isTrue();
			assertThat(ended.get("oomKilled").asBoolean()).isTrue();
			assertThat(reader.samples()).hasSize(1);
		}
	}

	@Test
	void whatIsMeteredReachesTheStreamOfTheSameProcess() {
		try (FakeEngine engine = FakeEngine.start();
				RunningSlicemeter standalone = RunningSlicemeter.start(TestDatabase.EMBEDDED.empty(),
						"slicemeter.docker.host=" + engine.host(), "slicemeter.source=docker",
						"slicemeter.interval=100ms");
				StreamReader reader = StreamReader.open(standalone.port(), "?runner=metered")) {
			FakeContainer container = engine.run("metered");
			Awaitility.await().until(() -> engine.statisticsSubscribers(container.id()) == 1);
			Awaitility.await().until(() -> {
				container.statistics(engine.now(), 1_000_000, 4096, 10, 20);
				return reader.samples().size() >= 2;
			});
			container.die(3);
			Awaitility.await().until(() -> !reader.data("run-ended").isEmpty());
			assertThat(reader.events()).extracting(StreamReader.Event::name)
				.startsWith("run-started", "samples")
				.endsWith("run-ended")
				.containsOnlyOnce("run-started", "run-ended");
			assertThat(reader.samples().getFirst().get("memoryBytes").asLong()).isEqualTo(4096);
			assertThat(reader.data("run-ended").getFirst().get("exitCode").asInt()).isEqualTo(3);
			assertThat(reader.data("run-ended").getFirst().get("exact").asBoolean()).isFalse();
		}
	}

	@Test
	void aDrainedBacklogIsNotLive() {
		RunKey run = run(HOST, "drained");
		try (StreamReader reader = StreamReader.open(open.port(), "?runner=drained")) {
			sample(run, now().minusSeconds(40));
			Instant late = sample(run, now().minusSeconds(20));
			Instant newest = sample(run, now());
			awaitSamples(reader, 2);
			// behind what is known already: found by the next sweep
			Instant behind = sample(run, now().minusSeconds(10));
			awaitSamples(reader, 3);
			assertThat(moments(reader)).containsExactlyInAnyOrder(late, newest, behind);
		}
	}

	@Test
	void aHostWhoseClockIsWrongIsLiveAllTheSame() {
		HostId slow = HostId.of("slow");
		host(slow, "slow", Duration.ofMinutes(-3));
		RunKey run = run(slow, "slow-1");
		try (StreamReader reader = StreamReader.open(open.port(), "?host=slow")) {
			Instant live = sample(run, now().minus(Duration.ofMinutes(3)));
			awaitSamples(reader, 1);
			assertThat(moments(reader)).containsExactly(live);
		}
	}

	@Test
	void whoComesBackIsToldWhatItMissedByEitherReplica() {
		RunKey run = run(HOST, "missed");
		String position;
		try (StreamReader reader = StreamReader.open(open.port(), "?runner=missed")) {
			sample(run, now());
			awaitSamples(reader, 1);
			position = reader.events().getLast().id();
		}
		Instant missed = sample(run, now());
		try (StreamReader same = StreamReader.open(open.port(), "?runner=missed", "Last-Event-ID", position);
				StreamReader other = StreamReader.open(closed.port(), "?runner=missed", BEARER[0], BEARER[1],
						"Last-Event-ID", position)) {
			Instant next = sample(run, now());
			Awaitility.await().until(() -> moments(same).contains(next) && moments(other).contains(next));
			assertThat(moments(same)).containsExactly(missed, next);
			// another replica knows only of moments: it may tell more
			assertThat(moments(other)).endsWith(missed, next).doesNotHaveDuplicates();
		}
		try (StreamReader fresh = StreamReader.open(open.port(), "?runner=missed", "Last-Event-ID",
				"of-another-kind")) {
			Instant next = sample(run, now());
			awaitSamples(fresh, 1);
			assertThat(moments(fresh)).containsExactly(next);
		}
	}

	@Test
	void aHeartbeatComesWhileNothingHappens() {
		try (StreamReader reader = StreamReader.open(open.port(), "?runner=nobody")) {
			Awaitility.await().until(() -> reader.others().size() >= 3);
			assertThat(reader.others().getFirst()).isEqualTo("{retry=3000}");
			assertThat(reader.others().subList(1, 3)).containsOnly("{=heartbeat}");
			assertThat(reader.events()).isEmpty();
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			?hosts=ci-01                  | text/event-stream | 400 | unknown-parameter
			?host=                        | text/event-stream | 400 | invalid-parameter
			?slice=a--b.slice             | text/event-stream | 400 | invalid-parameter
			?runner=no%20name             | text/event-stream | 400 | invalid-parameter
			?host=ci-01&host=unknown      | text/event-stream | 404 | unknown-host
			?slice=unknown.slice          | text/event-stream | 404 | unknown-slice
			?runner=nobody                | application/json  | 406 | not-acceptable
			""")
	void whatCantBeAnsweredIsAProblem(String query, String accept, int status, String type) {
		HttpResponse<String> response = open.request("/api/v1/stream" + query, accept);
		assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
		assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
		assertThat(response.body()).contains("\"type\":\"/problems/%s\"".formatted(type));
	}

	@Test
	void clientsAreBoundedAndAPlaceIsFreeAgain() {
		double refused = count("slicemeter.stream.refused");
		try (StreamReader _ = StreamReader.open(open.port(), ""); StreamReader _ = StreamReader.open(open.port(), "")) {
			try (StreamReader _ = StreamReader.open(open.port(), "?host=ci-01&host=ci-01")) {
				HttpResponse<String> response = open.request("/api/v1/stream", "text/event-stream");
				assertThat(response.statusCode()).isEqualTo(503);
				assertThat(response.headers().firstValue("Retry-After")).contains("5");
				assertThat(response.body()).contains("/problems/stream-unavailable", "All 3 places");
			}
			assertThat(count("slicemeter.stream.refused")).isEqualTo(refused + 1);
			Awaitility.await().until(() -> gauge("slicemeter.stream.clients") == 2);
			try (StreamReader again = StreamReader.open(open.port(), "")) {
				assertThat(again.response().statusCode()).isEqualTo(200);
			}
		}
	}

	@Test
	void aClientThatDoesNotReadIsLetGoAndDelaysNobody() throws IOException {
		RunKey run = run(HOST, "flood");
		double dropped = count("slicemeter.stream.dropped", "why", "write-timeout");
		try (Socket idle = new Socket(); StreamReader reader = StreamReader.open(open.port(), "?runner=flood")) {
			idle.setReceiveBufferSize(4096);
			idle.connect(new InetSocketAddress("127.0.0.1", open.port()));
			idle.getOutputStream()
				.write("GET /api/v1/stream?runner=flood HTTP/1.1\r\nHost: localhost\r\n\r\n"
					.getBytes(StandardCharsets.US_ASCII));
			Awaitility.await().until(() -> gauge("slicemeter.stream.clients") == 2);
			int rows = 0;
			while (count("slicemeter.stream.dropped", "why", "write-timeout") == dropped && rows < 200_000) {
				int before = rows;
				writer
					.sql("""
							insert into run_sample (host_id, run_id, at, pids)
							select ?, ?, now() + number * interval '1 microsecond', number from generate_series(1, 900) number""")
					.params(run.host().value(), run.runId())
					.update();
				rows += 900;
				Awaitility.await().until(() -> reader.samples().size() == before + 900);
			}
			assertThat(count("slicemeter.stream.dropped", "why", "write-timeout")).isEqualTo(dropped + 1);
			assertThat(reader.hasEnded()).isFalse();
		}
	}

	@Test
	void whoGoesLeavesNoErrorBehind(CapturedOutput output) {
		StreamReader.open(open.port(), "").close();
		Awaitility.await().until(() -> gauge("slicemeter.stream.clients") == 0);
		assertThat(output).doesNotContain("ERROR").doesNotContain("A request failed");
	}

	@Test
	void stoppingEndsTheStreamAtOnce(CapturedOutput output) {
		PGSimpleDataSource database = TestDatabase.EMBEDDED.migrated();
		RunningSlicemeter stopped = RunningSlicemeter.start(database, "slicemeter.role=api");
		try (StreamReader reader = StreamReader.open(stopped.port(), "")) {
			long begunNanos = System.nanoTime();
			stopped.close();
			Duration took = Duration.ofNanos(System.nanoTime() - begunNanos);
			Awaitility.await().until(reader::hasEnded);
			assertThat(took).isLessThan(Duration.ofSeconds(8));
			assertThat(output).doesNotContain("aborted").doesNotContain("ERROR");
		}
	}

	@Test
	void headIsAnsweredWithoutAStream() throws Exception {
		try (HttpClient client = HttpClient.newHttpClient()) {
			HttpResponse<Void> response = client
				.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/api/v1/stream".formatted(open.port())))
					.HEAD()
					.build(), HttpResponse.BodyHandlers.discarding());
			assertThat(response.statusCode()).isEqualTo(200);
		}
		assertThat(gauge("slicemeter.stream.clients")).isZero();
	}

}
