package io.slicemeter.measurement.web;

import java.util.Map;

import io.slicemeter.measurement.Comparison;
import io.slicemeter.measurement.Comparison.Difference;
import io.slicemeter.measurement.Measurement;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// How two measurements differ.
record MeasurementComparison(MeasurementItem a, MeasurementItem b,
		@Schema(description = "Each figure of both, `b − a` and `b ÷ a`.") Map<String, Difference> differences,
		@Schema(description = "Whether the latencies differ by more than chance; null where one has none that is "
				+ "stored.") Comparison.@Nullable Test test) {

	static MeasurementComparison of(Measurement a, Measurement b, Comparison comparison) {
		return new MeasurementComparison(MeasurementItem.of(a), MeasurementItem.of(b), comparison.differences(),
				comparison.test());
	}

}
