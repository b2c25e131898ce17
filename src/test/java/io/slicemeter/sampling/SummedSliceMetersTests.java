package io.slicemeter.sampling;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.slicemeter.engine.EngineEvent;
import io.slicemeter.engine.StatisticsReading;
import io.slicemeter.runner.ClosingRecord;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.SliceName;
import io.slicemeter.timeseries.RunSample;
import io.slicemeter.timeseries.Sample;
import io.slicemeter.timeseries.SliceSample;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Slices as sums: counters outlive their runs, gauges don't.
class SummedSliceMetersTests {

	private static final Instant T0 = FakeTime.START;

	private final FakeTime time = new FakeTime();

	private final SampleClock clock = new SampleClock(this.time);

	private final FakeStreams streams = new FakeStreams();

	private final RecordingIntake intake = new RecordingIntake();

	private final TrackedRuns runs = new TrackedRuns();

	private final HostId host = HostId.of("test");

	private final Tracker tracker = new Tracker(this.host, new DockerSource(this.host, this.streams),
			new SamplingProperties(Duration.ofSeconds(2), List.of(), "docker"), this.runs, new Revisions(this.time, 0),
			this.intake, this.clock, new ClosingMetrics(new SimpleMeterRegistry()));

	private final SummedSliceMeters slices = new SummedSliceMeters(this.host, this.runs, this.clock, this.intake,
			new Revisions(this.time, 0), Duration.ofSeconds(2));

	private final List<SliceSample> rows = new ArrayList<>();

	@BeforeEach
	void assemble() {
		this.tracker.observedBy(this.slices::ended);
		this.tracker.connected(Containers.CGROUPFS);
	}

	@Test
	void aRunThatStartedUnderTheAgentsEyesCountsFromZeroAndOneThatDidNotFromItsFirstReading() {
		start('a', T0);
		start('b', T0.minusSeconds(60));
		assertThat(
				tick(reading('a', 1_000_000, 10), reading('b', 50_000_000, 20)).readings().get(Metric.CPU_USAGE_USEC))
			.isEqualTo(1_000_000);
		assertThat(
				tick(reading('a', 1_500_000, 10), reading('b', 50_200_000, 20)).readings().get(Metric.CPU_USAGE_USEC))
			.isEqualTo(1_700_000);
	}

	@Test
	void gaugesAddUpOverTheRunsThatLive() {
		start('a', T0);
		start('b', T0);
		assertThat(tick(reading('a', 0, 100), reading('b', 0, 200)).readings().get(Metric.MEMORY_BYTES)).isEqualTo(300);
		this.tracker.event(new EngineEvent.Died(Containers.id('a'), this.time.wall(), 0));
		assertThat(tick(reading('b', 0, 210)).readings().get(Metric.MEMORY_BYTES)).isEqualTo(210);
	}

	@Test
	void whatAnEndedRunUsedStaysInTheSlicesCounters() {
		start('a', T0);
		tick(reading('a', 1_000_000, 100));
		this.tracker.event(new EngineEvent.Died(Containers.id('a'), this.time.wall(), 0));
		SliceSample after = tick();
		assertThat(after.readings().get(Metric.CPU_USAGE_USEC)).isEqualTo(1_000_000);
		assertThat(after.cpuMillicores()).isEqualTo(0.0);
	}

	@Test
	void cpuUseIsTheSumsIncreaseOverTheTick() {
		start('a', T0);
		start('b', T0);
		tick(reading('a', 0, 0), reading('b', 0, 0));
		assertThat(tick(reading('a', 1_000_000, 0), reading('b', 3_000_000, 0)).cpuMillicores()).isEqualTo(2000.0);
	}

	@Test
	void theSliceIsToldAsASum() {
		start('a', T0);
		tick(reading('a', 0, 0));
		assertThat(this.intake.slices().get(new SliceName("docker"))).isNotNull();
		assertThat(this.intake.slices().get(new SliceName("docker")).summed()).isTrue();
	}

	@Test
	void whatItsRunsUsedBeforeItsFirstRowIsCounted() {
		this.time.passes(Duration.ofMillis(700));
		start('a', this.time.wall());
		tick(reading('a', 1_000_000, 10));
		assertThat(this.rows).hasSize(2);
		SliceSample base = this.rows.getFirst();
		assertThat(base.at()).isEqualTo(T0.plusMillis(700));
		assertThat(base.readings().get(Metric.CPU_USAGE_USEC)).isZero();
		assertThat(base.readings().has(Metric.MEMORY_BYTES)).isFalse();
		assertThat(base.coveredUsec()).isNull();
		SliceSample first = this.rows.getLast();
		assertThat(first.coveredUsec()).isEqualTo(2_000_000);
		assertThat(first.cpuMillicores()).isEqualTo(500.0);
	}

	@Test
	void aSliceOfRunsThatWereThereBeforeBeginsWithItsFirstRow() {
		start('a', T0.minusSeconds(60));
		tick(reading('a', 1_000_000, 10));
		assertThat(this.rows).hasSize(1);
		assertThat(this.rows.getFirst().coveredUsec()).isNull();
	}

	@Test
	void anEngineWhoseClockIsAheadStillGetsItsBaseBeforeTheFirstRow() {
		start('a', T0.plusSeconds(30));
		tick(reading('a', 1_000_000, 10));
		assertThat(this.rows.getFirst().at()).isEqualTo(T0);
		assertThat(this.rows.getFirst().readings().get(Metric.CPU_USAGE_USEC)).isZero();
	}

