package io.slicemeter.history.web;

import java.util.List;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.swagger.v3.oas.annotations.media.Schema;

/// A runner with its runs.
@Schema(description = "A runner on one host with its runs.")
record RunnerDetail(@JsonUnwrapped RunnerItem item,
		@Schema(description = "Its newest runs, newest first, at most 100.") List<RunItem> runs,
		@Schema(description = "How many runs it had.") long runCount) {
}
