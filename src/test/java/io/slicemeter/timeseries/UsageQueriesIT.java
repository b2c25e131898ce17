package io.slicemeter.timeseries;

import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.testing.TestDatabase;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static io.slicemeter.runner.Metric.CPU_MILLICORES;
import static io.slicemeter.runner.Metric.CPU_USAGE_USEC;
import static io.slicemeter.runner.Metric.MEMORY_BYTES;
import static io.slicemeter.runner.Metric.MEMORY_PEAK_BYTES;
import static io.slicemeter.runner.Metric.NETWORK_RECEIVED_BYTES;
import static io.slicemeter.runner.Metric.PIDS;
import static io.slicemeter.timeseries.Metered.HOST;
import static io.slicemeter.timeseries.Metered.SLICE;
import static io.slicemeter.timeseries.Metered.at;
import static io.slicemeter.timeseries.Metered.range;
import static io.slicemeter.timeseries.Metered.rows;
import static org.assertj.core.api.Assertions.assertThat;

/// The questions on a real Postgres, against values worked out by hand. The interval is 2
/// s; CPU use of 1,000,000 µs a second is 1000 millicores.
@ParameterizedClass
@EnumSource(TestDatabase.class)
class UsageQueriesIT {

	private static final long S = 1_000_000;

	private final PGSimpleDataSource dataSource;

	private final PostgresStore store;

	private final UsageQueries queries;

	UsageQueriesIT(TestDatabase kind) {
		this.dataSource = kind.migrated();
		this.store = new PostgresStore(this.dataSource, Duration.ofSeconds(10), Duration.ofSeconds(1));
		LocalDate yesterday = LocalDate.ofInstant(Metered.START, ZoneOffset.UTC);
		for (LocalDate day : List.of(yesterday.minusDays(2), yesterday.minusDays(1), yesterday)) {
			this.store.ensurePartition(day);
		}
		this.queries = queriesAt(3600);
		this.store
			.write(new Batch(List.of(new CatalogueRow.OfHost(Metered.host(HOST, 1), System.nanoTime())), List.of()));
	}

	private UsageQueries queriesAt(double seconds) {
		return new SqlUsageQueries(this.dataSource, Duration.ofSeconds(30), Clock.fixed(at(seconds), ZoneOffset.UTC));
	}

	private RunKey given(RunRecord record, Metered.Rows rows) {
		this.store.write(new Batch(List.of(new CatalogueRow.OfRun(record)), rows.samples()));
		return record.key();
	}

	private List<@Nullable Number> column(Collection<RunKey> runs, double from, double to, double step,
			Aggregation aggregation, boolean rate, Metric metric) {
		Series series = this.queries.series(runs, new SeriesQuery(range(from, to),
				Duration.ofMillis(Math.round(step * 1000)), List.of(metric), aggregation, rate));
		assertThat(series.resolution()).isEqualTo(Resolution.RAW);
		List<@Nullable Number> column = series.columns().get(metric);
		assertThat(column).hasSameSizeAs(series.at());
		return column.stream()
			.map((value) -> (value instanceof Double number) ? (Number) (Math.round(number * 1e6) / 1e6) : value)
			.toList();
	}

	private List<@Nullable Number> mean(Metric metric, double from, double to, double step, RunKey... runs) {
		return column(List.of(runs), from, to, step, Aggregation.MEAN, false, metric);
	}

	private List<@Nullable Number> agg(Aggregation aggregation, Metric metric, double from, double to, double step,
			RunKey... runs) {
		return column(List.of(runs), from, to, step, aggregation, false, metric);
	}

	private static List<@Nullable Number> values(@Nullable Number... values) {
		return Arrays.asList(values);
	}

	/// A run that starts at a moment and uses so many millicores, with a row every 2 s.
	private RunKey steady(double from, double to, long millicores, long memory, boolean ended) {
		RunKey key = Metered.newRun();
		Metered.Rows rows = rows(key);
		for (double at = from + 2; at <= to; at += 2) {
			rows.row(at, 2.0, CPU_USAGE_USEC, Math.round((at - from) * millicores * 1000), MEMORY_BYTES, memory);
		}
		return given(Metered.started(key, from, ended ? to : null), rows);
	}

