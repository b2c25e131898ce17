package io.slicemeter.history;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

import io.slicemeter.runner.Catalogue;
import io.slicemeter.runner.CataloguedRun;
import io.slicemeter.runner.ClosingRecord;
import io.slicemeter.runner.Lifetime;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunnerOnHost;
import io.slicemeter.timeseries.Series;
import io.slicemeter.timeseries.SeriesQuery;
import io.slicemeter.timeseries.TimeRange;
import io.slicemeter.timeseries.UsageQueries;
import io.slicemeter.timeseries.UsageSummary;
import org.springframework.stereotype.Component;

/// Tells what a runner and a run used.
@Component
public class RunnerHistory {

	private static final int SHOWN_RUNS = 100;

	private final Catalogue catalogue;

	private final UsageQueries usage;

	RunnerHistory(Catalogue catalogue, UsageQueries usage) {
		this.catalogue = catalogue;
		this.usage = usage;
	}

	/// The newest 100 runs of a runner, newest first.
	public List<CataloguedRun> runs(RunnerOnHost runner) {
		return this.catalogue.runs(runner, SHOWN_RUNS);
	}

	/// Of the newest 100 runs of a runner those that ended within a range, newest first.
	public List<CataloguedRun> ended(RunnerOnHost runner, TimeRange range) {
		return runs(runner).stream().filter((run) -> range.contains(run.endedAt())).toList();
	}

	/// How many runs a runner had.
	public long countRuns(RunnerOnHost runner) {
		return this.catalogue.countRuns(runner);
	}

	/// The series of a runner, all its runs joined.
	public Series series(RunnerOnHost runner, SeriesQuery query) {
		return this.usage.series(keys(runner, query.range()), query);
	}

	/// What a runner used within a range.
	public RunnerTotals totals(RunnerOnHost runner, TimeRange range) {
		List<RunKey> runs = keys(runner, range);
		return new RunnerTotals(runs.size(), this.usage.summary(runs, range));
	}

	/// What is told of ranges before this moment changes only by samples that come late.
	public Instant closedBefore() {
		return this.usage.closedBefore();
	}

	/// One run.
	public Optional<CataloguedRun> run(RunKey key) {
		return this.catalogue.run(key);
	}

	/// What one run used in its whole life so far.
	public UsageSummary lifetimeUsage(CataloguedRun run, Instant now) {
		Instant end = (run.endedAt() != null) ? run.endedAt() : now;
		// the last sample of an ended run is as late as its end, which a half-open range
		// would leave out
		Instant to = end.isAfter(run.startedAt()) ? end.plusMillis(1) : run.startedAt().plusMillis(1);
		return this.usage.summary(List.of(run.key()), new TimeRange(begin(run), to));
	}

	/// Its start, or the earlier moment at which its samples begin: a busy Engine tells a
	/// start late.
	private static Instant begin(CataloguedRun run) {
		ClosingRecord closing = run.closing();
		if (closing == null) {
			return run.startedAt();
		}
		Instant begin = closing.at().minus(closing.durationUsec(), ChronoUnit.MICROS);
		return begin.isBefore(run.startedAt()) ? begin : run.startedAt();
	}

	private List<RunKey> keys(RunnerOnHost runner, TimeRange range) {
		return this.catalogue.lifetimes(runner, range.from(), range.to()).stream().map(Lifetime::run).toList();
	}

	/// What the runs of a runner used together.
	///
	/// @param runs how many lived in the range
	/// @param usage what they used
	public record RunnerTotals(int runs, UsageSummary usage) {
	}

}
