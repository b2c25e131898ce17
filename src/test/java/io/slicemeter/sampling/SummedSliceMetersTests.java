package io.slicemeter.sampling;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.slicemeter.engine.EngineEvent;
import io.slicemeter.engine.StatisticsReading;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.SliceName;
import io.slicemeter.timeseries.Sample;
import io.slicemeter.timeseries.SliceSample;
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
			this.intake, this.time);

	private final SummedSliceMeters slices = new SummedSliceMeters(this.host, this.runs, this.clock, this.intake,
			new Revisions(this.time, 0), Duration.ofSeconds(2));

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

	private void start(char digit, Instant startedAt) {
		this.tracker.connected(Containers.CGROUPFS);
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
		Moment moment = new Moment();
		for (Put put : puts) {
			this.streams.put(put.container(),
					new StatisticsReading(this.time.wall(), this.time.nanos(), put.readings()));
			TrackedRun run = Tracked.find(this.runs, put.container());
			assertThat(run).isNotNull();
			run.sample(moment);
			this.slices.add(run);
		}
		List<Sample> samples = new ArrayList<>();
		this.slices.sample(samples);
		assertThat(samples).hasSize(1);
		return (SliceSample) samples.getFirst();
	}

}
