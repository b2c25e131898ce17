package io.slicemeter.history.web;

import java.time.Instant;

import io.slicemeter.runner.CataloguedRun;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A run among those of its runner.
@Schema(description = "A run among those of its runner.")
record RunItem(String runId, String containerId, String slice, Instant startedAt, @Nullable Instant endedAt,
		String state, @Nullable Integer exitCode, @Nullable Boolean oomKilled,
		@Schema(description = "Its totals; null while it is open.", nullable = true) @Nullable Closing closing) {

	static RunItem of(CataloguedRun run) {
		return new RunItem(run.key().toString(), run.container().value(), run.slice().value(), run.startedAt(),
				run.endedAt(), run.state().label(), run.exitCode(), run.oomKilled(), Closing.of(run, null));
	}

}
