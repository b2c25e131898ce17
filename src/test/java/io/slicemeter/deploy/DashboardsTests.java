package io.slicemeter.deploy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.Rule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

import org.springframework.core.io.ClassPathResource;

import static org.assertj.core.api.Assertions.assertThat;

/// What dashboards and alerts ask is there to be asked.
class DashboardsTests {

	/// A metric, and what it is narrowed to.
	private static final Pattern METRIC = Pattern.compile("\\b(slicemeter_[a-z_]+)(?:\\{([^}]*)})?");

	private static final Pattern LABEL = Pattern.compile("\\b([a-z_]+)\\s*(?:=~|!~|!=|=)\\s*\"");

	private static final Pattern BY = Pattern.compile("\\bby \\(([^)]*)\\)");

	private static final Pattern VARIABLE = Pattern.compile("\\$\\{?([A-Za-z]\\w*)");

	/// What Prometheus itself labels with, or the metrics of the service have.
	private static final Set<String> LABELS = Set.of("job", "namespace", "instance", "node", "how", "why", "quantile",
			"host", "slice", "runner", "resource", "kind", "resolution", "chore");

	static List<Dashboard> dashboards() {
		return Dashboard.all();
	}

	@Test
	void thereIsADashboardForEachQuestion() {
		assertThat(dashboards()).extracting(Dashboard::file)
			.containsExactly("fleet.json", "postgres.json", "runner.json", "slice.json");
	}

	@ParameterizedTest
	@MethodSource("dashboards")
	void everyMetricOfADashboardExists(Dashboard dashboard) throws IOException {
		assertAskable(Stream.concat(dashboard.expressions(), dashboard.variableQueries()).toList());
	}

	@Test
	void everyMetricOfAnAlertExists() throws IOException {
		assertAskable(alerts().map((alert) -> alert.getExpr().getStrVal()).toList());
	}

	private static void assertAskable(List<String> expressions) throws IOException {
		Set<String> known = new ClassPathResource("metrics.txt", DashboardsTests.class)
			.getContentAsString(StandardCharsets.UTF_8)
			.lines()
			.collect(Collectors.toSet());
		assertThat(expressions).isNotEmpty().allSatisfy((expression) -> {
			for (MatchResult metric : METRIC.matcher(expression).results().toList()) {
				assertThat(known).as(expression).contains(metric.group(1));
				assertThat(labels(LABEL, metric.group(2))).as(expression).isSubsetOf(LABELS);
			}
			for (MatchResult by : BY.matcher(expression).results().toList()) {
				assertThat(by.group(1).split(", *")).as(expression).isSubsetOf(LABELS);
			}
			for (String pair : List.of("()", "{}", "[]")) {
				assertThat(expression.chars().filter((it) -> it == pair.charAt(0)).count()).as(expression)
					.isEqualTo(expression.chars().filter((it) -> it == pair.charAt(1)).count());
			}
		});
	}

	private static Set<String> labels(Pattern pattern, String text) {
		return (text != null) ? pattern.matcher(text).results().map((it) -> it.group(1)).collect(Collectors.toSet())
				: Set.of();
	}

	@ParameterizedTest
	@MethodSource("dashboards")
	void everyVariableOfADashboardIsDefined(Dashboard dashboard) {
		Set<String> defined = dashboard.variables().map((it) -> it.get("name").asString()).collect(Collectors.toSet());
		Set<String> used = new TreeSet<>();
		Stream.of(dashboard.expressions(), dashboard.statements(), dashboard.variableQueries())
			.flatMap((it) -> it)
			.forEach((text) -> VARIABLE.matcher(text).results().forEach((it) -> used.add(it.group(1))));
		assertThat(defined).containsAll(used).contains("datasource");
	}

	@ParameterizedTest
	@MethodSource("dashboards")
	void panelsHaveIdsPlacesAndUnitsOfTheirOwn(Dashboard dashboard) {
		List<JsonNode> panels = dashboard.panels().toList();
		assertThat(panels).extracting((panel) -> panel.get("id").asInt()).doesNotHaveDuplicates();
		boolean[][] taken = new boolean[24][200];
		for (JsonNode panel : panels) {
			JsonNode place = panel.get("gridPos");
			for (int x = place.get("x").asInt(); x < place.get("x").asInt() + place.get("w").asInt(); x++) {
				for (int y = place.get("y").asInt(); y < place.get("y").asInt() + place.get("h").asInt(); y++) {
					assertThat(taken[x][y]).as("%s lies on another panel", panel.get("title")).isFalse();
					taken[x][y] = true;
				}
			}
			if (!panel.get("type").asString().equals("row")) {
				assertThat(panel.path("description").asString("")).as("%s", panel.get("title")).isNotBlank();
				assertThat(panel.get("datasource").get("uid").asString()).isEqualTo("${datasource}");
			}
			if (panel.get("type").asString().equals("timeseries")) {
				assertThat(panel.get("fieldConfig").get("defaults").path("unit").asString("")).isNotBlank();
			}
		}
	}

	@Test
	void everyAlertHasALineInTheRunbook() throws IOException {
		String operations = Files.readString(Path.of("docs/operations.md"));
		assertThat(alerts()).isNotEmpty().allSatisfy((alert) -> {
			assertThat(operations).contains("#### " + alert.getAlert() + "\n");
			assertThat(alert.getAnnotations()).containsKey("summary")
				.containsEntry("runbook_url", "https://wiki.example.com/slicemeter#" + alert.getAlert().toLowerCase());
			assertThat(alert.getLabels().get("severity")).isIn("warning", "critical");
		});
	}

	@Test
	void whatOperatorsHaveToKnowRaisesAnAlert() {
		assertThat(alerts()).extracting(Rule::getAlert)
			.contains("SlicemeterAgentSilent", "SlicemeterSpoolGrowing", "SlicemeterSamplesLost",
					"SlicemeterRollupsBehind", "SlicemeterOomKills", "SlicemeterSliceMemoryPressure");
	}

	private static Stream<Rule> alerts() {
		return Chart.render(Chart.FULL)
			.all(PrometheusRule.class)
			.stream()
			.flatMap((rule) -> rule.getSpec().getGroups().stream())
			.flatMap((group) -> group.getRules().stream());
	}

}
