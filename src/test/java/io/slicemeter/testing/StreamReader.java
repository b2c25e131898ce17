package io.slicemeter.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A client of the stream: reads server-sent events as a browser does.
public final class StreamReader implements AutoCloseable {

	/// An event.
	///
	/// @param id its `id`
	/// @param name its `event`
	/// @param data its `data`
	public record Event(String id, String name, JsonNode data) {
	}

	private final HttpClient client = HttpClient.newHttpClient();

	private final HttpResponse<InputStream> response;

	private final List<Event> events = new CopyOnWriteArrayList<>();

	private final List<String> others = new CopyOnWriteArrayList<>();

	private final Thread thread;

	private StreamReader(HttpRequest request) {
		try {
			this.response = this.client.send(request, BodyHandlers.ofInputStream());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
		this.thread = Thread.ofVirtual().start(this::read);
	}

	/// Connects.
	/// @param query with its question mark, or empty
	/// @param headers names and values in turn
	public static StreamReader open(int port, String query, String... headers) {
		HttpRequest.Builder request = HttpRequest
			.newBuilder(URI.create("http://127.0.0.1:%d/api/v1/stream%s".formatted(port, query)))
			.timeout(Duration.ofSeconds(30));
		if (headers.length > 0) {
			request.headers(headers);
		}
		return new StreamReader(request.build());
	}

	private void read() {
		Map<String, String> fields = new HashMap<>();
		try (BufferedReader lines = new BufferedReader(
				new InputStreamReader(this.response.body(), StandardCharsets.UTF_8))) {
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				if (!line.isEmpty()) {
					String[] field = line.split(": ?", 2);
					fields.put(field[0], field[1]);
					continue;
				}
				if (fields.containsKey("data")) {
					this.events.add(new Event(fields.get("id"), fields.get("event"),
							JsonMapper.shared().readTree(fields.get("data"))));
				}
				else {
					this.others.add(fields.toString());
				}
				fields.clear();
			}
		}
		catch (IOException ex) {
			// closed
		}
	}

	public HttpResponse<InputStream> response() {
		return this.response;
	}

	/// What came so far.
	public List<Event> events() {
		return this.events;
	}

	/// The `data` of the events of a name.
	public List<JsonNode> data(String name) {
		return this.events.stream().filter((event) -> event.name().equals(name)).map(Event::data).toList();
	}

	/// The samples that came so far, of all events.
	public List<JsonNode> samples() {
		return data("samples").stream().flatMap((data) -> data.get("items").valueStream()).toList();
	}

	/// What is no event: the time to come back after, heartbeats.
	public List<String> others() {
		return this.others;
	}

	/// Whether the server has ended it.
	public boolean hasEnded() {
		return !this.thread.isAlive();
	}

	@Override
	public void close() {
		try {
			this.response.body().close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.client.shutdownNow();
	}

}
