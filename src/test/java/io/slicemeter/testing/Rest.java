package io.slicemeter.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/// Changes what a running Slicemeter keeps, as its clients do: over HTTP.
public final class Rest implements AutoCloseable {

	private final HttpClient client = HttpClient.newHttpClient();

	private final int port;

	/// @param slicemeter who answers
	public Rest(RunningSlicemeter slicemeter) {
		this.port = slicemeter.port();
	}

	/// What a post answers that must succeed.
	public JsonNode post(String path, String body) {
		HttpResponse<String> response = send("POST", path, body);
		assertThat(response.statusCode()).as("%s answers %s", path, response.body()).isBetween(200, 299);
		return JsonMapper.shared().readTree(response.body());
	}

	/// What any request answers.
	/// @param body as JSON; empty for none
	public HttpResponse<String> send(String method, String path, String body) {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.port + path))
			.timeout(Duration.ofSeconds(60));
		if (body.isEmpty()) {
			request.method(method, BodyPublishers.noBody());
		}
		else {
			request.header("Content-Type", "application/json").method(method, BodyPublishers.ofString(body));
		}
		try {
			return this.client.send(request.build(), BodyHandlers.ofString());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		this.client.close();
	}

}