	@Test
	void bucketsAreAlignedToTheEpochAndAllThere() {
		RunKey run = steady(0, 20, 500, 100, false);
		Series series = this.queries.series(List.of(run), new SeriesQuery(range(3, 38), Duration.ofSeconds(10),
				List.of(MEMORY_BYTES, CPU_MILLICORES), Aggregation.MEAN, false));
		assertThat(series.at()).containsExactly(at(0), at(10), at(20), at(30));
		assertThat(series.columns().keySet()).containsExactly(MEMORY_BYTES, CPU_MILLICORES);
		assertThat(series.columns().get(CPU_MILLICORES)).containsExactly(500.0, 500.0, null, null);
	}

	@Test
	void cpuIsTheIncreaseOverCoveredTimeCutAtEdges() {
		RunKey run = Metered.newRun();
		// 1000 millicores up to 9, 3000 from 9 to 11: the second bucket has half of the
		// span at 3000, then 500 to 13
		given(Metered.started(run, 5, null),
				rows(run).row(7, 2.0, CPU_USAGE_USEC, 2 * S)
					.row(9, 2.0, CPU_USAGE_USEC, 4 * S)
					.row(11, 2.0, CPU_USAGE_USEC, 10 * S)
					.row(13, 2.0, CPU_USAGE_USEC, 11 * S));
		assertThat(mean(CPU_MILLICORES, 0, 20, 10, run)).isEqualTo(values(1400.0, 1333.333333));
		// asked for from within a span, its share counts
		assertThat(mean(CPU_MILLICORES, 10, 12, 10, run)).isEqualTo(values(1750.0));
	}

	@Test
	void countersAreARunningTotalFromTheBeginningOfTheRange() {
		RunKey run = Metered.newRun();
		given(Metered.started(run, 0, null),
				rows(run).row(2, 2.0, NETWORK_RECEIVED_BYTES, 100)
					.row(4, 2.0, NETWORK_RECEIVED_BYTES, 300)
					.row(6, 2.0, NETWORK_RECEIVED_BYTES, 300)
					.row(8, 2.0, NETWORK_RECEIVED_BYTES, 900));
		// 3 lies in the middle of 200: 100 of it in each
		assertThat(mean(NETWORK_RECEIVED_BYTES, 0, 9, 3, run)).isEqualTo(values(200L, 300L, 900L));
		assertThat(mean(NETWORK_RECEIVED_BYTES, 3, 7, 3, run)).isEqualTo(values(100L, 400L));
		assertThat(column(List.of(run), 0, 6, 3, Aggregation.MEAN, true, NETWORK_RECEIVED_BYTES))
			.isEqualTo(values(66.666667, 33.333333));
	}

	@Test
	void aRowOnTheEdgeLiesInTheBucketThatItBeginsButItsTimeInTheOneBefore() {
		RunKey run = Metered.newRun();
		given(Metered.started(run, 0, null), rows(run).row(2, 2.0, CPU_USAGE_USEC, 2 * S, MEMORY_BYTES, 100)
			.row(4, 2.0, CPU_USAGE_USEC, 3 * S, MEMORY_BYTES, 300));
		assertThat(mean(CPU_USAGE_USEC, 0, 8, 2, run)).isEqualTo(values(null, 3 * S, 3 * S, null));
		assertThat(mean(CPU_MILLICORES, 0, 8, 2, run)).isEqualTo(values(null, 500.0, null, null));
		assertThat(mean(MEMORY_BYTES, 0, 8, 2, run)).isEqualTo(values(null, 300.0, 300.0, null));
		assertThat(this.queries.summary(List.of(run), range(0, 4)).increases()).containsEntry(CPU_USAGE_USEC, 3 * S);
		assertThat(mean(CPU_MILLICORES, 0, 4, 4, run)).isEqualTo(values(750.0));
	}

