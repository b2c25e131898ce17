package io.slicemeter.timeseries;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TimeseriesPropertiesTests {

	private static TimeseriesProperties bind(Map<String, String> properties) {
		return new Binder(new MapConfigurationPropertySource(properties)).bindOrCreate("slicemeter.timeseries",
				TimeseriesProperties.class);
	}

	@Test
	void haveDefaults() {
		assertThat(bind(Map.of())).isEqualTo(new TimeseriesProperties(10_000, Duration.ofMillis(500),
				Duration.ofSeconds(30), Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(30),
				Duration.ofSeconds(10), Duration.ofHours(48), Duration.ofSeconds(30)));
	}

	@Test
	void nameWhatIsAllowed() {
		assertThatThrownBy(() -> bind(Map.of("slicemeter.timeseries.batch-size", "0")))
			.hasRootCauseMessage("slicemeter.timeseries.batch-size must be from 1 to 50000, not 0");
		assertThatThrownBy(() -> bind(Map.of("slicemeter.timeseries.flush-interval", "2m")))
			.hasRootCauseMessage("slicemeter.timeseries.flush-interval must be from 10ms to 1m, not 2m");
	}

}
