package io.slicemeter.deploy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.fabric8.kubernetes.api.model.Container;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import static org.assertj.core.api.Assertions.assertThat;

/// What the chart, the compose file, the image and the unit of the documentation set, can
/// be set.
class SettingsTests {

	private static final Pattern OPTION = Pattern.compile("--(slicemeter\\.[a-z0-9.-]+?)=");

	/// Those of `slicemeter.security` are a list of records, of which the metadata names
	/// the list alone. `.ci/image` starts the service with them.
	private static final String SECURITY = "slicemeter.security.";

	@Test
	void everyPropertyOfTheChartExists() throws IOException {
		Set<String> set = new TreeSet<>();
		for (Path values : Chart.valuesFiles()) {
			Chart.render(values)
				.pods()
				.filter((pod) -> !pod.owner().getKind().equals("Pod"))
				.flatMap((pod) -> pod.spec().getContainers().stream())
				.flatMap(SettingsTests::names)
				.forEach(set::add);
		}
		assertThat(set).contains("slicemeter.role", "slicemeter.spool.directory");
		assertThat(settings()).containsAll(set);
	}

	private static Stream<String> names(Container container) {
		return ChartTests.properties(container)
			.keySet()
			.stream()
			.filter((name) -> name.startsWith("slicemeter.") && !name.startsWith(SECURITY));
	}

	@Test
	void everyOptionOfFilesAndDocumentationExists() throws IOException {
		Set<String> set = new TreeSet<>();
		for (String file : List.of("docker-compose.yml", "Dockerfile", "docs/operations.md")) {
			OPTION.matcher(Files.readString(Path.of(file))).results().map((it) -> it.group(1)).forEach(set::add);
		}
		assertThat(set).contains("slicemeter.docker.host");
		assertThat(settings()).containsAll(set);
	}

	@Test
	void environmentVariablesBindToPropertiesThatExist() throws IOException {
		Set<String> variables = new TreeSet<>();
		for (String file : List.of("docker-compose.yml", "Dockerfile",
				"helm/slicemeter/templates/agent-daemonset.yaml")) {
			Pattern.compile("(?m)(?:^ +|ENV |name: )(SLICEMETER_[A-Z_]+)(?=[:=\n])")
				.matcher(Files.readString(Path.of(file)))
				.results()
				.map((MatchResult it) -> it.group(1))
				.filter((name) -> !name.startsWith("SLICEMETER_SECURITY_"))
				.forEach(variables::add);
		}
		variables.remove("SLICEMETER_DB_PASSWORD");
		assertThat(variables).contains("SLICEMETER_HOST_NAME", "SLICEMETER_SPOOL_DIRECTORY");
		assertThat(settings().stream().map((name) -> name.replace("-", "").replace('.', '_').toUpperCase()))
			.containsAll(variables);
	}

	private static Set<String> settings() throws IOException {
		Set<String> names = new HashSet<>();
		for (Resource each : new PathMatchingResourcePatternResolver()
			.getResources("classpath*:META-INF/spring-configuration-metadata.json")) {
			try (InputStream input = each.getInputStream()) {
				for (JsonNode property : JsonMapper.shared().readTree(input).path("properties")) {
					names.add(property.path("name").asString(""));
				}
			}
		}
		return names;
	}

}
