package io.slicemeter.web;

import java.time.Instant;
import java.util.Map;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class JsonMomentsTests {

	@ParameterizedTest
	@CsvSource({ "2026-03-01T12:00:00.123456789Z,2026-03-01T12:00:00.123456Z",
			"2026-03-01T12:00:00.000000999Z,2026-03-01T12:00:00Z", "2026-03-01T12:00:00.5Z,2026-03-01T12:00:00.500Z",
			"2026-03-01T12:00:00Z,2026-03-01T12:00:00Z" })
	void momentsAreShownInWholeMicroseconds(Instant moment, String expected) {
		JsonMapper.Builder builder = JsonMapper.builder();
		new JsonMoments().customize(builder);
		assertThat(builder.build().writeValueAsString(Map.of("at", moment)))
			.isEqualTo("{\"at\":\"%s\"}".formatted(expected));
	}

}
