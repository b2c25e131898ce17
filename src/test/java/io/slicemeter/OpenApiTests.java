package io.slicemeter;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import io.slicemeter.testing.RestTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;

/// The API's description is a promise: it changes only on purpose. `mvn test
/// -Dtest=OpenApiTests -Dopenapi.update=true` takes the new one over.
@RestTest
class OpenApiTests {

	private static final Path GOLDEN = Path.of("src/test/resources/io/slicemeter/openapi.json");

	@Autowired
	private MockMvcTester rest;

	@Test
	void theDescriptionIsTheOneThatWasCommitted() throws IOException {
		String description = this.rest.get()
			.uri("/v3/api-docs")
			.exchange()
			.getResponse()
			.getContentAsString(StandardCharsets.UTF_8) + "\n";
		if (Boolean.getBoolean("openapi.update")) {
			Files.writeString(GOLDEN, description);
		}
		assertThat(description).isEqualTo(Files.readString(GOLDEN));
	}

}
