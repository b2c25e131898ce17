package io.slicemeter.history.web;

import java.util.List;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// One page of runners.
@Schema(description = "One page of runners, by name.")
record RunnerPage(List<RunnerItem> items,
		@Schema(description = "What to give as `after` for the next page; null at the end.") @Nullable String next) {
}
