package io.slicemeter;

import java.io.IOException;
import java.io.InputStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import static org.assertj.core.api.Assertions.assertThat;

/// What editors and the documentation say about each property.
class PropertiesTests {

	@Test
	void eachPropertyIsDescribed() throws IOException {
		JsonNode metadata = metadata();
		assertThat(properties(metadata).map((property) -> property.get("name").stringValue()))
			.contains("slicemeter.role");
		assertThat(properties(metadata)).allSatisfy((property) -> assertThat(property.path("description").asString(""))
			.as("description of %s", property.get("name"))
			.isNotBlank());
	}

	@Test
	void descriptionsAreSentencesWithoutMarkup() throws IOException {
		assertThat(properties(metadata()))
			.allSatisfy((property) -> assertThat(property.path("description").asString(""))
				.as("description of %s", property.get("name"))
				.doesNotContain("{@", "</", "]["));
	}

	private static Stream<JsonNode> properties(JsonNode metadata) {
		return metadata.get("properties").valueStream();
	}

	/// Ours among those of all jars.
	private static JsonNode metadata() throws IOException {
		JsonMapper mapper = new JsonMapper();
		for (Resource each : new PathMatchingResourcePatternResolver()
			.getResources("classpath*:META-INF/spring-configuration-metadata.json")) {
			try (InputStream input = each.getInputStream()) {
				JsonNode metadata = mapper.readTree(input);
				if (metadata.path("groups").valueStream().anyMatch(PropertiesTests::isOurs)) {
					return metadata;
				}
			}
		}
		throw new AssertionError("there is no metadata of ours: did the annotation processor run?");
	}

	private static boolean isOurs(JsonNode group) {
		return group.path("sourceType").asString("").startsWith("io.slicemeter.");
	}

}
