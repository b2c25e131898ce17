package io.slicemeter.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fabric8.openshift.api.model.monitoring.v1.Rule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/// Dashboards and alerts are whole. That what they ask is exported, a running fleet shows
/// (`FleetIT`).
class DashboardsTests {

	private static final Pattern VARIABLE = Pattern.compile("\\$\\{?([A-Za-z]\\w*)");

	static List<Dashboard> dashboards() {
		return Dashboard.all();
	}

	@Test
	void thereIsADashboardForEachQuestion() {
		assertThat(dashboards()).extracting(Dashboard::file)
			.containsExactly("fleet.json", "postgres.json", "runner.json", "slice.json");
	}

	@Test
	void everyBracketThatIsOpenedIsClosed() {
		Stream<String> expressions = Stream.concat(dashboards().stream().flatMap(Dashboard::expressions),
				Chart.alerts().map((alert) -> alert.getExpr().getStrVal()));
		assertThat(expressions).isNotEmpty().allSatisfy((expression) -> {
			for (String pair : List.of("()", "{}", "[]")) {
				assertThat(expression.chars().filter((it) -> it == pair.charAt(0)).count()).as(expression)
					.isEqualTo(expression.chars().filter((it) -> it == pair.charAt(1)).count());
			}
		});
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
		assertThat(Chart.alerts()).isNotEmpty().allSatisfy((alert) -> {
			assertThat(operations).contains("#### " + alert.getAlert() + "\n");
			assertThat(alert.getAnnotations()).containsKey("summary")
				.containsEntry("runbook_url", "https://wiki.example.com/slicemeter#" + alert.getAlert().toLowerCase());
			assertThat(alert.getLabels().get("severity")).isIn("warning", "critical");
		});
	}

	@Test
	void whatOperatorsHaveToKnowRaisesAnAlert() {
		assertThat(Chart.alerts()).extracting(Rule::getAlert)
			.contains("SlicemeterAgentSilent", "SlicemeterSpoolGrowing", "SlicemeterSamplesLost",
					"SlicemeterRollupsBehind", "SlicemeterOomKills", "SlicemeterSliceMemoryPressure");
	}

}
