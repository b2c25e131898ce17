package io.slicemeter.measurement;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import io.slicemeter.measurement.UsageReport.RunnerUsage;
import io.slicemeter.runner.CataloguedHost;
import io.slicemeter.runner.CataloguedRun;
import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;
import io.slicemeter.testing.FakeCatalogue;
import io.slicemeter.testing.FakeReadings;
import io.slicemeter.testing.FakeUsage;
import io.slicemeter.timeseries.UsageReading;
import io.slicemeter.timeseries.UsageSummary;
import io.slicemeter.timeseries.UsageSummary.Distribution;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/// The host has 4 CPUs, 8 GiB and an interval of 2 s; load was sent from 11:30:00 to
/// 11:30:20.
class UsagesTests {

	private static final Instant BEGIN = Instant.parse("2026-03-01T11:30:00Z");

	private static final Instant END = BEGIN.plusSeconds(20);

	private static final Limits ONE_GIB = new Limits(null, Limit.of(1L << 30), null);

	private final FakeCatalogue catalogue = new FakeCatalogue();

	private final FakeReadings readings = new FakeReadings();

	private final FakeUsage usage = new FakeUsage();

	private final Usages usages = new Usages(this.catalogue, this.readings, this.usage);

	private final CataloguedHost host = this.catalogue.host("alpha", false);

	@Test
	void aPointIsAShareOfTheMachineAndOfTheLimit() {
		CataloguedRun run = this.catalogue.run(this.host, 1, "one", ONE_GIB, null);
		read(run, 1, 5_000_000, 256 << 20, 1000L);
		read(run, 3, 7_000_000, 512 << 20, 3000L);
		read(run, 6, 13_000_000, 1 << 30, 3000L);
		List<UsagePoint> points = points("one", Duration.ofSeconds(2), Long.MAX_VALUE);
		assertThat(points).extracting(UsagePoint::at)
			.containsExactly(BEGIN.plusSeconds(1), BEGIN.plusSeconds(3), BEGIN.plusSeconds(6));
		// 0 at the first; 2 s of CPU in 2 s on 4 CPUs; 6 s in 3 s
		assertThat(points).extracting(UsagePoint::cpuShare).containsExactly(0.0, 0.25, 0.5);
		assertThat(points).extracting(UsagePoint::memoryShare).containsExactly(0.25, 0.5, 1.0);
		assertThat(points).extracting(UsagePoint::networkAllBytes).containsExactly(1000L, 3000L, 3000L);
		assertThat(points.getFirst().container()).isEqualTo(run.container());
		assertThat(points.getFirst().memoryBytes()).isEqualTo((256 << 20) - 1L);
	}

	@Test
	void withoutALimitMemoryIsAShareOfTheHosts() {
		CataloguedRun run = this.catalogue.run(this.host, 1, "one", new Limits(null, Limit.UNLIMITED, null), null);
		read(run, 1, 0, 2 << 29, 1L);
		assertThat(points("one", Duration.ofSeconds(2), 9)).extracting(UsagePoint::memoryShare).containsExactly(0.125);
	}

	@Test
	void aReadingWithoutItsNetworkGivesNoPointAndIsCounted() {
		CataloguedRun run = this.catalogue.run(this.host, 1, "one", ONE_GIB, null);
		read(run, 1, 0, 1, 1L);
		read(run, 3, 2_000_000, 1, null);
		read(run, 5, 4_000_000, 1, 1L);
		// the share is over the time since the point before
		assertThat(points("one", Duration.ofSeconds(2), 9)).extracting(UsagePoint::cpuShare).containsExactly(0.0, 0.25);
		RunnerUsage usage = report("one").runners().getFirst();
		assertThat(usage.withoutNetwork()).isEqualTo(1);
		assertThat(usage.points()).isEqualTo(2);
	}

