package io.slicemeter.history.web;

import java.time.InstantSource;
import java.util.List;

import io.slicemeter.history.Runner;
import io.slicemeter.history.RunnerHistory;
import io.slicemeter.history.RunnerHistory.RunnerTotals;
import io.slicemeter.history.Runners;
import io.slicemeter.runner.CataloguedRun;
import io.slicemeter.runner.Metric;
import io.slicemeter.timeseries.Aggregation;
import io.slicemeter.timeseries.SeriesQuery;
import io.slicemeter.timeseries.TimeRange;
import io.slicemeter.timeseries.Usage;
import io.slicemeter.web.ClosedRange;
import io.slicemeter.web.Period;
import io.slicemeter.web.RangeParameters;
import io.slicemeter.web.SamplesParameters;
import io.slicemeter.web.SeriesRequest;
import io.slicemeter.web.Table;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.WebRequest;

/// The REST of runners.
@RestController
@RequestMapping(path = "/api/v1/runners", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "runners", description = "What runners use and used.")
class RunnersController {

	private static final String RUNNER = "The runner's name, or one that it had before a rename.";

	private final Runners runners;

	private final RunnerHistory history;

	private final InstantSource clock;

	RunnersController(Runners runners, RunnerHistory history, InstantSource requestClock) {
		this.runners = runners;
		this.history = history;
		this.clock = requestClock;
	}

	@GetMapping
	@Operation(operationId = "listRunners", summary = "The runners, one item for each host that a runner is on",
			description = "By name and then by host, in pages. All filters must hold; a runner is judged by its newest run.")
	RunnerPage list(@ParameterObject RunnerListParameters parameters, WebRequest request) {
		int limit = parameters.mostItems();
		List<Runner> found = this.runners.list(parameters.filter(request.getParameterValues("label")),
				parameters.position(), limit + 1);
		List<Runner> page = found.subList(0, Math.min(limit, found.size()));
		String next = (found.size() > limit) ? RunnerListParameters.cursor(Runners.place(page.getLast().newest()))
				: null;
		return new RunnerPage(page.stream().map(RunnerItem::of).toList(), next);
	}

	@GetMapping("/{runner}")
	@Operation(operationId = "getRunner", summary = "A runner: its current use, its limits, its runs")
	RunnerDetail runner(@Parameter(description = RUNNER) @PathVariable String runner,
			@Parameter(
					description = "The name of the host that is meant, where several have the runner.") @RequestParam(
							required = false) @Nullable String host) {
		CataloguedRun found = this.runners.find(runner, host);
		return new RunnerDetail(RunnerItem.of(this.runners.describe(found)),
				this.history.runs(Runners.place(found)).stream().map(RunItem::of).toList(),
				this.history.countRuns(Runners.place(found)));
	}

	@GetMapping(path = "/{runner}/samples", produces = { MediaType.APPLICATION_JSON_VALUE, Table.CSV, Table.NDJSON })
	@Operation(operationId = "getRunnerSamples", summary = "The history of a runner in buckets",
			description = "Gauges of runs alive at the same moment add up; counters are the runner's running total over the "
					+ "range, or with `rate=true` their increase per second.")
	ResponseEntity<RunnerSamples> samples(@Parameter(description = RUNNER) @PathVariable String runner,
			@ParameterObject SamplesParameters parameters) {
		SeriesRequest request = parameters.request(this.clock.instant(), Metric.names(), SeriesQuery.USUAL_METRICS,
				Aggregation.labels());
		CataloguedRun found = this.runners.find(runner, parameters.host());
		SeriesQuery query = SeriesQuery.of(new TimeRange(request.period().from(), request.period().to()),
				request.step(found.host().interval()), request.metrics(), request.aggregation(), request.rate());
		RunnerSamples samples = RunnerSamples.of(found, query, this.history.series(Runners.place(found), query));
		return ClosedRange.answer(samples, query.range().to(), this.history.closedBefore());
	}

	@GetMapping("/{runner}/summary")
	@Operation(operationId = "getRunnerSummary", summary = "What a runner used over a range",
			description = "Totals, and mean, min, p50, p95 and max, with the share of time that samples cover.")
	ResponseEntity<RunnerSummary> summary(@Parameter(description = RUNNER) @PathVariable String runner,
			@ParameterObject RangeParameters parameters) {
		Period period = parameters.period(this.clock.instant());
		CataloguedRun found = this.runners.find(runner, parameters.host());
		RunnerTotals totals = this.history.totals(Runners.place(found), new TimeRange(period.from(), period.to()));
		List<RunItem> ended = this.history.ended(Runners.place(found), new TimeRange(period.from(), period.to()))
			.stream()
			.map(RunItem::of)
			.toList();
		RunnerSummary summary = new RunnerSummary(found.runner().value(), found.host().name(), period.from(),
				period.to(), totals.runs(), Usage.of(totals.usage()), ended);
		return ClosedRange.answer(summary, period.to(), this.history.closedBefore());
	}

}
