package io.slicemeter.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.stream.Stream;

import io.slicemeter.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The service in the guest, started by the unprivileged user `meter`, who is in the
/// group `docker`. It listens on the guest's loopback and is asked through a tunnel.
final class Agent {

	private static final String HOME = "/home/meter/slicemeter";

	private static final String EXPOSE_METRICS = "--management.endpoints.web.exposure.include=health,prometheus";

	private static final int API_PORT = 8080;

	private static final int DATABASE_PORT = 15432;

	private static final Duration TIME_TO_START = Duration.ofMinutes(10);

	private final Vm vm;

	private final HttpClient http = HttpClient.newHttpClient();

	private final JsonMapper json = JsonMapper.builder().build();

	private @Nullable PGSimpleDataSource database;

	private int port;

	Agent(Vm vm) {
		this.vm = vm;
	}

	/// Starts it with a Postgres outside the guest: that keeps the guest quiet, and what
	/// was written outlives the guest.
	void start(String... arguments) {
		String url = "jdbc:postgresql://127.0.0.1:%d/%s".formatted(DATABASE_PORT, database().getDatabaseName());
		startWithItsOwnDatabase(Stream
			.concat(Stream.of("--spring.datasource.url=" + url, "--spring.datasource.username=" + database().getUser()),
					Stream.of(arguments))
			.toArray(String[]::new));
	}

	/// Starts it as somebody does who has no Postgres.
	void startWithItsOwnDatabase(String... arguments) {
		if (this.port == 0) {
			this.vm.push(Distribution.tar(), "/var/tmp/slicemeter.tar");
			run("mkdir %1$s && tar -xf /var/tmp/slicemeter.tar -C %1$s && rm /var/tmp/slicemeter.tar".formatted(HOME));
			this.port = this.vm.forward(API_PORT);
		}
		Stream<String> command = Stream.concat(Distribution.COMMAND.stream(),
				Stream.concat(Stream.of("--slicemeter.slices=" + Guest.SLICE, EXPOSE_METRICS), Stream.of(arguments)));
		run("systemd-run --quiet --collect --unit=slicemeter --uid=meter --working-directory=" + HOME + " "
				+ "--property=SuccessExitStatus=143 --property=LimitRTPRIO=1 " + Guest.quoted(command));
	}

	/// Waits until it is up; fails with its log if it ends or takes too long.
	void awaitHealthy() {
		try {
			Awaitility.await("health").atMost(TIME_TO_START).pollInterval(Duration.ofSeconds(2)).until(() -> {
				if (this.vm.run("systemctl is-active --quiet slicemeter").exitCode() != 0) {
					throw new IllegalStateException("the service ended:\n" + log());
				}
				return healthy();
			});
		}
		catch (ConditionTimeoutException ex) {
			throw new IllegalStateException("the service is not healthy:\n" + log(), ex);
		}
	}

	private boolean healthy() {
		try {
			return request("/actuator/health").statusCode() == 200;
		}
		catch (IOException ex) {
			// Nobody listens yet.
			return false;
		}
	}

	/// Ends it in good order, if it runs.
	void stop() {
		run("if systemctl is-active --quiet slicemeter; then systemctl stop slicemeter; fi");
	}

	/// Ends it by `kill -9`. What it has started itself, its Postgres for example, lives
	/// on as it would elsewhere.
	void kill() {
		run("systemctl kill --kill-whom=main --signal=KILL slicemeter; "
				+ "while systemctl is-active --quiet slicemeter; do sleep 0.1; done");
	}

	/// What it has logged so far, in all its lives.
	String log() {
		return this.vm.run("journalctl --unit=slicemeter --output=cat --no-pager").output();
	}

	/// An answer of the API, e.g. to `/runners`.
	JsonNode api(String path) {
		return this.json.readTree(get("/api/v1" + path));
	}

	/// Its own metrics, in the text format of Prometheus.
	String metrics() {
		return get("/actuator/prometheus");
	}

	private String get(String path) {
		try {
			HttpResponse<String> response = request(path);
			if (response.statusCode() != 200) {
				throw new IllegalStateException("%s: %d %s".formatted(path, response.statusCode(), response.body()));
			}
			return response.body();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/// Any answer, also one that tells of an error.
	HttpResponse<String> request(String path) throws IOException {
		URI uri = URI.create("http://127.0.0.1:" + this.port + path);
		try {
			return this.http.send(HttpRequest.newBuilder(uri).timeout(Duration.ofMinutes(1)).build(),
					HttpResponse.BodyHandlers.ofString());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("interrupted while waiting for " + path, ex);
		}
	}

	/// The Postgres of [#start], seen from outside the guest. It is empty before the
	/// first start.
	PGSimpleDataSource database() {
		PGSimpleDataSource existing = this.database;
		if (existing != null) {
			return existing;
		}
		PGSimpleDataSource made = TestDatabase.EMBEDDED.empty();
		this.database = made;
		connectDatabase();
		return made;
	}

	/// Takes the database away from it, as an outage does: connections break, new ones
	/// are refused.
	void disconnectDatabase() {
		this.vm.unreverse(DATABASE_PORT, database().getPortNumbers()[0]);
	}

	/// Ends the outage.
	void connectDatabase() {
		this.vm.reverse(DATABASE_PORT, database().getPortNumbers()[0]);
	}

	private void run(String command) {
		this.vm.run(command).outputOfSuccess();
	}

}
