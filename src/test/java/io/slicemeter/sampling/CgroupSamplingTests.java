package io.slicemeter.sampling;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.slicemeter.cgroup.CgroupRoot;
import io.slicemeter.cgroup.HostFiles;
import io.slicemeter.cgroup.InterfacePattern;
import io.slicemeter.cgroup.ParseFaults;
import io.slicemeter.engine.EngineEvent;
import io.slicemeter.engine.StatisticsReading;
import io.slicemeter.engine.StatisticsStream;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.runner.RunState;
import io.slicemeter.runner.SliceName;
import io.slicemeter.runner.Source;
import io.slicemeter.testing.CgroupDirectory;
import io.slicemeter.testing.CgroupTree;
import io.slicemeter.timeseries.HostSample;
import io.slicemeter.timeseries.RunSample;
import io.slicemeter.timeseries.SliceSample;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/// Sampling by the kernel's files, on a tree that is made of real kernel output and
/// changed while it is read.
class CgroupSamplingTests {

	private static final ContainerId A = CgroupTree.containerId(0xa);

	private static final ContainerId B = CgroupTree.containerId(0xb);

	private static final SliceName RUNNERS = new SliceName("ci-runners.slice");

	private static final Instant LONG_AGO = FakeTime.START.minusSeconds(600);

	private static final Duration INTERVAL = Duration.ofSeconds(2);

	private final FakeTime time = new FakeTime();

	private final SampleClock clock = new SampleClock(this.time);

	private final RecordingIntake intake = new RecordingIntake();

	private final TrackedRuns runs = new TrackedRuns();

	private final ParseFaults faults = new ParseFaults();

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	@TempDir
	Path directory;

	private CgroupTree tree;

	private Tracker tracker;

	private SliceMeters slices;

	private Sampler sampler;

	@BeforeEach
	void assemble() {
		this.tree = CgroupTree.create(this.directory);
		this.tree.slice(RUNNERS.value());
		assemble(List.of("ci"));
	}

	private void assemble(List<String> watched) {
		HostId host = HostId.of("test");
		Revisions revisions = new Revisions(this.time, 0);
		CgroupRoot root = CgroupRoot.open(this.tree.cgroupRoot(), this.tree.procRoot(), this.faults);
		CgroupSource source = new CgroupSource(host, root, this.tree.procRoot(), InterfacePattern.of("eth*"),
				this.faults, this.time, this.clock);
		this.tracker = new Tracker(host, source, new SamplingProperties(INTERVAL, watched, "cgroup"), this.runs,
				revisions, this.intake, this.clock, new ClosingMetrics(new SimpleMeterRegistry()));
		this.slices = new CgroupSliceMeters(host, root, this.runs, this.clock, this.intake, revisions, INTERVAL);
		HostMeter hostMeter = new HostMeter(new HostMeter.Description(host, "test", Source.CGROUP, true, "1", INTERVAL),
				HostFiles.open(this.tree.procRoot(), this.faults), this.clock, this.time, revisions, this.intake);
		this.sampler = new Sampler(this.runs, this.tracker, this.slices, hostMeter, this.clock, this.intake,
				new SamplingMetrics(this.registry, this.runs, this.clock, new TickTrigger(INTERVAL)),
				new UsageMetrics(this.registry, "here", 500));
		this.tracker.connected(Containers.SYSTEMD);
	}

