package io.slicemeter.role;

import java.time.Duration;
import java.util.Map;

import jakarta.validation.constraints.Min;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.diagnostics.FailureAnalysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class UnreadableSettingFailureAnalyzerTests {

	record Settings(@DurationMin(seconds = 1, message = "must be at least 1s, but is ${validatedValue}") Duration pause,
			@Min(value = 1, message = "must be between 1 and 9") int size, boolean on, Role role) {
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					slicemeter.pause | often | which is not a duration such as 500ms, 2s, 5m or 1h; it must be at least 1s.
					slicemeter.size  | many  | which is not a whole number; it must be between 1 and 9.
					slicemeter.on    | maybe | which is not true or false.
					slicemeter.role  | boss  | which is not one of standalone. It is: what the process does: standalone (meters this machine, stores and answers, on loopback)
					""")
	void aValueThatCannotBeReadIsToldWithItsFormAndItsBounds(String name, String value, String told) {
		FailureAnalysis analysis = analyze("slicemeter", Map.of(name, value));
		assertThat(analysis).isNotNull();
		assertThat(analysis.getDescription()).startsWith(name + " is '" + value + "'").endsWith(told);
	}

	@Test
	void settingsOfOthersAreLeftToOthers() {
		assertThat(analyze("server", Map.of("server.pause", "often"))).isNull();
	}

	private static @Nullable FailureAnalysis analyze(String prefix, Map<String, String> values) {
		Binder binder = new Binder(new MapConfigurationPropertySource(values));
		BindException failure = catchThrowableOfType(BindException.class,
				() -> binder.bind(prefix, Bindable.of(Settings.class)));
		return new UnreadableSettingFailureAnalyzer().analyze(new IllegalStateException(failure));
	}

}
