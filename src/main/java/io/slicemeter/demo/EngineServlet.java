package io.slicemeter.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The part of the Docker Engine's HTTP API that reads: ping, version, info, events, list,
/// inspect and statistics, under any API version.
class EngineServlet extends HttpServlet {

	private static final long serialVersionUID = 1L;

	private static final JsonMapper JSON = JsonMapper.shared();

	private static final Pattern VERSION = Pattern.compile("^/v\\d+\\.\\d+(?=/)");

	private static final Pattern CONTAINER = Pattern.compile("/containers/([^/]+)/(json|stats)");

	private static final String API_VERSION = "1.48";

	/// How long a stream may be silent before it is looked whether the Engine stops.
	private static final long LOOK_MILLIS = 200;

	private static final long STATISTICS_MILLIS = 1000;

	private final transient SimulatedEngine engine;

	private volatile boolean stopping;

	EngineServlet(SimulatedEngine engine) {
		this.engine = engine;
	}

	/// Ends all streams.
	void stop() {
		this.stopping = true;
	}

	@Override
	protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
		String path = VERSION.matcher(request.getRequestURI()).replaceFirst("");
		response.setHeader("Api-Version", API_VERSION);
		response.setHeader("Server", "Slicemeter-demo");
		switch (path) {
			case "/_ping" -> {
				response.setContentType("text/plain");
				response.getOutputStream().print("OK");
			}
			case "/version" -> reply(response, Map.of("Version", SimulatedEngine.VERSION, "ApiVersion", API_VERSION,
					"MinAPIVersion", "1.24", "Os", "linux", "KernelVersion", SimulatedEngine.KERNEL));
			case "/info" -> reply(response, this.engine.about());
			case "/events" -> events(request, response);
			case "/containers/json" -> reply(response, this.engine.running());
			default -> container(path, request, response);
		}
	}

	private void container(String path, HttpServletRequest request, HttpServletResponse response) throws IOException {
		Matcher container = CONTAINER.matcher(path);
		boolean known = container.matches();
		Optional<Known> found = known ? this.engine.find(container.group(1)) : Optional.empty();
		if (found.isEmpty()) {
			response.setStatus(HttpServletResponse.SC_NOT_FOUND);
			reply(response, Map.of("message", known ? "No such container: " + container.group(1) : "page not found"));
		}
		else if (container.group(2).equals("json")) {
			reply(response, found.get().inspection());
		}
		else {
			boolean once = "false".equals(request.getParameter("stream")) || "0".equals(request.getParameter("stream"));
			statistics(container.group(1), once, response);
		}
	}

	private void statistics(String id, boolean once, HttpServletResponse response) throws IOException {
		response.setContentType("application/json");
		boolean more = true;
		while (more && !this.stopping) {
			Optional<String> document = this.engine.statistics(id);
			if (document.isPresent()) {
				line(response, document.get());
			}
			more = !once && document.isPresent() && pause();
		}
	}

	private boolean pause() {
		try {
			TimeUnit.MILLISECONDS.sleep(STATISTICS_MILLIS);
			return true;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	private void events(HttpServletRequest request, HttpServletResponse response) throws IOException {
		response.setContentType("application/json");
		try (SimulatedEngine.Subscription subscription = this.engine.subscribe(request.getParameter("since"),
				actions(request.getParameter("filters")))) {
			// the client waits for the headers to know that it is subscribed
			response.flushBuffer();
			while (!this.stopping) {
				String event = subscription.waiting().poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
				if (event != null) {
					line(response, event);
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/// The actions that `filters` lets through, in either of the two forms that clients
	/// use: a list, or an object whose keys count.
	private static List<String> actions(@Nullable String filters) {
		List<String> actions = new ArrayList<>();
		if (filters != null) {
			JsonNode events = JSON.readTree(filters).path("event");
			if (events.isArray()) {
				events.forEach((event) -> actions.add(event.asString()));
			}
			else {
				actions.addAll(events.propertyNames());
			}
		}
		return actions;
	}

	private static void line(HttpServletResponse response, String json) throws IOException {
		ServletOutputStream out = response.getOutputStream();
		out.write((json + "\n").getBytes(StandardCharsets.UTF_8));
		response.flushBuffer();
	}

	private static void reply(HttpServletResponse response, Object body) throws IOException {
		byte[] bytes = JSON.writeValueAsBytes(body);
		response.setContentType("application/json");
		response.setContentLength(bytes.length);
		response.getOutputStream().write(bytes);
	}

}
