package io.slicemeter.measurement.web;

import java.util.List;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A page of measurements, newest first.
record MeasurementPage(List<MeasurementItem> items,
		@Schema(description = "Where the next page begins; null at the end.") @Nullable String next) {
}
