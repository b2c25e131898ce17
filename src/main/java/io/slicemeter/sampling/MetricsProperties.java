package io.slicemeter.sampling;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// What is exported of runners and slices.
///
/// @param maxRunners how many runners are exported to Prometheus and the like at a time,
/// and how many slices; 0 to 100000
@ConfigurationProperties("slicemeter.metrics")
record MetricsProperties(@DefaultValue("500") int maxRunners) {

	MetricsProperties {
		if (maxRunners < 0 || maxRunners > 100_000) {
			throw new IllegalArgumentException(
					"slicemeter.metrics.max-runners must be from 0 to 100000, not " + maxRunners);
		}
	}

}
