package io.slicemeter.measurement;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// What a measurement's row keeps as JSON: what nobody asks the database for, so that it
/// can grow without a migration.
final class Documents {

	private static final JsonMapper MAPPER = JsonMapper.builder()
		.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
		.disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
		.build();

	private Documents() {
	}

	static String write(Object document) {
		return MAPPER.writeValueAsString(document);
	}

	static Choice choice(String text) {
		return MAPPER.readValue(text, Choice.class);
	}

	static List<Member> members(String text) {
		return MAPPER.readValue(text, new TypeReference<List<Member>>() {
		});
	}

	static Map<String, Long> outcomes(String text) {
		return MAPPER.readValue(text, new TypeReference<Map<String, Long>>() {
		});
	}

	static @Nullable UsageReport usage(@Nullable String text) {
		return (text != null) ? MAPPER.readValue(text, UsageReport.class) : null;
	}

}
