package io.slicemeter.measurement;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import com.sun.net.httpserver.HttpServer;
import io.slicemeter.testing.Rest;
import io.slicemeter.testing.RunningSlicemeter;
import io.slicemeter.testing.SlicemeterProcess;
import io.slicemeter.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/// Measurements on a real Postgres, with a server in this process as their target.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
class MeasurementsIT {

	private final PGSimpleDataSource database = TestDatabase.EMBEDDED.migrated();

	private final JdbcClient jdbc = JdbcClient.create(this.database);

	private RunningSlicemeter slicemeter;

	private Rest rest;

	private HttpServer server;

	@BeforeAll
	void start() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
		this.server.setExecutor((task) -> Thread.ofVirtual().start(task));
		this.server.createContext("/", (exchange) -> {
			exchange.getRequestBody().readAllBytes();
			exchange.sendResponseHeaders(200, -1);
			exchange.close();
		});
		this.server.createContext("/50ms", (exchange) -> {
			exchange.getRequestBody().readAllBytes();
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
			exchange.sendResponseHeaders(200, -1);
			exchange.close();
		});
		this.server.start();
		this.slicemeter = RunningSlicemeter.start(this.database, "slicemeter.role=api");
		this.rest = new Rest(this.slicemeter);
	}

	@AfterAll
	void stop() {
		this.rest.close();
		this.slicemeter.close();
		this.server.stop(0);
	}

	@Test
	void whatIsMeasuredIsStoredAndComesBackInThreeForms() {
		JsonNode stopped = measure(200, 4);
		String path = "/api/v1/measurements/" + stopped.path("id").asString();
		JsonNode detail = this.slicemeter.get(path);
		long count = detail.path("latency").path("count").asLong();
		assertThat(count).isGreaterThanOrEqualTo(200);
		assertThat(detail.path("requests").asLong()).isEqualTo(count);
		assertThat(detail.path("latency").path("outcomes").path("ok").asLong()).isEqualTo(count);
		assertThat(this.jdbc
			.sql("select count(distinct id) from measurement_latency where measurement_id = cast(? as uuid)")
			.param(stopped.path("id").asString())
			.query(Long.class)
			.single()).isEqualTo(count);
		JsonNode items = this.slicemeter.get(path + "/latencies").path("items");
		assertThat(items.size()).isEqualTo((int) count);
		for (int number = 0; number < count; number++) {
			assertThat(items.get(number).path("id").asLong()).isEqualTo(number);
		}
		assertThat(this.slicemeter.request(path + "/latencies", "text/csv").body().lines()).hasSize((int) count + 1);
		assertThat(this.slicemeter.request(path + "/latencies", "application/x-ndjson").body().lines())
			.hasSize((int) count);
		assertThat(this.rest.send("POST", path + "/stop", "").statusCode()).isEqualTo(409);
		Awaitility.await()
			.atMost(Duration.ofSeconds(30))
			.until(() -> this.slicemeter.get(path).path("usageFinal").asBoolean());
		assertThat(this.rest.send("DELETE", path, "").statusCode()).isEqualTo(204);
		assertThat(this.rest.send("DELETE", path, "").statusCode()).isEqualTo(404);
		assertThat(this.jdbc.sql("select count(*) from measurement_latency where measurement_id = cast(? as uuid)")
			.param(stopped.path("id").asString())
			.query(Long.class)
			.single()).isZero();
	}

	@Test
	void aKnownServiceTimeIsMeasured() {
		// on a busy machine the server itself is late now and then
		Awaitility.await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
			String path = "/api/v1/measurements/"
					+ this.rest.post("/api/v1/measurements", body(1).replace("/\"", "/50ms\"").replace("2m", "3s"))
						.path("id")
						.asString();
			JsonNode measured = Awaitility.await()
				.atMost(Duration.ofSeconds(30))
				.until(() -> this.slicemeter.get(path), (now) -> now.path("state").asString().equals("stopped"));
			assertThat(measured.path("reason").asString()).contains("duration");
			assertThat(measured.path("latency").path("p50Seconds").asDouble()).isCloseTo(0.050, within(0.005));
			assertThat(measured.path("latency").path("count").asLong()).isGreaterThan(40);
		});
	}

	@Test
	void twoOfTheSameAreComparedAndPagedThrough() {
		String a = measure(100, 1).path("id").asString();
		String b = measure(100, 1).path("id").asString();
		JsonNode comparison = this.slicemeter.get("/api/v1/measurements/compare?a=" + a + "&b=" + b);
		assertThat(comparison.path("test").path("samplesA").asInt()).isGreaterThanOrEqualTo(100);
		assertThat(comparison.path("test").path("pValue").asDouble()).isBetween(0.0, 1.0);
		assertThat(comparison.path("differences").path("p50Seconds").path("ratio").asDouble()).isPositive();
		JsonNode first = this.slicemeter.get("/api/v1/measurements?limit=1");
		assertThat(first.path("items").path(0).path("id").asString()).isEqualTo(b);
		assertThat(this.slicemeter.get("/api/v1/measurements?limit=1&after=" + first.path("next").asString())
			.path("items")
			.path(0)
			.path("id")
			.asString()).isEqualTo(a);
	}

	@Test
	void anotherProcessStopsIt() {
		String id = begin(1).path("id").asString();
		try (RunningSlicemeter other = RunningSlicemeter.start(this.database, "slicemeter.role=api");
				Rest otherRest = new Rest(other)) {
			JsonNode stopped = otherRest.post("/api/v1/measurements/" + id + "/stop", "");
			assertThat(stopped.path("state").asString()).isEqualTo("stopped");
			assertThat(stopped.path("latency").path("count").asLong()).isPositive();
			assertThat(other.get("/api/v1/measurements/" + id).path("latency").path("p50Seconds").asDouble())
				.isPositive();
		}
	}

	@Test
	void whatAKilledProcessMeasuredIsKeptAndInterrupted(@TempDir Path directory) throws Exception {
		try (SlicemeterProcess api = SlicemeterProcess.start(directory,
				Stream
					.concat(RunningSlicemeter.databaseProperties(this.database),
							Stream.of("slicemeter.role=api", "server.port=0"))
					.toArray(String[]::new))) {
			api.awaitOutput("Started Slicemeter");
			String port = api.output().replaceAll("(?s).*Tomcat started on port (\\d+).*", "$1");
			HttpResponse<String> started;
			try (HttpClient client = HttpClient.newHttpClient()) {
				started = client
					.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/measurements"))
						.header("Content-Type", "application/json")
						.POST(HttpRequest.BodyPublishers.ofString(body(1)))
						.build(), BodyHandlers.ofString());
			}
			assertThat(started.statusCode()).as(started.body()).isEqualTo(201);
			String path = "/api/v1/measurements/"
					+ tools.jackson.databind.json.JsonMapper.shared().readTree(started.body()).path("id").asString();
			Awaitility.await()
				.atMost(Duration.ofSeconds(30))
				.until(() -> this.slicemeter.get(path).path("latency").path("count").asLong() > 100);
			api.close();
			JsonNode interrupted = Awaitility.await()
				.atMost(Duration.ofSeconds(60))
				.until(() -> this.slicemeter.get(path), (now) -> !now.path("state").asString().equals("running"));
			assertThat(interrupted.path("state").asString()).isEqualTo("interrupted");
			assertThat(interrupted.path("reason").asString()).contains("gone");
			assertThat(interrupted.path("endedAt").isNull()).isFalse();
			long count = interrupted.path("latency").path("count").asLong();
			assertThat(count).isGreaterThan(100).isEqualTo(interrupted.path("requests").asLong());
			assertThat(this.slicemeter.get(path + "/latencies").path("items").size()).isEqualTo((int) count);
		}
	}

	@Test
	void whoEndsInOrderInterruptsWhatItDrives() {
		String id;
		try (RunningSlicemeter other = RunningSlicemeter.start(this.database, "slicemeter.role=api");
				Rest otherRest = new Rest(other)) {
			id = otherRest.post("/api/v1/measurements", body(2)).path("id").asString();
			Awaitility.await()
				.atMost(Duration.ofSeconds(30))
				.until(() -> other.get("/api/v1/measurements/" + id).path("latency").path("count").asLong() > 10);
		}
		JsonNode interrupted = this.slicemeter.get("/api/v1/measurements/" + id);
		assertThat(interrupted.path("state").asString()).isEqualTo("interrupted");
		assertThat(interrupted.path("latency").path("errors").asLong()).isZero();
	}

	@Test
	void aReplicaRefusesToMeasure() throws SQLException {
		PGSimpleDataSource replica = TestDatabase.EMBEDDED.migrated();
		try (Connection connection = replica.getConnection()) {
			connection.createStatement()
				.execute("alter database %s set default_transaction_read_only = on"
					.formatted(replica.getDatabaseName()));
		}
		try (RunningSlicemeter api = RunningSlicemeter.start(replica, "slicemeter.role=api");
				Rest apiRest = new Rest(api)) {
			HttpResponse<String> answer = apiRest.send("POST", "/api/v1/measurements", body(1));
			assertThat(answer.statusCode()).isEqualTo(422);
			assertThat(answer.body()).contains("/problems/read-only-database");
			assertThat(api.get("/api/v1/measurements").path("items")).isEmpty();
		}
	}

	/// What is streamed is never held: the answer has more bytes than this JVM has memory
	/// left for it many times over would need if each row were kept.
	@Test
	void aMillionRequestsAreStreamed() throws Exception {
		String id = measure(10, 1).path("id").asString();
		this.jdbc
			.sql("""
					insert into measurement_latency (measurement_id, id, at, latency_nanos, service_nanos, message_length, status,
						outcome)
					select m.measurement_id, n, m.ended_at - n * interval '1 microsecond', 1000000 + n, 1000000 + n, 5, 200, 'ok'
					from measurement m, generate_series(100000, 1099999) as n where m.measurement_id = cast(? as uuid)""")
			.param(id)
			.update();
		for (String accept : new String[] { "text/csv", "application/x-ndjson", "application/json" }) {
			try (HttpClient client = HttpClient.newHttpClient()) {
				HttpResponse<InputStream> answer = client.send(
						HttpRequest
							.newBuilder(URI.create("http://127.0.0.1:%d/api/v1/measurements/%s/latencies?after=99999"
								.formatted(this.slicemeter.port(), id)))
							.header("Accept", accept)
							.build(),
						BodyHandlers.ofInputStream());
				long rows = 0;
				try (InputStream body = answer.body()) {
					byte[] part = new byte[65_536];
					for (int length = body.read(part); length >= 0; length = body.read(part)) {
						for (int place = 0; place < length; place++) {
							rows += (part[place] == (accept.equals("application/json") ? '{' : '\n')) ? 1 : 0;
						}
					}
				}
				// the header of CSV, the object around the items
				assertThat(rows).isEqualTo(accept.equals("application/x-ndjson") ? 1_000_000 : 1_000_001);
			}
		}
	}

	private JsonNode measure(int atLeast, int concurrency) {
		String path = "/api/v1/measurements/" + begin(concurrency).path("id").asString();
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.until(() -> this.slicemeter.get(path).path("latency").path("count").asLong() >= atLeast);
		JsonNode stopped = this.rest.post(path + "/stop", "");
		assertThat(stopped.path("state").asString()).isEqualTo("stopped");
		return stopped;
	}

	private JsonNode begin(int concurrency) {
		JsonNode started = this.rest.post("/api/v1/measurements", body(concurrency));
		assertThat(started.path("state").asString()).isEqualTo("running");
		return started;
	}

	private String body(int concurrency) {
		return "{\"targetUrl\": \"http://localhost:%d/\", \"concurrency\": %d, \"duration\": \"2m\"}"
			.formatted(this.server.getAddress().getPort(), concurrency);
	}

}