	@Test
	void everyColumnOfARealContainer() {
		CgroupDirectory cgroup = this.tree.container(RUNNERS, A, "c-cpu")
			.write("io.stat", "259:0 rbytes=4096 wbytes=41943040 rios=1 wios=83 dbytes=0 dios=0\n")
			.write("memory.swap.current", "8192\n")
			.write("memory.pressure",
					"some avg10=0.00 avg60=0.00 avg300=0.00 total=31\n"
							+ "full avg10=0.00 avg60=0.00 avg300=0.00 total=29\n")
			.write("io.pressure",
					"some avg10=0.00 avg60=0.00 avg300=0.00 total=17\n"
							+ "full avg10=0.00 avg60=0.00 avg300=0.00 total=13\n")
			.oomKills(1)
			.memory(352256, 4096);
		this.tree.process(777, cgroup, CgroupTree.fixture("c-cpu", "proc_net_dev"));
		track(A, LONG_AGO);
		tick();
		Readings expected = new Readings();
		expected.set(Metric.CPU_USAGE_USEC, 67_357_805);
		expected.set(Metric.CPU_USER_USEC, 64_210_139);
		expected.set(Metric.CPU_SYSTEM_USEC, 3_147_665);
		expected.set(Metric.CPU_PERIODS, 1410);
		expected.set(Metric.CPU_THROTTLED_PERIODS, 986);
		expected.set(Metric.CPU_THROTTLED_USEC, 32_055_409);
		expected.set(Metric.MEMORY_BYTES, 348_160);
		expected.set(Metric.MEMORY_CURRENT_BYTES, 352_256);
		expected.set(Metric.MEMORY_ANON_BYTES, 61_440);
		expected.set(Metric.MEMORY_FILE_BYTES, 0);
		expected.set(Metric.MEMORY_KERNEL_BYTES, 290_816);
		expected.set(Metric.MEMORY_SHMEM_BYTES, 0);
		expected.set(Metric.MEMORY_SWAP_BYTES, 8192);
		expected.set(Metric.MEMORY_PEAK_BYTES, 5_021_696);
		expected.set(Metric.OOM_KILLS, 1);
		expected.set(Metric.NETWORK_RECEIVED_BYTES, 1392);
		expected.set(Metric.NETWORK_SENT_BYTES, 0);
		expected.set(Metric.NETWORK_RECEIVED_PACKETS, 16);
		expected.set(Metric.NETWORK_SENT_PACKETS, 0);
		expected.set(Metric.NETWORK_ERRORS, 0);
		expected.set(Metric.NETWORK_DROPS, 0);
		expected.set(Metric.NETWORK_ALL_BYTES, 1392);
		expected.set(Metric.IO_READ_BYTES, 4096);
		expected.set(Metric.IO_WRITE_BYTES, 41_943_040);
		expected.set(Metric.IO_READS, 1);
		expected.set(Metric.IO_WRITES, 83);
		expected.set(Metric.PIDS, 1);
		expected.set(Metric.CPU_PRESSURE_SOME_USEC, 51_423_766);
		expected.set(Metric.CPU_PRESSURE_FULL_USEC, 51_400_590);
		expected.set(Metric.MEMORY_PRESSURE_SOME_USEC, 31);
		expected.set(Metric.MEMORY_PRESSURE_FULL_USEC, 29);
		expected.set(Metric.IO_PRESSURE_SOME_USEC, 17);
		expected.set(Metric.IO_PRESSURE_FULL_USEC, 13);
		assertThat(Metric.read()).allMatch(expected::has);
		assertThat(lastOf(A).readings()).isEqualTo(expected);
		assertThat(lastOf(A).at()).isEqualTo(this.time.wall());
		RunRecord run = this.intake.runs().getFirst();
		assertThat(run.slice()).isEqualTo(RUNNERS);
		assertThat(run.limits()).isEqualTo(new Limits(Limit.of(500), Limit.of(67_108_864), Limit.of(50)));
	}

	@Test
	void whatTheKernelDoesNotTellIsAbsent() {
		this.tree.container(RUNNERS, A)
			.without("memory.peak")
			.without("memory.swap.current")
			.without("cpu.pressure")
			.without("io.pressure")
			.without("memory.pressure")
			.without("pids.current");
		track(A, LONG_AGO);
		tick();
		Readings readings = lastOf(A).readings();
		assertThat(readings.has(Metric.CPU_USAGE_USEC)).isTrue();
		for (Metric absent : List.of(Metric.MEMORY_PEAK_BYTES, Metric.MEMORY_SWAP_BYTES, Metric.CPU_PRESSURE_SOME_USEC,
				Metric.IO_PRESSURE_FULL_USEC, Metric.MEMORY_PRESSURE_SOME_USEC, Metric.PIDS,
				Metric.NETWORK_RECEIVED_BYTES)) {
			assertThat(readings.has(absent)).as(absent.jsonName()).isFalse();
		}
	}

