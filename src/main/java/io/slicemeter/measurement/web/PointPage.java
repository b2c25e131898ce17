package io.slicemeter.measurement.web;

import java.time.Instant;
import java.util.List;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// Usage points as the API's description tells them; [UsageRows] writes them.
@Schema(name = "MeasurementPoints")
record PointPage(String id, List<Item> items) {

	/// A point.
	@Schema(name = "MeasurementPoint")
	record Item(@Schema(description = "When it was read.") Instant at,
			@Schema(description = "The same, seconds since 1970.") double time, String runner, String host,
			String runId, String containerId, long networkAllBytes, @Nullable Double memoryShare,
			@Schema(description = "Of the whole machine since the point before; 0 at a run's first.") @Nullable Double cpuShare,
			@Nullable Long cpuUsageUsec, @Nullable Long memoryCurrentBytes, @Nullable Long memoryBytes) {
	}

}
