package io.slicemeter.timeseries;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RetentionPropertiesTests {

	private static <T> T bind(String prefix, Class<T> type, Map<String, String> properties) {
		return new Binder(new MapConfigurationPropertySource(properties)).bindOrCreate(prefix, type);
	}

	private static RetentionProperties retention(Map<String, String> properties) {
		return bind("slicemeter.timeseries.retention", RetentionProperties.class, properties);
	}

	@Test
	void haveDefaults() {
		assertThat(retention(Map.of()))
			.isEqualTo(new RetentionProperties(Duration.ofDays(7), Duration.ofDays(30), Duration.ofDays(400)));
		assertThat(bind("slicemeter.timeseries.maintenance", MaintenanceProperties.class, Map.of()))
			.isEqualTo(new MaintenanceProperties(Duration.ofSeconds(10), Duration.ofMinutes(1), 3,
					Duration.ofMinutes(15), Duration.ofMinutes(15)));
	}

	@Test
	void nameWhatIsAllowed() {
		assertThatThrownBy(() -> retention(Map.of("slicemeter.timeseries.retention.raw", "36h")))
			.hasRootCauseMessage("slicemeter.timeseries.retention.raw must be whole days from 1d to 4000d, not pt36h");
		assertThatThrownBy(() -> retention(Map.of("slicemeter.timeseries.retention.minutes", "3d")))
			.hasRootCauseMessage("slicemeter.timeseries.retention.minutes must be at least as long as raw, 7d, not 3d");
		assertThatThrownBy(() -> bind("slicemeter.timeseries.maintenance", MaintenanceProperties.class,
				Map.of("slicemeter.timeseries.maintenance.settle", "1s")))
			.hasRootCauseMessage("slicemeter.timeseries.maintenance.settle must be from 10s to 3600s, not 1s");
	}

}
