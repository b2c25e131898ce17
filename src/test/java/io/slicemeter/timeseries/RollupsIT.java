package io.slicemeter.timeseries;

import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.RunKey;
import io.slicemeter.testing.TestDatabase;
import io.slicemeter.timeseries.UsageSummary.Distribution;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static io.slicemeter.runner.Metric.CPU_MILLICORES;
import static io.slicemeter.runner.Metric.CPU_USAGE_USEC;
import static io.slicemeter.runner.Metric.IO_READ_BYTES;
import static io.slicemeter.runner.Metric.MEMORY_BYTES;
import static io.slicemeter.runner.Metric.NETWORK_RECEIVED_BYTES;
import static io.slicemeter.timeseries.Metered.HOST;
import static io.slicemeter.timeseries.Metered.at;
import static io.slicemeter.timeseries.Metered.range;
import static org.assertj.core.api.Assertions.assertThat;

/// However samples come in, late or in time, and wherever the watermark stands: rollups
/// add up to the final counters to the µs, and tell what the samples tell.
@ParameterizedClass
@EnumSource(TestDatabase.class)
class RollupsIT {

	private static final List<Metric> COUNTERS = List.of(CPU_USAGE_USEC, IO_READ_BYTES, NETWORK_RECEIVED_BYTES);

	private final PGSimpleDataSource dataSource;

	private final JdbcClient database;

	private final PostgresStore store;

	private final MaintenanceFunctions functions;

	private final UsageQueries queries;

	RollupsIT(TestDatabase kind) {
		this.dataSource = kind.migrated();
		this.database = JdbcClient.create(this.dataSource);
		this.store = new PostgresStore(this.dataSource, Duration.ofSeconds(30), Duration.ofSeconds(1));
		LocalDate day = LocalDate.ofInstant(Metered.START, ZoneOffset.UTC);
		List.of(day.minusDays(1), day).forEach(this.store::ensurePartition);
		this.store
			.write(new Batch(List.of(new CatalogueRow.OfHost(Metered.host(HOST, 1), System.nanoTime())), List.of()));
		this.functions = new MaintenanceFunctions(this.dataSource, Duration.ofMinutes(5), Duration.ofHours(48));
		this.queries = new SqlUsageQueries(this.dataSource, Duration.ofSeconds(30),
				Clock.fixed(at(86400), ZoneOffset.UTC));
	}

	/// Rolls up everything before a moment.
	private void rollUpTo(double seconds) {
		this.database.sql("update watermark set closed_to = ?, closed_by = pg_current_xact_id()")
			.param(at(seconds).atOffset(ZoneOffset.UTC))
			.update();
		while (!Boolean.FALSE.equals(this.functions.rollUpMinutes(Duration.ofHours(6)))) {
			Thread.onSpinWait();
		}
		while (!Boolean.FALSE.equals(this.functions.rollUpHour())) {
			Thread.onSpinWait();
		}
		while (!Boolean.FALSE.equals(this.functions.rollUpLate(50))) {
			Thread.onSpinWait();
		}
	}

	/// Writes samples as a writer does: what is late is marked in the same transaction.
	private void write(List<Sample> samples) {
		this.store.write(new Batch(List.of(), samples));
		LateMarks.mark(this.dataSource, samples);
	}

	private Map<RunKey, Long> sums(String table, Metric counter) {
		Map<RunKey, Long> sums = new HashMap<>();
		this.database.sql("select run_id, sum(%s_increase) from %s group by run_id".formatted(counter.column(), table))
			.query((row) -> {
				sums.put(new RunKey(HOST, row.getLong(1)), row.getLong(2));
			});
		return sums;
	}

	private void assertAddsUp(Lives lives) {
		for (Metric counter : COUNTERS) {
			Map<RunKey, Long> minutes = sums("run_minute", counter);
			Map<RunKey, Long> hours = sums("run_hour", counter);
			lives.finalCounters().forEach((run, counters) -> {
				assertThat(minutes.get(run)).as("%s of %s by minutes", counter, run).isEqualTo(counters.get(counter));
				assertThat(hours.get(run)).as("%s of %s by hours", counter, run).isEqualTo(counters.get(counter));
			});
		}
	}

	@RepeatedTest(8)
	void bucketsAddUpToTheFinalCounters(RepetitionInfo repetition) {
		long seed = repetition.getCurrentRepetition() * 7919L;
		Random random = new Random(seed);
		Lives lives = Lives.of(seed, -3000, 6, 400);
		this.store.write(new Batch(lives.catalogue(), List.of()));
		List<Sample> inTime = new ArrayList<>(lives.samples());
		List<Sample> late = new ArrayList<>();
		inTime.removeIf((sample) -> random.nextInt(20) == 0 && late.add(sample));
		Collections.shuffle(late, random);
		inTime.sort((one, other) -> one.at().compareTo(other.at()));
		// the watermark follows the samples in steps, and what is late comes at any time
		double mark = -3000;
		int written = 0;
		while (written < inTime.size()) {
			int next = Math.min(inTime.size(), written + 1 + random.nextInt(500));
			write(inTime.subList(written, next));
			written = next;
			double reached = Duration.between(Metered.START, inTime.get(written - 1).at()).toMillis() / 1000.0;
			mark = Math.max(mark, Math.floor((reached - random.nextInt(200)) / 60) * 60);
			rollUpTo(mark);
			int some = random.nextInt(late.size() / 2 + 1);
			write(late.subList(0, some));
			late.subList(0, some).clear();
			if (random.nextInt(3) == 0) {
				assertSeamIsTold(lives, inTime.subList(0, written), mark);
			}
		}
		write(late);
		rollUpTo(Math.ceil(lives.end() / 3600) * 3600 + 3600);
		assertThat(this.database.sql("select count(*) from late_bucket").query(Long.class).single()).isZero();
		assertAddsUp(lives);
		assertSameAsSamples(lives);
		assertSameSummaries(lives);
	}