	@Test
	void cpuUseIsUnknownForTheFirstSampleOfARunThatWasThereBefore() {
		CgroupDirectory cgroup = this.tree.container(RUNNERS, A).cpuUsageUsec(5_000_000);
		track(A, LONG_AGO);
		tick();
		assertThat(lastOf(A).cpuMillicores()).isNull();
		assertThat(lastOf(A).coveredUsec()).isNull();
		cgroup.cpuUsageUsec(8_000_000);
		tick();
		assertThat(lastOf(A).cpuMillicores()).isEqualTo(1500.0);
		assertThat(lastOf(A).coveredUsec()).isEqualTo(2_000_000);
	}

	@Test
	void cpuUseOfARunWhoseStartWasSeenIsMeasuredFromItsStart() {
		this.tree.container(RUNNERS, A).cpuUsageUsec(250_000);
		this.time.passes(Duration.ofSeconds(1));
		track(A, this.time.wall().minusMillis(500));
		this.time.passes(Duration.ofMillis(500));
		this.sampler.tick();
		assertThat(lastOf(A).cpuMillicores()).isEqualTo(250.0);
		assertThat(lastOf(A).coveredUsec()).isEqualTo(1_000_000);
	}

	@Test
	void cpuUseIsUnknownWhereTheCounterWentBack() {
		CgroupDirectory cgroup = this.tree.container(RUNNERS, A).cpuUsageUsec(5_000_000);
		track(A, LONG_AGO);
		tick();
		cgroup.cpuUsageUsec(1_000_000);
		tick();
		assertThat(lastOf(A).cpuMillicores()).isNull();
		assertThat(lastOf(A).readings().get(Metric.CPU_USAGE_USEC)).isEqualTo(1_000_000);
	}

	@Test
	void aVanishedCgroupEndsItsSeriesWithoutAFault() {
		CgroupDirectory cgroup = this.tree.container(RUNNERS, A);
		track(A, LONG_AGO);
		tick();
		cgroup.remove();
		tick();
		tick();
		assertThat(this.intake.runSamples()).hasSize(1);
		assertThat(this.faults.total()).isZero();
		assertThat(this.registry.get("slicemeter.reads.failed").counter().count()).isZero();
		this.tracker.event(new EngineEvent.Died(A, this.time.wall(), 0));
		assertThat(this.intake.runs().getFirst().state()).isEqualTo(RunState.ENDED);
	}

	@Test
	void aRecreatedCgroupIsANewRunThatCountsFromZero() {
		CgroupDirectory cgroup = this.tree.container(RUNNERS, A).cpuUsageUsec(9_000_000);
		track(A, LONG_AGO);
		tick();
		cgroup.recreate().cpuUsageUsec(300_000);
		tick();
		tick();
		assertThat(this.intake.runs()).extracting(RunRecord::state).containsExactly(RunState.ENDED, RunState.RUNNING);
		RunSample last = lastOf(A);
		assertThat(last.run()).isEqualTo(this.intake.runs().getLast().key());
		assertThat(last.readings().get(Metric.CPU_USAGE_USEC)).isEqualTo(300_000);
		assertThat(last.coveredUsec()).isEqualTo(2_000_000);
		Instant startedAt = this.time.wall().minusMillis(2100);
		this.tracker.inspected(container(A).startedAt(startedAt).running());
		assertThat(this.intake.runs()).hasSize(2);
		assertThat(this.intake.runs().getLast().startedAt()).isEqualTo(startedAt);
	}

	@Test
	void useIsMeasuredByMonotonicTimeWhileTheWallClockSteps() {
		CgroupDirectory cgroup = this.tree.container(RUNNERS, A).cpuUsageUsec(0);
		track(A, LONG_AGO);
		tick();
		Instant before = lastOf(A).at();
		this.time.steps(Duration.ofHours(-1));
		cgroup.cpuUsageUsec(1_000_000);
		tick();
		assertThat(lastOf(A).cpuMillicores()).isEqualTo(500.0);
		assertThat(lastOf(A).at()).isEqualTo(before.plusSeconds(2));
		this.time.steps(Duration.ofHours(2));
		cgroup.cpuUsageUsec(2_000_000);
		tick();
		assertThat(lastOf(A).cpuMillicores()).isEqualTo(500.0);
		assertThat(this.clock.steps()).isEqualTo(2);
	}

