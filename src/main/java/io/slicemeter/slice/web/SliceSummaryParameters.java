package io.slicemeter.slice.web;

import java.time.Instant;

import io.slicemeter.web.Period;
import io.slicemeter.web.RangeParameters;
import io.slicemeter.web.WholeNumber;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The parameters of a slice's summary.
record SliceSummaryParameters(
		@Parameter(description = "The name of a host; without it the answer is the sum over all hosts that have the "
				+ "slice.") @Nullable String host,
		@Parameter(description = RangeParameters.FROM,
				schema = @Schema(type = "string", defaultValue = RangeParameters.DEFAULT_FROM)) @Nullable String from,
		@Parameter(description = RangeParameters.TO,
				schema = @Schema(type = "string", defaultValue = RangeParameters.DEFAULT_TO)) @Nullable String to,
		@Parameter(description = "How many of the top runners are named.", schema = @Schema(type = "integer",
				minimum = "1", maximum = "100", defaultValue = "5")) @Nullable String top) {

	private static final int USUAL_TOP = 5;

	private static final int LARGEST_TOP = 100;

	Period period(Instant now) {
		return new RangeParameters(this.host, this.from, this.to).period(now);
	}

	int topRunners() {
		return WholeNumber.parse("top", this.top, USUAL_TOP, 1, LARGEST_TOP);
	}

}