	@Test
	void aGapCountsInTotalsAndIsNullInBetween() {
		RunKey run = Metered.newRun();
		given(Metered.started(run, 0, null),
				rows(run).row(2, 2.0, CPU_USAGE_USEC, 2 * S)
					.row(4, 2.0, CPU_USAGE_USEC, 4 * S)
					// 30 s without a sample, in which 15 s of CPU were used; 3 s of them
					// are covered
					.row(34, 3.0, CPU_USAGE_USEC, 19 * S));
		assertThat(mean(CPU_USAGE_USEC, 0, 40, 10, run)).isEqualTo(values(7 * S, null, null, 19 * S));
		// the mean is that of the covered time: 500 millicores all through the gap
		assertThat(mean(CPU_MILLICORES, 0, 40, 10, run)).isEqualTo(values(1000.0, null, null, 500.0));
		UsageSummary summary = this.queries.summary(List.of(run), range(0, 40));
		assertThat(summary.increases()).containsEntry(CPU_USAGE_USEC, 19 * S);
		assertThat(summary.coveredUsec()).isEqualTo(7 * S);
	}

	@Test
	void runsOfTheSameMomentAddUp() {
		RunKey one = steady(0, 60, 1000, 100, false);
		RunKey two = steady(0, 60, 500, 40, false);
		assertThat(mean(CPU_MILLICORES, 0, 60, 30, one, two)).isEqualTo(values(1500.0, 1500.0));
		assertThat(mean(MEMORY_BYTES, 0, 60, 30, one, two)).isEqualTo(values(140.0, 140.0));
		assertThat(mean(CPU_USAGE_USEC, 0, 60, 30, one, two)).isEqualTo(values(45 * S, 90 * S));
		for (Aggregation aggregation : List.of(Aggregation.MIN, Aggregation.MAX, Aggregation.LAST)) {
			assertThat(agg(aggregation, MEMORY_BYTES, 0, 60, 60, one, two)).isEqualTo(values(140.0));
			assertThat(agg(aggregation, CPU_MILLICORES, 0, 60, 60, one, two)).isEqualTo(values(1500.0));
		}
	}

	@Test
	void runsAfterOneAnotherAreWeightedByTheirTime() {
		RunKey one = steady(0, 20, 1000, 100, true);
		RunKey two = steady(20, 60, 400, 40, false);
		assertThat(mean(CPU_MILLICORES, 0, 60, 60, one, two)).isEqualTo(values(600.0));
		assertThat(mean(MEMORY_BYTES, 0, 60, 60, one, two)).isEqualTo(values(60.0));
		assertThat(agg(Aggregation.MIN, MEMORY_BYTES, 0, 60, 60, one, two)).isEqualTo(values(40.0));
		assertThat(agg(Aggregation.MAX, MEMORY_BYTES, 0, 60, 60, one, two)).isEqualTo(values(100.0));
		assertThat(agg(Aggregation.LAST, MEMORY_BYTES, 0, 60, 60, one, two)).isEqualTo(values(40.0));
		assertThat(agg(Aggregation.MAX, CPU_MILLICORES, 0, 60, 60, one, two)).isEqualTo(values(1000.0));
		// the total goes on over the restart
		assertThat(mean(CPU_USAGE_USEC, 0, 60, 20, one, two)).isEqualTo(values(20 * S, 28 * S, 36 * S));
	}

	@Test
	void aRunBesideAnotherForHalfTheTimeAddsHalf() {
		RunKey one = steady(0, 60, 1000, 100, false);
		RunKey two = steady(30, 60, 500, 40, true);
		assertThat(mean(CPU_MILLICORES, 0, 60, 60, one, two)).isEqualTo(values(1250.0));
		assertThat(mean(MEMORY_BYTES, 0, 60, 60, one, two)).isEqualTo(values(120.0));
		assertThat(agg(Aggregation.MIN, MEMORY_BYTES, 0, 60, 60, one, two)).isEqualTo(values(100.0));
		assertThat(agg(Aggregation.MAX, MEMORY_BYTES, 0, 60, 60, one, two)).isEqualTo(values(140.0));
	}

