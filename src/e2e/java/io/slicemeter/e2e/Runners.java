package io.slicemeter.e2e;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/// Runners as the API shows them, with the patience that an emulated machine needs.
final class Runners {

	private static final Duration PATIENCE = Duration.ofMinutes(5);

	private final Agent agent;

	Runners(Agent agent) {
		this.agent = agent;
	}

	/// A runner; an answer without these fields while it is not known.
	JsonNode runner(String name) {
		try {
			return this.agent.api("/runners/" + name);
		}
		catch (IllegalStateException ex) {
			return this.agent.api("/runners?name=" + name);
		}
	}

	/// Whether the runner is listed at all.
	boolean isKnown(String name) {
		return !this.agent.api("/runners?name=" + name).path("items").isEmpty();
	}

	String state(String name) {
		return runner(name).path("state").asString();
	}

	/// A runner once it is as described.
	JsonNode await(String name, String what, Predicate<JsonNode> condition) {
		return Awaitility.await(name + ": " + what)
			.atMost(PATIENCE)
			.pollInterval(Duration.ofSeconds(2))
			.until(() -> runner(name), condition);
	}

	/// A runner once it has usage.
	JsonNode awaitUsage(String name) {
		return await(name, "usage", (runner) -> runner.at("/current/memoryBytes").isNumber());
	}

	/// The newest run of a runner, once it is over and everything is known of it.
	JsonNode ended(String name) {
		JsonNode runner = await(name, "its end",
				(shown) -> shown.at("/runs/0/closing").isObject() && shown.at("/runs/0/exitCode").isNumber());
		return run(runner.at("/runs/0/runId").asString());
	}

	/// All runs of a runner, newest first, once there are so many and each is over.
	List<JsonNode> allEnded(String name, int count) {
		JsonNode runner = await(name, count + " runs over",
				(shown) -> shown.path("runs").size() == count && shown.path("runs")
					.valueStream()
					.allMatch((run) -> run.path("closing").isObject() && run.path("exitCode").isNumber()));
		List<JsonNode> runs = new ArrayList<>();
		runner.path("runs").forEach((run) -> runs.add(run(run.path("runId").asString())));
		return runs;
	}

	private JsonNode run(String id) {
		return this.agent.api("/runs/" + id);
	}

}