	@Test
	void aCounterThatComesUpLaterCountsFromZeroToo() {
		start('a', T0);
		tick(reading('a', 1000, 10));
		Put writes = reading('a', 2000, 10);
		writes.readings().set(Metric.IO_WRITE_BYTES, 4096);
		Instant before = this.time.wall();
		tick(writes);
		assertThat(this.rows).hasSize(4);
		SliceSample base = this.rows.get(2);
		assertThat(base.at()).isEqualTo(before.plusNanos(1000));
		assertThat(base.readings().get(Metric.IO_WRITE_BYTES)).isZero();
		assertThat(base.readings().get(Metric.CPU_USAGE_USEC)).isEqualTo(1000);
		assertThat(this.rows.getLast().readings().get(Metric.IO_WRITE_BYTES)).isEqualTo(4096);
	}

	@Test
	void theNewestDocumentThatWaitsWhenARunEndsIsItsLastSampleAndInTheSlice() {
		start('a', T0);
		tick(reading('a', 1_000_000, 100));
		this.time.passes(Duration.ofSeconds(1));
		put(reading('a', 1_300_000, 120));
		this.tracker.event(new EngineEvent.Died(Containers.id('a'), this.time.wall().plusMillis(20), 0));
		RunSample last = this.intake.runSamples().getLast();
		assertThat(last.at()).isEqualTo(T0.plusSeconds(3));
		assertThat(last.readings().get(Metric.CPU_USAGE_USEC)).isEqualTo(1_300_000);
		assertThat(last.cpuMillicores()).isEqualTo(300.0);
		ClosingRecord closing = this.intake.runs().getFirst().closing();
		assertThat(closing).isNotNull();
		assertThat(closing.at()).isEqualTo(T0.plusSeconds(3));
		assertThat(closing.cpuUsageUsec()).isEqualTo(1_300_000);
		assertThat(closing.samples()).isEqualTo(2);
		assertThat(closing.durationUsec()).isEqualTo(3_020_000);
		assertThat(closing.cpuMeanMillicores()).isEqualTo(1_300_000 * 1000.0 / 3_000_000);
		assertThat(tick().readings().get(Metric.CPU_USAGE_USEC)).isEqualTo(1_300_000);
	}

	@Test
	void aRunThatNoTickSawIsCountedByItsLastDocument() {
		start('a', T0);
		put(reading('a', 400_000, 100));
		this.tracker.event(new EngineEvent.Died(Containers.id('a'), this.time.wall().plusMillis(20), 0));
		assertThat(tick().readings().get(Metric.CPU_USAGE_USEC)).isEqualTo(400_000);
		assertThat(this.rows.getFirst().readings().get(Metric.CPU_USAGE_USEC)).isZero();
		assertThat(tick().readings().get(Metric.CPU_USAGE_USEC)).isEqualTo(400_000);
	}

	@Test
	void aDocumentFromAfterTheEndDoesNotCount() {
		start('a', T0);
		tick(reading('a', 1_000_000, 100));
		Instant died = this.time.wall().plusMillis(500);
		this.time.passes(Duration.ofSeconds(1));
		put(reading('a', 0, 0));
		this.tracker.event(new EngineEvent.Died(Containers.id('a'), died, 0));
		assertThat(this.intake.runSamples()).isEmpty();
		assertThat(this.intake.runs().getFirst().closing().cpuUsageUsec()).isEqualTo(1_000_000);
	}

	@Test
	void aSlicesCountersGrowByExactlyWhatItsRunsUsed() {
		Random random = new Random(7);
		Map<Character, Long> used = new HashMap<>();
		long expected = 0;
		String digits = "0123456789abcdef";
		for (int round = 0; round < 400; round++) {
			char digit = digits.charAt(random.nextInt(digits.length()));
			Long before = used.get(digit);
			this.time.passes(Duration.ofMillis(1 + random.nextInt(700)));
			if (before == null) {
				start(digit, this.time.wall());
				used.put(digit, 0L);
				continue;
			}
			long now = before + random.nextInt(1_000_000);
			put(reading(digit, now, 1));
			expected += now - before;
			used.put(digit, now);
			switch (random.nextInt(4)) {
				case 0 -> {
					this.tracker.event(new EngineEvent.Died(Containers.id(digit), this.time.wall(), 0));
					used.remove(digit);
				}
				case 1 -> sampleAll();
				default -> {
					// the next tick takes it
				}
			}
		}
		sampleAll();
		long first = this.rows.getFirst().readings().get(Metric.CPU_USAGE_USEC);
		assertThat(this.rows.getLast().readings().get(Metric.CPU_USAGE_USEC) - first).isEqualTo(expected);
	}

	private void start(char digit, Instant startedAt) {
		this.tracker.inspected(Containers.container(Containers.id(digit)).startedAt(startedAt).running());
	}

	private record Put(ContainerId container, Readings readings) {
	}

	private static Put reading(char digit, long cpuUsageUsec, long memoryBytes) {
		Readings readings = new Readings();
		readings.set(Metric.CPU_USAGE_USEC, cpuUsageUsec);
		readings.set(Metric.MEMORY_BYTES, memoryBytes);
		return new Put(Containers.id(digit), readings);
	}

	private SliceSample tick(Put... puts) {
		this.time.passes(Duration.ofSeconds(2));
		for (Put put : puts) {
			put(put);
		}
		sampleAll();
		return this.rows.getLast();
	}

	private void put(Put put) {
		this.streams.put(put.container(), new StatisticsReading(this.time.wall(), this.time.nanos(), put.readings()));
	}

	private void sampleAll() {
		Moment moment = new Moment();
		for (TrackedRun run : List.copyOf(this.runs.open())) {
			if (run.sample(moment) == UsageReader.Outcome.READ) {
				this.slices.add(run);
			}
		}
		List<Sample> samples = new ArrayList<>();
		this.slices.sample(samples);
		samples.forEach((sample) -> this.rows.add((SliceSample) sample));
	}

}