	@Test
	void eachRunIsMeasuredByTheTimeOfItsOwnReadings() {
		CgroupDirectory first = this.tree.container(RUNNERS, A).cpuUsageUsec(0);
		track(A, LONG_AGO);
		tick();
		first.cpuUsageUsec(1_000_000);
		this.time.passes(Duration.ofSeconds(5));
		this.sampler.tick();
		assertThat(lastOf(A).cpuMillicores()).isEqualTo(200.0);
		assertThat(lastOf(A).coveredUsec()).isEqualTo(3_000_000);
	}

	@Test
	void oneRunThatThrowsCostsOnlyItsOwnSampleOfThatTick() {
		this.tree.container(RUNNERS, A);
		track(A, LONG_AGO);
		this.tree.container(RUNNERS, B);
		track(B, LONG_AGO);
		tick();
		this.intake.forgetSamples();
		UsageReader broken = new StatisticsReader(new BrokenStream());
		TrackedRun run = Tracked.find(this.runs, B);
		assertThat(run).isNotNull();
		this.runs.remove(run);
		this.runs.add(new TrackedRun(new Lifetime(run.key(), RUNNERS, null), B, LONG_AGO, false, broken, INTERVAL));
		tick();
		tick();
		assertThat(this.intake.runSamples()).hasSize(2).allMatch((sample) -> sample.run().equals(keyOf(A)));
		assertThat(this.intake.sliceSamples("ci-runners.slice")).hasSize(2);
		assertThat(this.intake.hostSamples()).hasSize(2);
		assertThat(this.registry.get("slicemeter.reads.failed").counter().count()).isEqualTo(2);
	}

	@Test
	void theCgroupfsDriverNamesTheSliceByTheParentDirectory() {
		this.tree.cgroupfsContainer("docker", A).cpuUsageUsec(1);
		this.tree.cgroupfsContainer("ci/runners", B);
		assemble(List.of());
		this.tracker.connected(Containers.CGROUPFS);
		this.tracker.inspected(Containers.container(A).startedAt(LONG_AGO).running());
		this.tracker.inspected(Containers.container(B).under("/ci/runners").startedAt(LONG_AGO).running());
		tick();
		assertThat(this.intake.runs()).extracting((run) -> run.slice().value()).containsExactly("docker", "runners");
		assertThat(this.intake.runSamples()).hasSize(2);
		assertThat(this.intake.sliceSamples("docker")).hasSize(1);
	}

	@Test
	void aContainerOutsideTheWatchedSlicesIsNotTracked() {
		this.tree.container(new SliceName("system.slice"), A);
		this.tracker.inspected(Containers.container(A).startedAt(LONG_AGO).running());
		assertThat(this.intake.runs()).isEmpty();
	}

	@Test
	void aSliceIsReadFromItsOwnFilesWithTheTrafficOfItsRuns() {
		this.tree.slice("ci.slice").cpuUsageUsec(40_000_000);
		CgroupDirectory inner = this.tree.slice(RUNNERS.value()).cpuUsageUsec(10_000_000).memory(5_000_000, 1_000_000);
		CgroupDirectory cgroup = this.tree.container(RUNNERS, A);
		this.tree.process(777, cgroup, CgroupTree.netDev(1000, 500));
		track(A, LONG_AGO);
		this.slices.reconcile(List.of(new SliceName("ci.slice")));
		tick();
		inner.cpuUsageUsec(11_000_000);
		this.tree.network(777, CgroupTree.netDev(4000, 700));
		tick();
		SliceSample sample = this.intake.sliceSamples(RUNNERS.value()).getLast();
		assertThat(sample.cpuMillicores()).isEqualTo(500.0);
		assertThat(sample.readings().get(Metric.CPU_USAGE_USEC)).isEqualTo(11_000_000);
		assertThat(sample.readings().get(Metric.MEMORY_BYTES)).isEqualTo(4_000_000);
		assertThat(sample.readings().get(Metric.NETWORK_RECEIVED_BYTES)).isEqualTo(3000);
		assertThat(this.intake.sliceSamples("ci.slice").getLast().readings().get(Metric.NETWORK_SENT_BYTES))
			.isEqualTo(200);
		assertThat(this.intake.sliceSamples("ci.slice").getLast().readings().get(Metric.CPU_USAGE_USEC))
			.isEqualTo(40_000_000);
	}

