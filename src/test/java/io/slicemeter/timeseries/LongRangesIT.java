package io.slicemeter.timeseries;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;

import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.RunKey;
import io.slicemeter.testing.TestDatabase;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static io.slicemeter.runner.Metric.CPU_MILLICORES;
import static io.slicemeter.runner.Metric.CPU_USAGE_USEC;
import static io.slicemeter.runner.Metric.MEMORY_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

/// 1,000 runners, as they are left when samples are gone: 400 days by hours, each runner
/// in each hour (9.6 million rows), and 30 days by minutes, of which the newest is there in
/// full (1.4 million rows) and the other 29 of every 50th runner (0.8 million), since all
/// would be 43 million rows. Every 50th runner has all columns that are asked for, and uses
/// 500 millicores and 100 MB; the others have their CPU time alone.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LongRangesIT {

	private static final LocalDate TODAY = LocalDate.now(ZoneOffset.UTC);

	private static final HostId HOST = new HostId(1);

	private static final RunKey RUN = new RunKey(HOST, 50);

	private static final Instant MIDNIGHT = TODAY.atStartOfDay(ZoneOffset.UTC).toInstant();

	/// What hours have beside.
	private static final String BINS = ", cpu_millicores_bins, cpu_millicores_looks, memory_bytes_bins, memory_bytes_looks";

	private static final String BINNED = ", array[144::smallint], array[1800], array[426::smallint], array[1800]";

	private final PGSimpleDataSource dataSource = TestDatabase.EMBEDDED.migrated();

	private final JdbcClient database = JdbcClient.create(this.dataSource);

	private final UsageQueries queries = new SqlUsageQueries(this.dataSource, Duration.ofSeconds(30),
			Clock.systemUTC());

	LongRangesIT() {
		this.database.sql("""
				insert into host (host_id, revision, name, cpus, memory_bytes, source, cgroup_version, agent_version,
					interval_usec, last_seen_at)
				values (1, 1, 'one', 8, 1, 'cgroup', 2, '1', 2000000, now())""").update();
		this.database
			.sql("""
					insert into run (host_id, run_id, revision, runner, slice_id, slice, container_id, container_name, started_at,
						start_seen, state)
					select 1, n, 1, 'r' || n, 1, 'a.slice', 'c', 'c', now() - interval '500 days', true, 'running'
					from generate_series(1, 1000) n""")
			.update();
		generate("minute", 60, 1, 1, true);
		generate("minute", 60, 2, 30, false);
		generate("hour", 3600, 1, 400, true);
		this.database.sql("update watermark set closed_to = ?, minutes_to = ?, hours_to = ?")
			.params(MIDNIGHT.atOffset(ZoneOffset.UTC), MIDNIGHT.atOffset(ZoneOffset.UTC),
					MIDNIGHT.atOffset(ZoneOffset.UTC))
			.update();
		this.database.sql("analyze run_minute").update();
		this.database.sql("analyze run_hour").update();
	}

	/// Buckets of the days from so many ago up to so many, in partitions that are not
	/// logged, which halves the time.
	/// @param all all runners, or every 50th
	private void generate(String resolution, int seconds, int daysFrom, int daysTo, boolean all) {
		boolean hours = resolution.equals("hour");
		for (int days = daysFrom; days <= daysTo; days++) {
			LocalDate day = TODAY.minusDays(days);
			String partition = "run_%s_%s".formatted(resolution, day.toString().replace("-", ""));
			this.database.sql("select make_partition(?, ?)")
				.params("run_" + resolution, day)
				.query(Boolean.class)
				.single();
			this.database.sql("alter table %s set unlogged".formatted(partition)).update();
			this.database
				.sql("""
						insert into %1$s (host_id, run_id, at, samples, covered_usec, spanned_usec, covered_from, covered_to,
							cpu_usage_usec_increase, cpu_usage_usec_last, cpu_millicores_count, cpu_millicores_covered_usec,
							cpu_millicores_sum, cpu_millicores_min, cpu_millicores_max, cpu_millicores_last, memory_bytes_count,
							memory_bytes_covered_usec, memory_bytes_sum, memory_bytes_min, memory_bytes_max, memory_bytes_last%4$s)
						select 1, n * 50, at, %2$d / 2, %2$d000000, %2$d000000, at, at + interval '%2$d seconds',
							%2$d * 500000::bigint, 1, %2$d / 2, %2$d000000, %2$d * 500e6, 400, 600, 500, %2$d / 2, %2$d000000,
							%2$d * 100e12, 90000000, 110000000, 100000000%5$s
						from %3$s at, generate_series(1, 20) n"""
					.formatted(partition, seconds, bucketsOf(day, seconds), hours ? BINS : "", hours ? BINNED : ""))
				.update();
			if (all) {
				this.database
					.sql("""
							insert into %1$s (host_id, run_id, at, samples, covered_usec, spanned_usec, cpu_usage_usec_increase)
							select 1, n, at, %2$d / 2, %2$d000000, %2$d000000, %2$d * 500000::bigint
							from generate_series(1, 1000) n, %3$s at where n %% 50 <> 0"""
						.formatted(partition, seconds, bucketsOf(day, seconds)))
					.update();
			}
		}
	}

	private static String bucketsOf(LocalDate day, int seconds) {
		return "generate_series(timestamptz '%sT00:00Z', timestamptz '%sT00:00Z' - interval '%d seconds', interval '%3$d seconds')"
			.formatted(day, day.plusDays(1), seconds);
	}

	private static TimeRange daysAgo(double from, double to) {
		return new TimeRange(MIDNIGHT.minusSeconds(Math.round(from * 86400)),
				MIDNIGHT.minusSeconds(Math.round(to * 86400)));
	}

	private static SeriesQuery query(TimeRange range, Duration step, Metric... metrics) {
		return new SeriesQuery(range, step, List.of(metrics), Aggregation.MEAN, false);
	}

	@Test
	void aDayOfOneRunnerByMinutesTouchesItsOwnPartitionAlone() {
		TimeRange day = daysAgo(1, 0);
		Series series = this.queries.series(List.of(RUN), query(day, Duration.ofMinutes(1), CPU_MILLICORES));
		assertThat(series.resolution()).isEqualTo(Resolution.MINUTES);
		assertThat(series.columns().get(CPU_MILLICORES)).hasSize(1440).containsOnly(500.0);
		Segment segment = new Segment(Resolution.MINUTES, EpochMicros.of(day.from()), EpochMicros.of(day.to()), false);
		assertTouchesAlone(segment, 60_000_000, "run_minute_" + TODAY.minusDays(1).toString().replace("-", ""));
	}

	private void assertTouchesAlone(Segment segment, long stepUsec, String partition) {
		Keys keys = Keys.ofRuns(List.of(RUN));
		String question = Questions.of(keys, segment, List.of(CPU_MILLICORES)).buckets();
		List<String> plan = new Statements(this.database, keys, Stored.SAMPLES, segment.fromUsec(), false)
			.of("explain (analyze, costs off, timing off) " + question, segment, stepUsec)
			.query(String.class)
			.list();
		assertThat(plan.stream().filter((line) -> line.contains(" on run_"))).isNotEmpty()
			.allSatisfy((line) -> assertThat(line).contains("on " + partition + " ").doesNotContain("Seq Scan"));
	}

	@Test
	void aDayOfOneRunnerByHoursTouchesItsOwnPartitionAlone() {
		Segment segment = new Segment(Resolution.HOURS, EpochMicros.of(daysAgo(200, 199).from()),
				EpochMicros.of(daysAgo(200, 199).to()), false);
		assertTouchesAlone(segment, 3_600_000_000L, "run_hour_" + TODAY.minusDays(200).toString().replace("-", ""));
	}

	@Test
	void aYearIsToldByHours() {
		TimeRange year = daysAgo(365, 0);
		Series series = this.queries.series(List.of(RUN),
				query(year, Duration.ofDays(1), CPU_MILLICORES, CPU_USAGE_USEC));
		assertThat(series.resolution()).isEqualTo(Resolution.HOURS);
		assertThat(series.columns().get(CPU_MILLICORES)).hasSize(365).containsOnly(500.0);
		assertThat(series.columns().get(CPU_USAGE_USEC)).last().isEqualTo(365 * 86400 * 500_000L);
		UsageSummary summary = this.queries.summary(List.of(RUN), year);
		assertThat(summary.percentilesFrom()).isEqualTo("histogram");
		assertThat(summary.coverage()).isEqualTo(1.0);
		assertThat(summary.increases()).containsEntry(CPU_USAGE_USEC, 365 * 86400 * 500_000L);
		assertThat(summary.cpu().mean()).isEqualTo(500);
		assertThat(summary.cpu().max()).isEqualTo(600);
		assertThat(summary.cpu().min()).isEqualTo(400);
		assertThat(Objects.requireNonNull(summary.cpu().p95())).isCloseTo(500, Percentage.withPercentage(4.5));
		assertThat(Objects.requireNonNull(summary.memory().p50())).isCloseTo(100e6, Percentage.withPercentage(4.5));
	}

	@Test
	void aFineStepOfLongAgoIsToldByTheFinestThatIsLeft() {
		TimeRange hour = daysAgo(20, 20 - 1 / 24.0);
		Series minutes = this.queries.series(List.of(RUN), query(hour, Duration.ofSeconds(10), CPU_MILLICORES));
		assertThat(minutes.resolution()).isEqualTo(Resolution.MINUTES);
		assertThat(minutes.columns().get(CPU_MILLICORES)).hasSize(360)
			.allSatisfy((@Nullable Number value) -> assertThat(Objects.requireNonNull(value).doubleValue())
				.isCloseTo(500, Offset.offset(1e-9)));
		TimeRange longAgo = daysAgo(200, 200 - 1 / 24.0);
		Series hours = this.queries.series(List.of(RUN),
				query(longAgo, Duration.ofMinutes(7), CPU_MILLICORES, CPU_USAGE_USEC));
		assertThat(hours.resolution()).isEqualTo(Resolution.HOURS);
		assertThat(hours.columns().get(CPU_MILLICORES)).doesNotContainNull();
		assertThat(hours.columns().get(CPU_USAGE_USEC)).last().isEqualTo(3600 * 500_000L);
		UsageSummary summary = this.queries.summary(List.of(RUN), longAgo);
		assertThat(summary.percentilesFrom()).isEqualTo("histogram");
		assertThat(summary.increases()).containsEntry(CPU_USAGE_USEC, 3600 * 500_000L);
	}

	@Test
	void partsOfALongRangeAddUpWhereverItIsCut() {
		long whole = increase(daysAgo(40, 2));
		for (double cut : new double[] { 35.123456, 30, 29.99999, 12.3, 3 - 1e-7 }) {
			assertThat(increase(daysAgo(40, cut)) + increase(daysAgo(cut, 2))).isEqualTo(whole);
		}
	}

	private long increase(TimeRange range) {
		return Objects.requireNonNull(this.queries.summary(List.of(RUN), range).increases().get(CPU_USAGE_USEC));
	}

	@Test
	void runsSideBySideAddUp() {
		List<RunKey> two = List.of(RUN, new RunKey(HOST, 100));
		UsageSummary summary = this.queries.summary(two, daysAgo(90, 60));
		assertThat(summary.cpu().mean()).isEqualTo(1000);
		assertThat(summary.cpu().max()).isEqualTo(1200);
		assertThat(Objects.requireNonNull(summary.cpu().p95())).isCloseTo(1000, Percentage.withPercentage(4.5));
		assertThat(summary.coverage()).isEqualTo(1.0);
		Series series = this.queries.series(two, query(daysAgo(3, 2), Duration.ofHours(1), MEMORY_BYTES));
		assertThat(series.columns().get(MEMORY_BYTES)).hasSize(24)
			.allSatisfy((@Nullable Number value) -> assertThat(Objects.requireNonNull(value).doubleValue())
				.isCloseTo(200e6, Offset.offset(1e-3)));
		assertThat(this.queries.perRun(two, daysAgo(90, 60), CPU_USAGE_USEC)).containsEntry(RUN, 30 * 86400 * 500_000L);
		assertThat(this.queries.perRun(two, daysAgo(90, 60), MEMORY_BYTES)).containsEntry(RUN, 110_000_000L);
	}

}