	@Test
	void runsReadAtDifferentMomentsOfOneTickAddUpAllTheSame() {
		RunKey one = Metered.newRun();
		RunKey two = Metered.newRun();
		Metered.Rows ofOne = rows(one);
		Metered.Rows ofTwo = rows(two);
		for (int tick = 1; tick <= 20; tick++) {
			// one is read just before a full second, two just after, and the tick jitters
			double jitter = (tick % 3) * 0.01;
			ofOne.row(tick * 2 - 0.005 + jitter, 1.99, MEMORY_BYTES, 100);
			ofTwo.row(tick * 2 + 0.005 + jitter, 1.99, MEMORY_BYTES, 40);
		}
		given(Metered.started(one, 0, null), ofOne);
		given(Metered.started(two, 0, null), ofTwo);
		for (Aggregation aggregation : List.of(Aggregation.MIN, Aggregation.MAX, Aggregation.LAST)) {
			assertThat(agg(aggregation, MEMORY_BYTES, 4, 44, 10, one, two))
				.isEqualTo(values(140.0, 140.0, 140.0, 140.0, 140.0));
		}
	}

	@Test
	void theFirstRowOfARunThatWasThereBeforeIsABase() {
		RunKey run = Metered.newRun();
		given(Metered.found(run, -1000), rows(run).row(2, null, CPU_USAGE_USEC, 700 * S, MEMORY_BYTES, 50)
			.row(4, 2.0, CPU_USAGE_USEC, 701 * S, MEMORY_BYTES, 70));
		assertThat(mean(CPU_USAGE_USEC, 0, 10, 10, run)).isEqualTo(values(S));
		assertThat(mean(CPU_MILLICORES, 0, 10, 10, run)).isEqualTo(values(500.0));
		assertThat(mean(CPU_MILLICORES, 0, 3, 3, run)).isEqualTo(values(500.0));
		// no time is covered at first sight, yet the value is there
		assertThat(mean(MEMORY_BYTES, 0, 3, 3, run)).isEqualTo(values(70.0));
		assertThat(agg(Aggregation.MIN, MEMORY_BYTES, 0, 10, 10, run)).isEqualTo(values(50.0));
	}

	@Test
	void aLoneFirstRowShowsItsGaugesAndNoRate() {
		RunKey run = Metered.newRun();
		given(Metered.found(run, -1000), rows(run).row(2, null, CPU_USAGE_USEC, 700 * S, MEMORY_BYTES, 50));
		assertThat(mean(MEMORY_BYTES, 0, 10, 10, run)).isEqualTo(values(50.0));
		assertThat(mean(CPU_MILLICORES, 0, 10, 10, run)).isEqualTo(values((Number) null));
		assertThat(mean(CPU_USAGE_USEC, 0, 10, 10, run)).isEqualTo(values(0L));
		assertThat(agg(Aggregation.LAST, MEMORY_BYTES, 0, 10, 10, run)).isEqualTo(values(50.0));
		assertThat(agg(Aggregation.LAST, CPU_MILLICORES, 0, 10, 10, run)).isEqualTo(values((Number) null));
	}

	@Test
	void theFirstRowOfARunWhoseStartWasSeenCountsFromItsStart() {
		RunKey run = Metered.newRun();
		given(Metered.started(run, 8.5, null), rows(run).row(10.5, 2.0, CPU_USAGE_USEC, S));
		// a quarter of it after 10
		assertThat(mean(CPU_USAGE_USEC, 10, 20, 10, run)).isEqualTo(values(S / 4));
		// without the start, from the time that it covers
		RunKey other = Metered.newRun();
		given(Metered.found(other, -1000), rows(other).row(10.5, 2.0, CPU_USAGE_USEC, S));
		assertThat(mean(CPU_USAGE_USEC, 10, 20, 10, other)).isEqualTo(values(S / 4));
	}

