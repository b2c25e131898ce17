package io.slicemeter.deploy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import static org.assertj.core.api.Assertions.assertThat;

/// What chart, compose file, image and documentation set, can be set: names are those of
/// the metadata that the build makes of the code.
class SettingsTests {

	private static final Pattern OPTION = Pattern.compile("--(slicemeter\\.[a-z0-9.-]+?)=");

	private static final Pattern TOLD = Pattern.compile("`(slicemeter\\.[a-z0-9.\\[\\]-]+)[`=:]");

	private static final Pattern VARIABLE = Pattern.compile("(?m)(?:^ +|ENV |name: )(SLICEMETER_[A-Z0-9_]+)(?=[:=\n])");

	private static final Pattern LIST = Pattern.compile("java\\.util\\.List<([\\w.$]+)>");

	/// The compose file's own variable, the label of containers, and what the part that
	/// brings it describes.
	private static final Set<String> NO_SETTINGS = Set.of("SLICEMETER_DB_PASSWORD", "slicemeter.runner",
			"slicemeter.measurement.allowed-targets");

	@Test
	void everyPropertyOfTheChartExists() throws IOException {
		Set<String> set = new TreeSet<>();
		for (Path values : Chart.valuesFiles()) {
			Chart.render(values)
				.pods()
				.filter((pod) -> !pod.owner().getKind().equals("Pod"))
				.flatMap((pod) -> pod.spec().getContainers().stream())
				.flatMap((container) -> names("", ChartTests.properties(container)))
				.filter((name) -> name.startsWith("slicemeter."))
				.forEach(set::add);
		}
		assertThat(set).contains("slicemeter.role", "slicemeter.spool.directory", "slicemeter.security.tokens[].hash");
		assertThat(settings()).containsAll(set);
	}

	/// Those of lists' entries as `list[].name`.
	private static Stream<String> names(String prefix, Map<String, Object> properties) {
		return properties.entrySet().stream().flatMap((property) -> {
			String name = prefix + property.getKey();
			if (property.getValue() instanceof List<?> list && list.stream().allMatch(Map.class::isInstance)) {
				return list.stream().flatMap((entry) -> names(name + "[].", Yaml.map(entry)));
			}
			return Stream.of(name);
		});
	}

	@Test
	void everyOptionOfFilesAndDocumentationExists() throws IOException {
		Set<String> set = new TreeSet<>();
		for (String file : List.of("docker-compose.yml", "Dockerfile", "docs/operations.md")) {
			find(OPTION, file).forEach(set::add);
		}
		assertThat(set).contains("slicemeter.docker.host");
		assertThat(settings()).containsAll(set);
	}

	@Test
	void everySettingThatDocumentationAndValuesNameExists() throws IOException {
		Set<String> set = new TreeSet<>();
		for (String file : List.of("README.md", "docs/operations.md", "docs/rest.md", "helm/slicemeter/README.md")) {
			find(TOLD, file).map((name) -> name.replaceAll("\\[[n0-9]+]", "[]")).forEach(set::add);
		}
		set.removeAll(NO_SETTINGS);
		assertThat(set).hasSizeGreaterThan(20);
		Set<String> settings = settings();
		assertThat(set).allSatisfy((name) -> assertThat(settings).as(name)
			.anyMatch((setting) -> setting.equals(name) || setting.startsWith(name + ".")));
	}

	@Test
	void environmentVariablesBindToPropertiesThatExist() throws IOException {
		Set<String> variables = new TreeSet<>();
		for (String file : List.of("docker-compose.yml", "Dockerfile",
				"helm/slicemeter/templates/agent-daemonset.yaml")) {
			find(VARIABLE, file).map((name) -> name.replaceAll("_[0-9]+_", "[]_")).forEach(variables::add);
		}
		variables.removeAll(NO_SETTINGS);
		assertThat(variables).contains("SLICEMETER_HOST_NAME", "SLICEMETER_SPOOL_DIRECTORY",
				"SLICEMETER_SECURITY_TOKENS[]_HASH");
		assertThat(settings().stream().map((name) -> name.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT)))
			.containsAll(variables);
	}

	private static Stream<String> find(Pattern pattern, String file) throws IOException {
		return pattern.matcher(Files.readString(Path.of(file))).results().map((match) -> match.group(1));
	}

	/// Those of a list of records also with what its entries have, as `list[].name`.
	private static Set<String> settings() throws IOException {
		Set<String> names = new HashSet<>();
		for (Resource each : new PathMatchingResourcePatternResolver()
			.getResources("classpath*:META-INF/spring-configuration-metadata.json")) {
			try (InputStream input = each.getInputStream()) {
				for (JsonNode property : JsonMapper.shared().readTree(input).path("properties")) {
					String name = property.path("name").asString("");
					names.add(name);
					if (name.startsWith("slicemeter.")) {
						components(property.path("type").asString("")).map((component) -> name + "[]." + component)
							.forEach(names::add);
					}
				}
			}
		}
		return names;
	}

	private static Stream<String> components(String type) {
		Matcher list = LIST.matcher(type);
		if (!list.matches()) {
			return Stream.empty();
		}
		try {
			Class<?> element = Class.forName(list.group(1));
			return element.isRecord() ? Arrays.stream(element.getRecordComponents()).map(RecordComponent::getName)
					: Stream.empty();
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
