package io.slicemeter.history.web;

import java.time.Instant;
import java.util.List;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.slicemeter.timeseries.Usage;
import io.swagger.v3.oas.annotations.media.Schema;

/// What a runner used over a range.
@Schema(description = "What a runner used over a range, all its runs together.")
record RunnerSummary(String runner, String host, Instant from, Instant to,
		@Schema(description = "How many runs lived in the range.") int runs, @JsonUnwrapped Usage usage,
		@Schema(description = "The runs that ended in the range with their totals, newest first; at most 100.") List<RunItem> endedRuns) {
}