	@Test
	void theFirstRowThatIsStillKeptIsNoStart() {
		RunKey run = Metered.newRun();
		double midnight = -86400 * 2 - 43200;
		given(Metered.found(run, midnight - 86400), rows(run).row(midnight + 1, 2.0, CPU_USAGE_USEC, 500 * S)
			.row(midnight + 3, 2.0, CPU_USAGE_USEC, 501 * S));
		assertThat(this.queries.summary(List.of(run), range(midnight - 100, midnight + 100)).increases())
			.containsEntry(CPU_USAGE_USEC, S);
	}

	@Test
	void aCounterOfARunThatGoesBackHasUsedNothing() {
		RunKey run = Metered.newRun();
		given(Metered.started(run, 0, null),
				rows(run).row(2, 2.0, NETWORK_RECEIVED_BYTES, 100)
					.row(4, 2.0, NETWORK_RECEIVED_BYTES, 40)
					.row(6, 2.0, NETWORK_RECEIVED_BYTES, 70));
		assertThat(mean(NETWORK_RECEIVED_BYTES, 0, 8, 2, run)).isEqualTo(values(null, 100L, 130L, 130L));
	}

	@Test
	void aCounterOfASliceThatGoesBackBeganAnew() {
		HostId host = HostId.of("remade");
		this.store.write(new Batch(List.of(), List.of(Metered.slice(host, 2, null, CPU_USAGE_USEC, 500),
				Metered.slice(host, 4, 2.0, CPU_USAGE_USEC, 600), Metered.slice(host, 6, 2.0, CPU_USAGE_USEC, 30))));
		UsageSummary summary = this.queries.summary(List.of(host), SLICE, range(0, 10));
		assertThat(summary.increases()).containsEntry(CPU_USAGE_USEC, 130L);
	}

	@Test
	void aSliceIsJoinedOverItsHosts() {
		HostId other = HostId.of("build-2");
		List<Sample> samples = new ArrayList<>();
		for (int tick = 0; tick <= 30; tick++) {
			samples.add(Metered.slice(HOST, 100 + tick * 2, (tick > 0) ? 2.0 : null, CPU_USAGE_USEC, tick * 2 * S,
					MEMORY_BYTES, 100));
			samples.add(Metered.slice(other, 101 + tick * 2, (tick > 0) ? 2.0 : null, CPU_USAGE_USEC, tick * S,
					MEMORY_BYTES, 40));
		}
		this.store.write(new Batch(List.of(), samples));
		Series series = this.queries.series(List.of(HOST, other), SLICE,
				new SeriesQuery(range(110, 150), Duration.ofSeconds(20),
						List.of(CPU_MILLICORES, MEMORY_BYTES, CPU_USAGE_USEC), Aggregation.MEAN, false));
		assertThat(series.at()).containsExactly(at(100), at(120), at(140));
		assertThat(series.columns().get(CPU_MILLICORES)).containsExactly(1500.0, 1500.0, 1500.0);
		assertThat(series.columns().get(MEMORY_BYTES)).containsExactly(140.0, 140.0, 140.0);
		assertThat(series.columns().get(CPU_USAGE_USEC)).containsExactly(15 * S, 45 * S, 60 * S);
		UsageSummary summary = this.queries.summary(List.of(HOST, other), SLICE, range(110, 150));
		assertThat(summary.coverage()).isEqualTo(1.0);
		assertThat(summary.coveredUsec()).isEqualTo(80 * S);
		assertThat(summary.cpu().max()).isEqualTo(1500.0);
		assertThat(summary.memory().min()).isEqualTo(140.0);
	}

