package io.slicemeter.measurement.web;

import java.io.IOException;
import java.io.UnsupportedEncodingException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import com.sun.net.httpserver.HttpServer;
import io.slicemeter.measurement.FakeMeasurementStore;
import io.slicemeter.runner.CataloguedHost;
import io.slicemeter.runner.CataloguedRun;
import io.slicemeter.runner.Limits;
import io.slicemeter.testing.FakeCatalogue;
import io.slicemeter.testing.FakeReadings;
import io.slicemeter.testing.FakeRequests;
import io.slicemeter.testing.FakeUsage;
import io.slicemeter.testing.RestTest;
import io.slicemeter.timeseries.UsageReading;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/// Over fakes, but with a real server that takes the load.
@RestTest
@TestPropertySource(properties = "slicemeter.measurement.max-runners=2")
class MeasurementsControllerTests {

	@Autowired
	private MockMvcTester rest;

	@Autowired
	private FakeCatalogue catalogue;

	@Autowired
	private FakeMeasurementStore store;

	@Autowired
	private FakeRequests requests;

	@Autowired
	private FakeReadings readings;

	@Autowired
	private FakeUsage usage;

	private final CountDownLatch end = new CountDownLatch(1);

	private HttpServer server;

	private CataloguedHost host;

	@BeforeEach
	void start() throws IOException {
		this.catalogue.clear();
		this.store.clear();
		this.requests.clear();
		this.readings.clear();
		this.usage.clear();
		this.host = this.catalogue.host("alpha", false);
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
		this.server.setExecutor((task) -> Thread.ofVirtual().start(task));
		this.server.createContext("/", (exchange) -> {
			exchange.getRequestBody().readAllBytes();
			try {
				this.end.await(exchange.getRequestURI().getPath().equals("/slow") ? 60_000 : 5, TimeUnit.MILLISECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			exchange.sendResponseHeaders(200, -1);
			exchange.close();
		});
		this.server.start();
	}

	@AfterEach
	void stop() {
		this.end.countDown();
		this.server.stop(0);
	}

	@Test
	void aMeasurementRunsUntilItIsStoppedAndTellsWhatCameOfIt() throws UnsupportedEncodingException {
		CataloguedRun run = this.catalogue.run(this.host, 1, "one", Limits.UNKNOWN, null);
		MvcTestResult started = post("{\"targetUrl\": \"%s\", \"interval\": \"4s\"}".formatted(url("/")));
		assertThat(started).hasStatus(201)
			.bodyJson()
			.isLenientlyEqualTo("{\"state\": \"running\", \"messageLength\": 5, \"concurrency\": 1, \"rate\": null, "
					+ "\"intervalSeconds\": 4.0, \"durationSeconds\": 3600.0, \"targetAddress\": \"127.0.0.1\"}");
		String id = json(started).path("id").asString();
		assertThat(started.getResponse().getHeader("Location")).isEqualTo("/api/v1/measurements/" + id);
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.until(() -> json(get("/" + id)).path("latency").path("count").asLong() > 3);
		this.readings.add(run.key(), new UsageReading(Instant.now(), 5L, 6L, 7L, 8L));
		MvcTestResult stopped = this.rest.post().uri("/api/v1/measurements/" + id + "/stop").exchange();
		assertThat(stopped).hasStatusOk()
			.bodyJson()
			.isLenientlyEqualTo(
					"{\"state\": \"stopped\", \"reason\": \"It was asked to stop\", \"latency\": {\"errors\": 0, "
							+ "\"timeouts\": 0}, \"usage\": [{\"runner\": \"one\", \"host\": \"alpha\", \"points\": 1}]}");
		JsonNode detail = json(stopped);
		assertThat(detail.path("latency").path("p50Seconds").asDouble()).isBetween(0.005, 2.0);
		assertThat(detail.path("latency").path("throughputPerSecond").asDouble()).isPositive();
		assertThat(this.rest.post().uri("/api/v1/measurements/" + id + "/stop").exchange()).hasStatus(409)
			.bodyJson()
			.extractingPath("$.type")
			.isEqualTo("/problems/measurement-over");
		long count = detail.path("latency").path("count").asLong();
		assertThat(json(get("/" + id + "/latencies")).path("items").size()).isEqualTo((int) count);
		String csv = get("/" + id + "/latencies", "text/csv").getResponse().getContentAsString();
		assertThat(csv.lines()).hasSize((int) count + 1)
			.first()
			.isEqualTo("at,id,messageLength,latencySeconds,startEpochSeconds,serviceTimeSeconds,status,outcome");
		assertThat(csv.lines().skip(1))
			.allMatch((line) -> line.matches("20\\d\\d-[^,]*Z,\\d+,5,0\\.\\d{9},\\d{10}\\.\\d{6},0\\.\\d{9},200,ok"));
		String ndjson = get("/" + id + "/latencies?after=1&limit=2", "application/x-ndjson").getResponse()
			.getContentAsString();
		assertThat(ndjson.lines().map(JsonMapper.shared()::readTree)).extracting((row) -> row.path("id").asLong())
			.containsExactly(2L, 3L);
		assertThat(json(get("/" + id + "/usage")).path("items").path(0).path("networkAllBytes").asLong()).isEqualTo(8);
		assertThat(get("/" + id + "/usage", "text/csv").getResponse().getContentAsString())
			.startsWith("at,timeEpochSeconds,runner,host,runId,containerId,networkAllBytes,memoryShare,cpuShare,");
		assertThat(json(get("/compare?a=" + id + "&b=" + id)).path("test").path("significant").asBoolean()).isFalse();
		assertThat(json(get("")).path("items").path(0).path("id").asString()).isEqualTo(id);
		assertThat(this.rest.delete().uri("/api/v1/measurements/" + id).exchange()).hasStatus(204);
		assertThat(get("/" + id)).hasStatus(404);
	}

	@Test
	void aRunningOneIsNotDeletedAndOnlySoManyRunAtOnce() throws UnsupportedEncodingException {
		String[] ids = new String[4];
		for (int number = 0; number < ids.length; number++) {
			ids[number] = json(post("{\"targetUrl\": \"%s\"}".formatted(url("/slow")))).path("id").asString();
		}
		assertThat(post("{\"targetUrl\": \"%s\"}".formatted(url("/slow")))).hasStatus(409)
			.bodyJson()
			.isLenientlyEqualTo("{\"type\": \"/problems/too-many-measurements\", \"allowedAtOnce\": 4}");
		assertThat(this.rest.delete().uri("/api/v1/measurements/" + ids[0]).exchange()).hasStatus(409)
			.bodyJson()
			.extractingPath("$.type")
			.isEqualTo("/problems/measurement-running");
		JsonNode page = json(get("?limit=3"));
		assertThat(page.path("items")).hasSize(3);
		assertThat(json(get("?limit=3&after=" + page.path("next").asString())).path("items")).hasSize(1);
		this.end.countDown();
		for (String id : ids) {
			assertThat(this.rest.post().uri("/api/v1/measurements/" + id + "/stop").exchange()).hasStatusOk();
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			{}                                                      | 400 | invalid-parameter     | targetUrl
			{"targetUrl": 5}                                        | 400 | invalid-parameter     | targetUrl
			{"targetUrl": "ftp://127.0.0.1/"}                       | 400 | invalid-parameter     | targetUrl
			{"targetUrl": "http://8.8.8.8/"}                        | 422 | target-not-allowed    | targetUrl
			{"targetUrl": "http://169.254.169.254/"}                | 422 | target-not-allowed    | targetUrl
			{"targetUrl": "U", "messageLength": 0}                  | 400 | invalid-parameter     | messageLength
			{"targetUrl": "U", "messageLength": 1.5}                | 400 | invalid-parameter     | messageLength
			{"targetUrl": "U", "messageLength": "5"}                | 400 | invalid-parameter     | messageLength
			{"targetUrl": "U", "concurrency": 65}                   | 400 | invalid-parameter     | concurrency
			{"targetUrl": "U", "rate": 0}                           | 400 | invalid-parameter     | rate
			{"targetUrl": "U", "rate": 1e9}                         | 400 | invalid-parameter     | rate
			{"targetUrl": "U", "duration": "61m"}                   | 400 | invalid-parameter     | duration
			{"targetUrl": "U", "duration": "soon"}                  | 400 | invalid-parameter     | duration
			{"targetUrl": "U", "interval": "3s", "runners": ["one"]}| 422 | interval-not-servable | interval
			{"targetUrl": "U", "runners": []}                       | 400 | invalid-parameter     | runners
			{"targetUrl": "U", "runners": [1]}                      | 400 | invalid-parameter     | runners
			{"targetUrl": "U", "runners": "=x"}                     | 400 | invalid-parameter     | runners
			{"targetUrl": "U", "runners": ["nobody"]}               | 404 | unknown-runner        | null
			{"targetUrl": "U", "runners": ["two"]}                  | 409 | ambiguous-runner      | host
			{"targetUrl": "U", "host": "nowhere"}                   | 404 | unknown-host          | null
			{"targetUrl": "U"}                                      | 422 | too-many-runners      | runners
			{"targetUrl": "U", "speed": 5}                          | 400 | unknown-parameter     | null
			[]                                                      | 400 | malformed-request     | null
			{"targetUrl"                                            | 400 | malformed-request     | null
			""")
	void whatIsNotAllowedSaysSo(String body, int status, String type, String parameter)
			throws UnsupportedEncodingException {
		this.catalogue.run(this.host, 1, "one", Limits.UNKNOWN, null);
		this.catalogue.run(this.host, 2, "two", Limits.UNKNOWN, null);
		this.catalogue.run(this.catalogue.host("beta", false), 3, "two", Limits.UNKNOWN, null);
		MvcTestResult result = post(body.replace("\"U\"", "\"" + url("/") + "\""));
		assertThat(result).hasStatus(status);
		JsonNode problem = json(result);
		assertThat(problem.path("type").asString()).isEqualTo("/problems/" + type);
		if (!parameter.equals("null")) {
			assertThat(problem.path("parameter").asString()).isEqualTo(parameter);
		}
		assertThat(json(get("")).path("items")).isEmpty();
	}

	@Test
	void aReplicaKeepsNoMeasurements() {
		this.requests.readOnly();
		assertThat(post("{\"targetUrl\": \"%s\"}".formatted(url("/")))).hasStatus(422)
			.bodyJson()
			.extractingPath("$.type")
			.isEqualTo("/problems/read-only-database");
	}

	@ParameterizedTest
	@CsvSource({ "/x,404,unknown-measurement", "/00000000-0000-0000-0000-000000000000,404,unknown-measurement",
			"/1-1-1-1-1,404,unknown-measurement", "/compare,400,invalid-parameter",
			"/compare?a=x&b=y,404,unknown-measurement", "?limit=0,400,invalid-parameter",
			"?after=x,400,invalid-parameter", "?state=running,400,unknown-parameter",
			"/x/latencies?limit=0,404,unknown-measurement", "/x/usage,404,unknown-measurement" })
	void whatThereIsNotSaysSo(String path, int status, String type) {
		assertThat(get(path)).hasStatus(status).bodyJson().extractingPath("$.type").isEqualTo("/problems/" + type);
	}

	private String url(String path) {
		return "http://127.0.0.1:" + this.server.getAddress().getPort() + path;
	}

	private MvcTestResult post(String body) {
		return this.rest.post()
			.uri("/api/v1/measurements")
			.contentType(MediaType.APPLICATION_JSON)
			.content(body)
			.exchange();
	}

	private MvcTestResult get(String path) {
		return get(path, "application/json");
	}

	private MvcTestResult get(String path, String accept) {
		return this.rest.get()
			.uri(java.net.URI.create("/api/v1/measurements" + path))
			.header("Accept", accept)
			.exchange();
	}

	private static JsonNode json(MvcTestResult result) throws UnsupportedEncodingException {
		return JsonMapper.shared().readTree(result.getResponse().getContentAsString());
	}

}