	@Test
	void theFirstTrafficOfASliceIsCountedFromZero() {
		CgroupDirectory slice = this.tree.slice(RUNNERS.value()).cpuUsageUsec(10_000_000);
		this.slices.reconcile(List.of(RUNNERS));
		tick();
		Instant before = this.time.wall();
		CgroupDirectory cgroup = this.tree.container(RUNNERS, A);
		this.tree.process(777, cgroup, CgroupTree.netDev(1000, 500));
		track(A, this.time.wall());
		slice.cpuUsageUsec(11_000_000);
		tick();
		List<SliceSample> rows = this.intake.sliceSamples(RUNNERS.value());
		assertThat(rows).hasSize(3);
		assertThat(rows.get(1).at()).isEqualTo(before.plusNanos(1000));
		assertThat(rows.get(1).readings().get(Metric.NETWORK_RECEIVED_BYTES)).isZero();
		assertThat(rows.get(1).readings().get(Metric.CPU_USAGE_USEC)).isEqualTo(10_000_000);
		assertThat(rows.get(1).readings().has(Metric.MEMORY_BYTES)).isFalse();
		assertThat(rows.get(2).readings().get(Metric.NETWORK_RECEIVED_BYTES)).isEqualTo(1000);
		assertThat(rows.get(2).cpuMillicores()).isEqualTo(500.0);
	}

	@Test
	void aControllerThatIsSwitchedOnLaterIsReadFromTheNextReconcileOn() {
		CgroupDirectory slice = this.tree.slice(RUNNERS.value()).without("memory.current");
		CgroupDirectory cgroup = this.tree.container(RUNNERS, A).without("memory.current").without("pids.current");
		this.slices.reconcile(List.of(RUNNERS));
		track(A, LONG_AGO);
		tick();
		assertThat(lastOf(A).readings().has(Metric.MEMORY_CURRENT_BYTES)).isFalse();
		for (CgroupDirectory each : List.of(slice, cgroup)) {
			each.write("memory.current", "4096\n");
		}
		tick();
		assertThat(lastOf(A).readings().has(Metric.MEMORY_CURRENT_BYTES)).isFalse();
		this.runs.openAbsent();
		this.slices.reconcile(List.of(RUNNERS));
		tick();
		assertThat(lastOf(A).readings().get(Metric.MEMORY_CURRENT_BYTES)).isEqualTo(4096);
		assertThat(lastOf(A).readings().has(Metric.PIDS)).isFalse();
		assertThat(this.intake.sliceSamples(RUNNERS.value()).getLast().readings().get(Metric.MEMORY_CURRENT_BYTES))
			.isEqualTo(4096);
	}

	@Test
	void filesOfACgroupThatTookTheRunsPlaceAreNotOpened() {
		CgroupDirectory cgroup = this.tree.container(RUNNERS, A).without("memory.current");
		track(A, LONG_AGO);
		tick();
		TrackedRun run = Tracked.find(this.runs, A);
		cgroup.recreate().write("memory.current", "4096\n");
		this.runs.openAbsent();
		assertThat(run).isNotNull();
		assertThat(run.sample(new Moment())).isEqualTo(UsageReader.Outcome.REPLACED);
	}

	@Test
	void aSliceThatVanishesIsReadAgainWhenItReturns() {
		CgroupDirectory slice = this.tree.slice("ci-x.slice").cpuUsageUsec(7_000_000);
		this.slices.reconcile(List.of(new SliceName("ci-x.slice")));
		tick();
		tick();
		slice.remove();
		tick();
		slice = this.tree.slice("ci-x.slice").cpuUsageUsec(200_000);
		tick();
		assertThat(this.intake.sliceSamples("ci-x.slice")).hasSize(3);
		assertThat(this.intake.sliceSamples("ci-x.slice").getLast().cpuMillicores()).isNull();
		slice.cpuUsageUsec(400_000);
		tick();
		assertThat(this.intake.sliceSamples("ci-x.slice").getLast().cpuMillicores()).isEqualTo(100.0);
	}

	@Test
	void aSlicesCapacityIsTheTightestOfItAndItsAncestors() {
		this.tree.slice("ci.slice").write("cpu.max", "150000 100000\n").write("memory.max", "8589934592\n");
		this.tree.slice(RUNNERS.value()).write("cpu.max", "400000 100000\n").write("memory.max", "1073741824\n");
		this.slices.reconcile(List.of(new SliceName("ci.slice")));
		tick();
		Limits capacity = this.intake.slices().get(RUNNERS).capacity();
		assertThat(capacity.cpuMillicores()).isEqualTo(Limit.of(1500));
		assertThat(capacity.memoryBytes()).isEqualTo(Limit.of(1_073_741_824));
	}