	@Test
	void aClosingRowCountsInCountersAlone() {
		RunKey run = Metered.newRun();
		given(Metered.started(run, 0, 4.5),
				rows(run).row(2, 2.0, CPU_USAGE_USEC, S, MEMORY_BYTES, 100, MEMORY_PEAK_BYTES, 120)
					.row(4, 2.0, CPU_USAGE_USEC, 2 * S, MEMORY_BYTES, 200, MEMORY_PEAK_BYTES, 250)
					.closing(4.5, 0.5, CPU_USAGE_USEC, 2 * S + S / 4));
		assertThat(mean(CPU_USAGE_USEC, 0, 10, 10, run)).isEqualTo(values(2 * S + S / 4));
		assertThat(mean(CPU_MILLICORES, 0, 10, 10, run)).isEqualTo(values(500.0));
		assertThat(mean(MEMORY_BYTES, 0, 10, 10, run)).isEqualTo(values(150.0));
		UsageSummary summary = this.queries.summary(List.of(run), range(0, 10));
		assertThat(summary.coverage()).isEqualTo(1.0);
		assertThat(summary.coveredUsec()).isEqualTo(4 * S + S / 2);
		assertThat(summary.memoryPeakBytes()).isEqualTo(250L);
		assertThat(summary.memory()).isEqualTo(new UsageSummary.Distribution(150.0, 100.0, 150.0, 195.0, 200.0));
	}

	@Test
	void extremesOfCpuTakeRatesOverAtLeastHalfAnInterval() {
		RunKey run = Metered.newRun();
		given(Metered.started(run, 0, 4.5), rows(run).row(2, 2.0, CPU_USAGE_USEC, S)
			.row(4, 2.0, CPU_USAGE_USEC, 2 * S)
			// 4000 millicores, but for half a second only
			.closing(4.5, 0.5, CPU_USAGE_USEC, 4 * S));
		assertThat(agg(Aggregation.MAX, CPU_MILLICORES, 0, 10, 10, run)).isEqualTo(values(500.0));
		assertThat(mean(CPU_MILLICORES, 0, 10, 10, run)).isEqualTo(values(888.888889));
		// a run that is shorter than that counts with its mean
		RunKey brief = Metered.newRun();
		given(Metered.started(brief, 0.2, 0.8),
				rows(brief).row(0.4, 0.2, CPU_USAGE_USEC, S / 10).closing(0.8, 0.4, CPU_USAGE_USEC, 6 * S / 10));
		assertThat(agg(Aggregation.MAX, CPU_MILLICORES, 0, 10, 10, brief)).isEqualTo(values(1000.0));
		assertThat(this.queries.summary(List.of(brief), range(0, 10)).cpu())
			.isEqualTo(new UsageSummary.Distribution(1000.0, 1000.0, 1000.0, 1000.0, 1000.0));
	}

	@Test
	void whatWasNotReadIsNull() {
		RunKey run = Metered.newRun();
		given(Metered.started(run, 0, null),
				rows(run).row(2, 2.0, CPU_USAGE_USEC, S).row(4, 2.0).row(6, 2.0, CPU_USAGE_USEC, 3 * S));
		assertThat(mean(PIDS, 0, 8, 4, run)).isEqualTo(values(null, null));
		// nothing was read at 4: its time is spread over by the next
		assertThat(mean(CPU_USAGE_USEC, 0, 8, 4, run)).isEqualTo(values(2 * S, 3 * S));
		assertThat(this.queries.summary(List.of(run), range(0, 8)).increases()).containsOnlyKeys(CPU_USAGE_USEC);
	}

