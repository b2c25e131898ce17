package io.slicemeter.web;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CursorTests {

	@Test
	void aCursorIsReadBackAndNeedsNoEscaping() {
		String cursor = Cursor.encode("runner_1@x:y", "00ff");
		assertThat(cursor).matches("[A-Za-z0-9_-]+");
		assertThat(Cursor.decode(cursor, 2))
			.hasValueSatisfying((keys) -> assertThat(keys).containsExactly("runner_1@x:y", "00ff"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "x", "!!", "YWJj", "MQBh", "MgBhAGI" })
	void whatIsNoCursorIsNotRead(String text) {
		assertThat(Cursor.decode(text, 2)).isEmpty();
	}

}
