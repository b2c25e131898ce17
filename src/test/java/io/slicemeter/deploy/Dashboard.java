package io.slicemeter.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A Grafana dashboard of the chart.
record Dashboard(String file, JsonNode json) {

	private static final JsonMapper MAPPER = new JsonMapper();

	static List<Dashboard> all() {
		try (Stream<Path> files = Files.list(Chart.DIRECTORY.resolve("dashboards"))) {
			return files.sorted().map((file) -> new Dashboard(file.getFileName().toString(), read(file))).toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static JsonNode read(Path file) {
		return MAPPER.readTree(file);
	}

	Stream<JsonNode> panels() {
		return this.json.get("panels").valueStream();
	}

	/// What the panels ask Prometheus.
	Stream<String> expressions() {
		return targets("expr");
	}

	/// What the panels ask Postgres.
	Stream<String> statements() {
		return targets("rawSql");
	}

	private Stream<String> targets(String key) {
		return panels().flatMap((panel) -> panel.path("targets").valueStream())
			.filter((target) -> target.has(key))
			.map((target) -> target.get(key).asString());
	}

	Stream<JsonNode> variables() {
		return this.json.get("templating").get("list").valueStream();
	}

	/// What the variables ask for their values.
	Stream<String> variableQueries() {
		return variables().filter((variable) -> variable.get("type").asString().equals("query"))
			.map((variable) -> variable.get("definition").asString());
	}

	@Override
	public String toString() {
		return this.file;
	}

}