	@Test
	void aLongerIntervalTakesEachSoManyth() {
		CataloguedRun run = this.catalogue.run(this.host, 1, "one", ONE_GIB, null);
		for (int second = 0; second < 20; second += 2) {
			// a little too soon, a little too late
			this.readings.add(run.key(), reading(BEGIN.plusMillis(second * 1000L + ((second % 4 == 0) ? 9 : 0)),
					second * 1_000_000L, 1, 1L));
		}
		assertThat(points("one", Duration.ofSeconds(4), 99)).extracting(UsagePoint::at)
			.containsExactly(at(9), at(4009), at(8009), at(12009), at(16009));
	}

	@Test
	void surplusIsCutFromTheEndSoThatAllHaveAsMany() {
		CataloguedRun one = this.catalogue.run(this.host, 1, "one", ONE_GIB, null);
		CataloguedRun two = this.catalogue.run(this.host, 2, "two", ONE_GIB, null);
		fill(one, 0, 19);
		fill(two, 1, 18);
		UsageReport report = report("one", "two");
		assertThat(report.pointsPerRunner()).isEqualTo(9);
		assertThat(report.pointsEqual()).isTrue();
		assertThat(report.runners()).extracting(RunnerUsage::points).containsExactly(9L, 9L);
		assertThat(report.runners()).extracting(RunnerUsage::pointsFound).containsExactly(10L, 9L);
		assertThat(report.runners()).extracting(RunnerUsage::shortOf).containsOnlyNulls();
		assertThat(points("one", Duration.ofSeconds(2), 9)).last()
			.satisfies((point) -> assertThat(point.at()).isEqualTo(at(16_000)));
	}

	@Test
	void whoIsShortSaysWhy() {
		CataloguedRun one = this.catalogue.run(this.host, 1, "one", ONE_GIB, null);
		CataloguedRun ended = this.catalogue.run(this.host, 2, "ended", ONE_GIB, BEGIN.plusSeconds(7));
		CataloguedRun late = this.catalogue.run(this.host, 1810, "late", ONE_GIB, null);
		CataloguedRun torn = this.catalogue.run(this.host, 3, "torn", ONE_GIB, null);
		CataloguedRun before = this.catalogue.run(this.host, 4, "again", ONE_GIB, BEGIN.plusSeconds(5));
		CataloguedRun after = this.catalogue.run(this.host, 1808, "again", ONE_GIB, null);
		this.catalogue.run(this.host, 5, "gone", ONE_GIB, BEGIN.minusSeconds(60));
		fill(one, 0, 19);
		fill(ended, 0, 6);
		fill(late, 12, 19);
		fill(torn, 0, 9);
		fill(before, 0, 4);
		fill(after, 9, 19);
		UsageReport report = report("one", "ended", "late", "torn", "again", "gone");
		assertThat(report.pointsPerRunner()).isEqualTo(10);
		assertThat(report.pointsEqual()).isFalse();
		assertThat(report.runners()).extracting(RunnerUsage::shortOf)
			.containsExactly(null, "ended-early", "started-later", "samples-missing", "restarted", "not-running");
		assertThat(report.runners()).extracting(RunnerUsage::points).containsExactly(10L, 4L, 4L, 5L, 9L, 0L);
	}

	@Test
	void aRestartNeverMakesAShareNegative() {
		CataloguedRun before = this.catalogue.run(this.host, 4, "again", ONE_GIB, BEGIN.plusSeconds(5));
		CataloguedRun after = this.catalogue.run(this.host, 1808, "again", ONE_GIB, null);
		read(before, 2, 9_000_000, 1, 1L);
		read(after, 9, 100_000, 1, 1L);
		read(after, 11, 8_100_000, 1, 1L);
		assertThat(points("again", Duration.ofSeconds(2), 9)).extracting(UsagePoint::cpuShare)
			.containsExactly(0.0, 0.0, 1.0);
	}

