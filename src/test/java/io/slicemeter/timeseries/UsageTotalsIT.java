package io.slicemeter.timeseries;

import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.RunKey;
import io.slicemeter.testing.TestDatabase;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGSimpleDataSource;

import static io.slicemeter.runner.Metric.CPU_MILLICORES;
import static io.slicemeter.runner.Metric.CPU_USAGE_USEC;
import static io.slicemeter.runner.Metric.IO_READ_BYTES;
import static io.slicemeter.timeseries.Metered.HOST;
import static io.slicemeter.timeseries.Metered.at;
import static io.slicemeter.timeseries.Metered.range;
import static org.assertj.core.api.Assertions.assertThat;

/// However a runner's life went, with gaps and restarts, and however it is cut into
/// buckets: nothing is lost or counted twice.
@ParameterizedClass
@EnumSource(TestDatabase.class)
class UsageTotalsIT {

	private final PGSimpleDataSource dataSource;

	UsageTotalsIT(TestDatabase kind) {
		this.dataSource = kind.migrated();
	}

	@RepeatedTest(12)
	void bucketsAddUpToTheSummaryAndToTheFinalCounters(RepetitionInfo repetition) {
		Random random = new Random(repetition.getCurrentRepetition() * 7919L);
		PostgresStore store = new PostgresStore(this.dataSource, Duration.ofSeconds(10), Duration.ofSeconds(1));
		store.ensurePartition(LocalDate.ofInstant(Metered.START, ZoneOffset.UTC));
		List<CatalogueRow> catalogue = new ArrayList<>();
		catalogue.add(new CatalogueRow.OfHost(Metered.host(HOST, 1), System.nanoTime()));
		List<Sample> samples = new ArrayList<>();
		List<RunKey> runs = new ArrayList<>();
		long finalCpu = 0;
		long finalRead = 0;
		double end = 0;
		double clock = random.nextDouble() * 50;
		for (int lifetime = 0; lifetime < 5; lifetime++) {
			RunKey run = Metered.newRun();
			runs.add(run);
			double started = clock;
			Metered.Rows rows = Metered.rows(run);
			long cpu = 0;
			long read = 0;
			int ticks = 1 + random.nextInt(40);
			for (int tick = 1; tick <= ticks; tick++) {
				double elapsed = (random.nextInt(10) == 0) ? 5 + random.nextDouble() * 60
						: 1.9 + random.nextDouble() * 0.2;
				if (tick == ticks) {
					elapsed = random.nextDouble();
				}
				clock += elapsed;
				cpu += (long) (elapsed * 3e6 * random.nextDouble());
				read += random.nextInt(1_000_000_000);
				double covered = Math.min(elapsed, 3);
				if (tick == ticks) {
					rows.closing(clock, covered, CPU_USAGE_USEC, cpu, IO_READ_BYTES, read);
				}
				else if (random.nextInt(8) == 0) {
					rows.row(clock, covered, CPU_USAGE_USEC, cpu);
				}
				else {
					rows.row(clock, covered, CPU_USAGE_USEC, cpu, IO_READ_BYTES, read);
				}
			}
			catalogue.add(new CatalogueRow.OfRun(Metered.started(run, started, clock)));
			samples.addAll(rows.samples());
			finalCpu += cpu;
			finalRead += read;
			end = Math.max(end, clock);
			// restarts, and now and then a lifetime beside the next
			clock += random.nextBoolean() ? random.nextDouble() : -random.nextDouble() * (clock - started);
		}
		store.write(new Batch(catalogue, samples));
		UsageQueries queries = new SqlUsageQueries(this.dataSource, Duration.ofSeconds(30),
				Clock.fixed(at(7200), ZoneOffset.UTC));
		TimeRange whole = range(0, end + 1);
		UsageSummary summary = queries.summary(runs, whole);
		assertThat(summary.increases()).containsEntry(CPU_USAGE_USEC, finalCpu).containsEntry(IO_READ_BYTES, finalRead);
		assertThat(summary.coverage()).isBetween(0.0, 1.0);
		assertThat(sum(queries.perRun(runs, whole, CPU_USAGE_USEC).values())).isEqualTo(finalCpu);
		for (double step : new double[] { 1, 7, 10, 60, 3600 }) {
			assertTotals(queries, runs, whole, step, summary);
		}
		// any cut: the parts add up to the whole
		double cut = random.nextDouble() * end;
		for (Metric metric : List.of(CPU_USAGE_USEC, IO_READ_BYTES)) {
			long before = queries.summary(runs, range(0, cut)).increases().getOrDefault(metric, 0L);
			long after = queries.summary(runs, new TimeRange(at(cut), whole.to())).increases().getOrDefault(metric, 0L);
			assertThat(before + after).isEqualTo(summary.increases().get(metric));
		}
	}

	private static void assertTotals(UsageQueries queries, List<RunKey> runs, TimeRange range, double step,
			UsageSummary summary) {
		Series series = queries.series(runs, new SeriesQuery(range, Duration.ofMillis((long) (step * 1000)),
				List.of(CPU_USAGE_USEC, IO_READ_BYTES, CPU_MILLICORES), Aggregation.MEAN, false));
		for (Metric metric : List.of(CPU_USAGE_USEC, IO_READ_BYTES)) {
			List<Long> totals = series.columns()
				.getOrDefault(metric, List.of())
				.stream()
				.filter(Objects::nonNull)
				.map((value) -> value.longValue())
				.toList();
			assertThat(totals).isSorted().last().isEqualTo(summary.increases().get(metric));
		}
		Series maxima = queries.series(runs, new SeriesQuery(range, Duration.ofMillis((long) (step * 1000)),
				List.of(CPU_MILLICORES), Aggregation.MAX, false));
		double greatest = maxima.columns()
			.getOrDefault(CPU_MILLICORES, List.of())
			.stream()
			.filter(Objects::nonNull)
			.mapToDouble((@Nullable Number value) -> Objects.requireNonNull(value).doubleValue())
			.max()
			.orElseThrow();
		assertThat(greatest).isCloseTo(Objects.requireNonNull(summary.cpu().max()), Offset.offset(1e-6));
		assertThat(greatest).isLessThanOrEqualTo(5 * 3000.0);
	}

	private static long sum(Iterable<Long> values) {
		long sum = 0;
		for (long value : values) {
			sum += value;
		}
		return sum;
	}

}
