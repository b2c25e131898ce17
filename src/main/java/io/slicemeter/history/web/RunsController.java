package io.slicemeter.history.web;

import java.time.InstantSource;

import io.slicemeter.history.RunnerHistory;
import io.slicemeter.runner.CataloguedRun;
import io.slicemeter.runner.RunKey;
import io.slicemeter.timeseries.Usage;
import io.slicemeter.web.Problem;
import io.slicemeter.web.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// The REST of runs.
@RestController
@RequestMapping(path = "/api/v1/runs", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "runs", description = "Single lifetimes of containers.")
class RunsController {

	private final RunnerHistory history;

	private final InstantSource clock;

	RunsController(RunnerHistory history, InstantSource requestClock) {
		this.history = history;
		this.clock = requestClock;
	}

	@GetMapping("/{runId}")
	@Operation(operationId = "getRun", summary = "One run: how it ended and what it used")
	RunDetail run(@Parameter(description = "The run's ID, as `runId` shows it.") @PathVariable String runId) {
		CataloguedRun run = RunKey.parse(runId).flatMap(this.history::run).orElseThrow(() -> unknown(runId));
		return RunDetail.of(run, Usage.of(this.history.lifetimeUsage(run, this.clock.instant())));
	}

	private static Problem unknown(String runId) {
		return Problem.of(ProblemType.UNKNOWN_RUN, "There is no run '%s'".formatted(Problem.shown(runId)))
			.with("run", Problem.shown(runId));
	}

}