	/// Whatever came so far, in whatever order: rolled up or not, it is told once.
	private void assertSeamIsTold(Lives lives, List<Sample> written, double mark) {
		if (this.database.sql("select count(*) from late_bucket").query(Long.class).single() > 0) {
			return;
		}
		TimeRange range = new TimeRange(at(-3600), written.getLast().at().plusSeconds(1));
		for (RunKey run : lives.runs()) {
			SeriesQuery query = new SeriesQuery(range, Duration.ofMinutes(1), List.of(CPU_USAGE_USEC), Aggregation.MEAN,
					false);
			assertThat(this.queries.series(List.of(run), query).columns())
				.as("%s up to %s with the watermark at %s", run, range.to(), at(mark))
				.isEqualTo(fromSamples(run, query).columns());
		}
	}

	private Series fromSamples(RunKey run, SeriesQuery query) {
		Keys keys = Keys.ofRuns(List.of(run));
		return new SeriesAnswer(keys, query, Stored.SAMPLES)
			.answer(new Statements(this.database, keys, Stored.SAMPLES, EpochMicros.of(query.range().from()), false));
	}

	/// Each run's series by minutes, from its rollups and from its samples.
	private void assertSameAsSamples(Lives lives) {
		TimeRange range = range(-3600, Math.ceil(lives.end() / 3600) * 3600);
		List<Metric> metrics = List.of(CPU_MILLICORES, MEMORY_BYTES, CPU_USAGE_USEC);
		for (RunKey run : lives.runs()) {
			for (Aggregation aggregation : Aggregation.values()) {
				SeriesQuery query = new SeriesQuery(range, Duration.ofMinutes(1), metrics, aggregation, false);
				Series rolled = this.queries.series(List.of(run), query);
				assertThat(rolled.resolution()).isEqualTo(Resolution.MINUTES);
				Series raw = fromSamples(run, query);
				for (Metric metric : metrics) {
					List<@Nullable Number> expected = Objects.requireNonNull(raw.columns().get(metric));
					List<@Nullable Number> actual = Objects.requireNonNull(rolled.columns().get(metric));
					for (int place = 0; place < expected.size(); place++) {
						assertSame(actual.get(place), expected.get(place),
								"%s %s of %s at %s".formatted(aggregation, metric, run, raw.at().get(place)));
					}
				}
			}
		}
	}

	/// What samples and rollups say of each run's whole life; percentiles of rollups are
	/// those of a histogram.
	private void assertSameSummaries(Lives lives) {
		TimeRange range = range(-3600, Math.ceil(lives.end() / 3600) * 3600 + 1800);
		for (RunKey run : lives.runs()) {
			Keys keys = Keys.ofRuns(List.of(run));
			UsageSummary raw = new SummaryAnswer(keys, range, Stored.SAMPLES,
					new Statements(this.database, keys, Stored.SAMPLES, EpochMicros.of(range.from()), false))
				.answer(EpochMicros.of(at(86400)));
			UsageSummary rolled = this.queries.summary(List.of(run), range);
			assertThat(raw.percentilesFrom()).isEqualTo("raw");
			assertThat(rolled.percentilesFrom()).isEqualTo("histogram");
			assertThat(rolled.increases()).isEqualTo(raw.increases());
			assertThat(rolled.coveredUsec()).isCloseTo(raw.coveredUsec(), Offset.offset(2L));
			assertSame(rolled.coverage(), raw.coverage(), "coverage of " + run);
			// few looks lie far apart, and a percentile between two of them is anybody's
			boolean many = lives.samples()
				.stream()
				.filter((sample) -> ((RunSample) sample).run().equals(run))
				.count() >= 100;
			assertSame(rolled.cpu(), raw.cpu(), many, "CPU of " + run);
			assertSame(rolled.memory(), raw.memory(), many, "memory of " + run);
		}
	}

	private static void assertSame(Distribution actual, Distribution expected, boolean many, String what) {
		assertSame(actual.mean(), expected.mean(), "mean " + what);
		assertSame(actual.min(), expected.min(), "min " + what);
		assertSame(actual.max(), expected.max(), "max " + what);
		assertThat(actual.p95() != null).as(what).isEqualTo(expected.p95() != null);
		if (many) {
			assertThat(Objects.requireNonNull(actual.p95())).as("p95 " + what)
				.isCloseTo(Objects.requireNonNull(expected.p95()), Percentage.withPercentage(6));
		}
	}

	private static void assertSame(@Nullable Number actual, @Nullable Number expected, String what) {
		if (expected == null || actual == null) {
			assertThat(actual).as(what).isEqualTo(expected);
			return;
		}
		assertThat(actual.doubleValue()).as(what)
			.isCloseTo(expected.doubleValue(), Offset.offset(Math.abs(expected.doubleValue()) * 1e-9 + 1e-6));
	}

}