	@Test
	void theHostIsSampledInTheSameTick() {
		tick();
		tick();
		HostSample sample = this.intake.hostSamples().getLast();
		assertThat(sample.readings().has(Metric.CPU_USAGE_USEC)).isTrue();
		assertThat(sample.readings().has(Metric.MEMORY_BYTES)).isTrue();
		assertThat(sample.memoryAvailableBytes()).isNotNull();
		assertThat(sample.cpuMillicores()).isEqualTo(0.0);
		assertThat(sample.coveredUsec()).isEqualTo(2_000_000);
	}

	@Test
	void networkModesWithoutANetworkOfTheirOwnHaveNone() {
		CgroupDirectory cgroup = this.tree.container(RUNNERS, A);
		this.tree.processSharingNetwork(777, cgroup, 1);
		for (String mode : List.of("host", "none", "container:" + B)) {
			this.tracker.inspected(container(A).inNetwork(mode).startedAt(LONG_AGO).running());
			tick();
			assertThat(lastOf(A).readings().has(Metric.NETWORK_RECEIVED_BYTES)).as(mode).isFalse();
		}
	}

	@Test
	void theHostsNetworkIsNeverTakenForTheRunners() {
		CgroupDirectory cgroup = this.tree.container(RUNNERS, A);
		this.tree.processSharingNetwork(777, cgroup, 1);
		track(A, LONG_AGO);
		tick();
		assertThat(lastOf(A).readings().has(Metric.NETWORK_ALL_BYTES)).isFalse();
		this.tree.removeProcess(777);
		this.tree.process(777, cgroup, CgroupTree.netDev(4096, 1024));
		tick();
		assertThat(lastOf(A).readings().get(Metric.NETWORK_ALL_BYTES)).isEqualTo(5120);
	}

	@Test
	void sharedTrafficBelongsToTheRunThatHadItFirst() {
		this.tree.process(777, this.tree.container(RUNNERS, A), CgroupTree.netDev(100, 10));
		this.tree.processSharingNetwork(778, this.tree.container(RUNNERS, B), 777);
		track(A, LONG_AGO);
		tick();
		this.tracker.inspected(container(B).withPid(778).startedAt(LONG_AGO).running());
		tick();
		assertThat(lastOf(A).readings().get(Metric.NETWORK_RECEIVED_BYTES)).isEqualTo(100);
		assertThat(lastOf(B).readings().has(Metric.NETWORK_RECEIVED_BYTES)).isFalse();
	}

	@Test
	void newLimitsAreReadWhenTheContainerIsInspected() {
		CgroupDirectory cgroup = this.tree.container(RUNNERS, A);
		track(A, LONG_AGO);
		cgroup.write("cpu.max", "150000 100000\n").write("memory.max", "100663296\n").write("pids.max", "77\n");
		track(A, LONG_AGO);
		assertThat(this.intake.runs().getFirst().limits())
			.isEqualTo(new Limits(Limit.of(1500), Limit.of(100_663_296), Limit.of(77)));
	}

	private void track(ContainerId id, Instant startedAt) {
		this.tracker.inspected(container(id).startedAt(startedAt).running());
	}

	private static Containers container(ContainerId id) {
		return Containers.container(id).under("ci-runners.slice").named("c-" + id.value().charAt(63));
	}

	private void tick() {
		this.time.passes(INTERVAL);
		this.sampler.tick();
	}

	private RunSample lastOf(ContainerId id) {
		TrackedRun run = Tracked.find(this.runs, id);
		assertThat(run).isNotNull();
		RunSample last = run.last();
		assertThat(last).isNotNull();
		return last;
	}

	private RunKey keyOf(ContainerId id) {
		TrackedRun run = Tracked.find(this.runs, id);
		assertThat(run).isNotNull();
		return run.key();
	}

	/// A stream that fails in a way that nobody thought of.
	private static final class BrokenStream implements StatisticsStream {

		@Override
		public @Nullable StatisticsReading take() {
			throw new IllegalStateException("broken on purpose");
		}

		@Override
		public void close() {
		}

	}

}