	@Test
	void meansTotalsAndWhatAThousandRequestsCost() {
		CataloguedRun run = this.catalogue.run(this.host, 1, "one", ONE_GIB, null);
		read(run, 1, 0, 100 << 20, 0L);
		read(run, 3, 4_000_000, 300 << 20, 10L);
		read(run, 7, 20_000_000, 200 << 20, 20L);
		this.usage.summaryOfRuns(new UsageSummary(1.0, 0,
				Map.of(Metric.CPU_USAGE_USEC, 20_000_000L, Metric.NETWORK_ALL_BYTES, 4_000_000L), Distribution.NONE,
				Distribution.NONE, null, "raw"));
		UsageReport report = report("one");
		RunnerUsage usage = report.runners().getFirst();
		// 0.5 for 2 s, 1.0 for 4 s
		assertThat(usage.cpuShare().mean()).isCloseTo(5.0 / 6, within(1e-9));
		assertThat(usage.cpuShare().max()).isEqualTo(1.0);
		assertThat(usage.memoryShare().mean()).isCloseTo(200.0 / 1024, within(1e-9));
		assertThat(usage.totals()).isEqualTo(new UsageReport.Totals(20.0, 4_000_000L, 300L << 20));
		assertThat(report.totals().perThousand(4000))
			.isEqualTo(new UsageReport.PerThousand(5.0, 1_000_000.0, (300 << 20) / 4.0));
		assertThat(report.totals().perThousand(0)).isNull();
	}

	@Test
	void itIsCompleteOnceEachRunThatGoesOnHasAYoungerSample() {
		CataloguedRun run = this.catalogue.run(this.host, 1, "one", ONE_GIB, null);
		this.catalogue.run(this.host, 2, "ended", ONE_GIB, BEGIN.plusSeconds(7));
		fill(run, 0, 19);
		Measurement measurement = measurement(Duration.ofSeconds(2), "one", "ended");
		assertThat(this.usages.isComplete(measurement)).isFalse();
		read(run, 20, 0, 1, 1L);
		assertThat(this.usages.isComplete(measurement)).isTrue();
	}

	@Test
	void reportsAreKeptAsTheyAre() {
		fill(this.catalogue.run(this.host, 1, "one", ONE_GIB, null), 0, 19);
		UsageReport report = report("one");
		assertThat(Documents.usage(Documents.write(report))).isEqualTo(report);
		Choice choice = new Choice(List.of(), List.of(new io.slicemeter.runner.RunnerFilter.WantedLabel("team", null)),
				"alpha");
		assertThat(Documents.choice(Documents.write(choice))).isEqualTo(choice);
	}

	private UsageReport report(String... runners) {
		return this.usages.report(measurement(Duration.ofSeconds(2), runners), END);
	}

	private List<UsagePoint> points(String runner, Duration interval, long most) {
		List<UsagePoint> points = new ArrayList<>();
		this.usages.points(measurement(interval, runner), new Member(runner, "alpha"), most, END, points::add);
		return points;
	}

	private static Measurement measurement(Duration interval, String... runners) {
		return new Measurement(UUID.randomUUID(), MeasurementState.STOPPED, null, UUID.randomUUID(),
				"http://127.0.0.1/", "127.0.0.1", 5, 1, null, Duration.ofHours(1), interval,
				new Choice(List.of(runners), List.of(), null),
				java.util.Arrays.stream(runners).map((runner) -> new Member(runner, "alpha")).toList(), BEGIN, BEGIN,
				END, null, 0, 0, Latencies.Stored.NOTHING, null);
	}

	private void fill(CataloguedRun run, int first, int last) {
		for (int second = first; second <= last; second += 2) {
			read(run, second, second * 1_000_000L, 1, 1L);
		}
	}

	private void read(CataloguedRun run, int second, long cpuUsec, long memory, Long network) {
		this.readings.add(run.key(), reading(BEGIN.plusSeconds(second), cpuUsec, memory, network));
	}

	private static UsageReading reading(Instant at, long cpuUsec, long memory, Long network) {
		return new UsageReading(at, cpuUsec, memory - 1, memory, network);
	}

	private static Instant at(long millis) {
		return BEGIN.plusMillis(millis);
	}

}
