package io.slicemeter.sampling;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.slicemeter.cgroup.HostFiles;
import io.slicemeter.cgroup.ParseFaults;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.HostRecord;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.Source;
import io.slicemeter.testing.CgroupTree;
import io.slicemeter.timeseries.RunSample;
import io.slicemeter.timeseries.Sample;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/// What the catalogue is told of a host.
class HostMeterTests {

	private static final HostId HOST = HostId.of("test");

	private final FakeTime time = new FakeTime();

	private final RecordingIntake intake = new RecordingIntake();

	@TempDir
	Path directory;

	private CgroupTree tree;

	@BeforeEach
	void makeTree() {
		this.tree = CgroupTree.create(this.directory);
	}

	@Test
	void aHostsOwnPressureIsNoCapabilityOfItsRuns() {
		HostMeter host = meter(Source.DOCKER);
		host.sample(new ArrayList<>(List.of(sample(Metric.CPU_USAGE_USEC))));
		host.heartbeat();
		assertThat(told().capabilities()).isEmpty();
	}

	@Test
	void capabilitiesAreWhatRunsWereSeenToHaveAndStayWhenTheyAreGone() {
		HostMeter host = meter(Source.CGROUP);
		host.heartbeat();
		assertThat(told().capabilities()).containsExactly("cgroup");
		host.sample(new ArrayList<>(List.of(sample(Metric.MEMORY_PEAK_BYTES))));
		host.heartbeat();
		assertThat(told().capabilities()).containsExactly("cgroup", "memory.peak");
		host.sample(new ArrayList<>(List.of(sample(Metric.CPU_PRESSURE_SOME_USEC))));
		host.sample(new ArrayList<>());
		host.heartbeat();
		assertThat(told().capabilities()).containsExactly("cgroup", "memory.peak", "pressure");
	}

	@Test
	void theKernelIsKnownWhileNoEngineAnswersToo() {
		HostMeter host = meter(Source.CGROUP);
		host.heartbeat();
		assertThat(told().dockerVersion()).isNull();
		assertThat(told().kernelVersion()).isEqualTo("6.12.48");
	}

	private HostMeter meter(Source source) {
		return new HostMeter(
				new HostMeter.Description(HOST, "test", source, source == Source.CGROUP, "1", Duration.ofSeconds(2)),
				HostFiles.open(this.tree.procRoot(), new ParseFaults()), new SampleClock(this.time), this.time,
				new Revisions(this.time, 0), this.intake);
	}

	private Sample sample(Metric metric) {
		Readings readings = new Readings();
		readings.set(metric, 1);
		return new RunSample(new RunKey(HOST, 1), this.time.wall(), null, false, null, readings);
	}

	private HostRecord told() {
		return this.intake.hosts().getLast();
	}

}