	@Test
	void coverageIsTheCoveredShareOfTheTimeThatWasLived() {
		RunKey ended = steady(0, 30, 100, 1, true);
		assertThat(this.queries.summary(List.of(ended), range(0, 60)).coverage()).isEqualTo(1.0);
		assertThat(this.queries.summary(List.of(ended), range(10, 20)).coverage()).isEqualTo(1.0);
		assertThat(this.queries.summary(List.of(ended), range(40, 60)).coverage()).isNull();
		// lived for 40 s, of which its agent saw the second half
		RunKey late = Metered.newRun();
		given(Metered.record(late, 1, 0, false, 40.0),
				rows(late).row(20, null)
					.row(22, 2.0)
					.row(24, 2.0)
					.row(26, 2.0)
					.row(28, 2.0)
					.row(30, 2.0)
					.row(32, 2.0)
					.row(34, 2.0)
					.row(36, 2.0)
					.row(38, 2.0)
					.closing(40, 2.0));
		assertThat(this.queries.summary(List.of(late), range(0, 60)).coverage()).isEqualTo(0.5);
		assertThat(this.queries.summary(List.of(ended, late), range(0, 60)).coverage()).isCloseTo(50 / 70.0,
				Offset.offset(1e-9));
		assertThat(this.queries.summary(List.of(late), range(-60, 0)).coverage()).isNull();
	}

	@Test
	void anOpenRunLivesToItsNewestRowUnlessThatIsLongAgo() {
		RunKey open = steady(0, 100, 100, 1, false);
		assertThat(queriesAt(104).summary(List.of(open), range(0, 200)).coverage()).isEqualTo(1.0);
		assertThat(queriesAt(125).summary(List.of(open), range(0, 200)).coverage()).isEqualTo(0.8);
		assertThat(queriesAt(1000).summary(List.of(open), range(0, 200)).coverage()).isEqualTo(0.5);
	}

	@Test
	void percentilesTakeOneLookPerInterval() {
		RunKey run = Metered.newRun();
		Metered.Rows rows = rows(run);
		long usage = 0;
		for (int tick = 1; tick <= 100; tick++) {
			usage += tick * 20_000L; // tick * 10 millicores over 2 s
			rows.row(tick * 2, 2.0, CPU_USAGE_USEC, usage, MEMORY_BYTES, tick);
		}
		given(Metered.started(run, 0, null), rows);
		UsageSummary summary = this.queries.summary(List.of(run), range(0, 202));
		assertThat(summary.cpu().min()).isCloseTo(10, Offset.offset(1e-6));
		assertThat(summary.cpu().mean()).isCloseTo(505, Offset.offset(1e-6));
		assertThat(summary.cpu().p50()).isCloseTo(505, Offset.offset(1e-6));
		assertThat(summary.cpu().p95()).isCloseTo(950.5, Offset.offset(1e-6));
		assertThat(summary.cpu().max()).isCloseTo(1000, Offset.offset(1e-6));
		assertThat(summary.memory().p95()).isCloseTo(95.05, Offset.offset(1e-6));
		assertThat(summary.percentilesFrom()).isEqualTo("raw");
	}

	@Test
	void theNewestRowIsTheCurrentOne() {
		RunKey run = steady(0, 10, 500, 77, false);
		RunKey old = steady(-100, -50, 500, 77, false);
		Map<RunKey, Current> current = this.queries.current(List.of(run, old), at(-20));
		assertThat(current).containsOnlyKeys(run);
		assertThat(current.get(run).at()).isEqualTo(at(10));
		assertThat(current.get(run).values()).isEqualTo(Map.of(CPU_USAGE_USEC, 5 * S, MEMORY_BYTES, 77L));
	}

	@Test
	void increasesAndPeaksAreToldPerRun() {
		RunKey one = steady(0, 60, 1000, 100, false);
		RunKey two = steady(0, 60, 500, 40, false);
		RunKey none = steady(100, 120, 500, 40, false);
		assertThat(this.queries.perRun(List.of(one, two, none), range(10, 20), CPU_USAGE_USEC))
			.isEqualTo(Map.of(one, 10 * S, two, 5 * S));
		assertThat(this.queries.perRun(List.of(one, two, none), range(10, 20), MEMORY_BYTES))
			.isEqualTo(Map.of(one, 100L, two, 40L));
	}

	@Test
	void aHostTellsCpuMemoryAndPressure() {
		this.store.write(new Batch(List.of(),
				List.of(new HostSample(HOST, at(2), null, null, 900L,
						Metered.readings(CPU_USAGE_USEC, 5 * S, MEMORY_BYTES, 10)),
						new HostSample(HOST, at(4), 2 * S, 500.0, 800L,
								Metered.readings(CPU_USAGE_USEC, 6 * S, MEMORY_BYTES, 20)))));
		UsageSummary summary = this.queries.summary(HOST, range(0, 10));
		assertThat(summary.increases()).isEqualTo(Map.of(CPU_USAGE_USEC, S));
		assertThat(summary.cpu().max()).isEqualTo(500.0);
		assertThat(summary.memory().max()).isEqualTo(20.0);
		assertThat(summary.memoryPeakBytes()).isNull();
		Map<HostId, Current> current = this.queries.currentOfHosts(List.of(HOST), at(0));
		assertThat(current.get(HOST).values()).containsEntry(CPU_MILLICORES, 500.0).containsEntry(MEMORY_BYTES, 20L);
	}

	@Test
	void whereNothingIsAskedForNothingIsAnswered() {
		assertThat(mean(CPU_MILLICORES, 0, 20, 10)).isEqualTo(values(null, null));
		UsageSummary summary = this.queries.summary(List.of(), range(0, 10));
		assertThat(summary.coverage()).isNull();
		assertThat(this.queries.current(List.of(), at(0))).isEmpty();
		assertThat(this.queries.currentOfSlices(List.of(), at(0))).isEmpty();
		UsageSummary unknown = this.queries.summary(List.of(Metered.newRun()), range(0, 10));
		assertThat(unknown.increases()).isEmpty();
		assertThat(unknown.cpu()).isEqualTo(UsageSummary.Distribution.NONE);
	}

	@Test
	void onlyThePartitionsOfTheRangeAreTouched() {
		RunKey run = Metered.newRun();
		Metered.Rows rows = rows(run);
		for (int hour = -48; hour < 12; hour++) {
			rows.row(hour * 3600, 2.0, CPU_USAGE_USEC, (hour + 100) * S);
		}
		given(Metered.started(run, -48 * 3600 - 2, null), rows);
		SampleQuestions sql = new SampleQuestions(SampleTable.RUN, List.of(CPU_MILLICORES), true, false);
		for (String question : List.of(sql.buckets(), sql.totals(List.of(CPU_USAGE_USEC)), sql.coverage(),
				sql.newest())) {
			String plan = String.join("\n",
					JdbcClient.create(this.dataSource)
						.sql("explain (analyze, costs off, timing off) " + question)
						.param("hosts", new long[] { HOST.value() })
						.param("ids", new long[] { run.runId() })
						.param("from", at(0).atOffset(ZoneOffset.UTC))
						.param("to", at(3600).atOffset(ZoneOffset.UTC))
						.param("fromUsec", EpochMicros.of(at(0)))
						.param("toUsec", EpochMicros.of(at(3600)))
						.param("stepUsec", 60 * S)
						.param("oldestUsec", EpochMicros.of(at(-86400 * 2 - 43200)))
						.query(String.class)
						.list());
			String day = LocalDate.ofInstant(Metered.START, ZoneOffset.UTC).toString().replace("-", "");
			assertThat(plan.lines()
				.filter((line) -> line.contains(" on run_sample_") && !line.contains("never executed"))
				.filter((line) -> !line.contains("_pkey  ("))).isNotEmpty()
				.allSatisfy((line) -> assertThat(line).contains(" on run_sample_" + day));
		}
	}

	@Test
	void theTimeZoneOfTheSessionChangesNothing() {
		RunKey run = steady(0, 60, 500, 40, false);
		List<@Nullable Number> expected = mean(CPU_MILLICORES, 0, 60, 20, run);
		JdbcClient.create(this.dataSource)
			.sql("alter database %s set timezone to 'America/St_Johns'".formatted(this.dataSource.getDatabaseName()))
			.update();
		assertThat(mean(CPU_MILLICORES, 0, 60, 20, run)).isEqualTo(expected);
		assertThat(this.queries.current(List.of(run), at(0)).get(run).at()).isEqualTo(at(60));
	}

}
