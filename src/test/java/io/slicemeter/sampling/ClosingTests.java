package io.slicemeter.sampling;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.slicemeter.cgroup.CgroupRoot;
import io.slicemeter.cgroup.InterfacePattern;
import io.slicemeter.cgroup.ParseFaults;
import io.slicemeter.engine.Container;
import io.slicemeter.engine.EngineEvent;
import io.slicemeter.runner.ClosingRecord;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.OomKill;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.runner.RunState;
import io.slicemeter.runner.SliceName;
import io.slicemeter.testing.CgroupDirectory;
import io.slicemeter.testing.CgroupTree;
import io.slicemeter.timeseries.OpenRun;
import io.slicemeter.timeseries.RunSample;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/// How runs are closed, by what the kernel shows and what the Engine tells of it, in any
/// order; on a tree that is made of real kernel output.
class ClosingTests {

	private static final ContainerId A = CgroupTree.containerId(0xa);

	private static final SliceName RUNNERS = new SliceName("ci-runners.slice");

	private static final Duration INTERVAL = Duration.ofSeconds(2);

	private final RecordingIntake intake = new RecordingIntake();

	private final TrackedRuns runs = new TrackedRuns();

	private final ParseFaults faults = new ParseFaults();

	private final FakeTime time = new FakeTime();

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	@TempDir
	Path directory;

	private CgroupTree tree;

	private Tracker tracker;

	private CgroupWatching watching;

	@BeforeEach
	void watch() {
		this.tree = CgroupTree.create(this.directory);
		this.tree.slice(RUNNERS.value());
		HostId host = HostId.of("test");
		SampleClock clock = new SampleClock(this.time);
		Revisions revisions = new Revisions(this.time, 0);
		CgroupRoot root = CgroupRoot.open(this.tree.cgroupRoot(), this.tree.procRoot(), this.faults);
		CgroupSource source = new CgroupSource(host, root, this.tree.procRoot(), InterfacePattern.of("eth*"),
				this.faults, this.time, clock);
		this.tracker = new Tracker(host, source, new SamplingProperties(INTERVAL, List.of("ci"), "cgroup"), this.runs,
				revisions, this.intake, clock, new ClosingMetrics(this.registry));
		SliceMeters meters = new CgroupSliceMeters(host, root, this.runs, clock, this.intake, revisions, INTERVAL);
		this.watching = new CgroupWatching(source, this.tracker, this.runs, this.intake, meters,
				new SimpleMeterRegistry(), this.time, clock);
		this.watching.start();
		this.tracker.connected(Containers.SYSTEMD);
		WatchedSlices watched = this.tracker.watchedSlices();
		assertThat(watched).isNotNull();
		this.watching.watch(watched);
	}

	@AfterEach
	void stop() {
		this.watching.close();
	}

	@Test
	void aCgroupThatAppearsIsARunBeforeTheEngineNamesIt() {
		appear();
		assertThat(this.intake.runs()).isEmpty();
		inspect();
		assertThat(this.intake.runs()).hasSize(1);
		assertThat(this.intake.runs().getFirst().startSeen()).isTrue();
	}

	@Test
	void theTotalsAreReadAtTheExit() {
		CgroupDirectory cgroup = appear();
		inspect();
		tick();
		cgroup.cpuUsageUsec(4_200_000).write("memory.peak", "99000000\n").oomKills(2);
		this.time.passes(Duration.ofMillis(500));
		exit(cgroup);
		ClosingRecord closing = closing();
		assertThat(closing.exact()).isTrue();
		assertThat(closing.inexact()).isEmpty();
		assertThat(closing.cpuUsageUsec()).isEqualTo(4_200_000);
		assertThat(closing.memoryPeakBytes()).isEqualTo(99_000_000);
		assertThat(closing.memoryPeakFrom()).isEqualTo("kernel");
		assertThat(closing.oomKills()).isEqualTo(2);
		assertThat(closing.oomKillMoments()).hasSize(1);
		assertThat(closing.samples()).isEqualTo(2);
		RunSample row = this.intake.runSamples().getLast();
		assertThat(row.closing()).isTrue();
		assertThat(row.coveredUsec()).isEqualTo(500_000);
		assertThat(row.readings().has(Metric.MEMORY_BYTES)).isFalse();
	}

	@Test
	void theEnginesWordOnlyAddsTheExitCode() {
		CgroupDirectory cgroup = appear();
		inspect();
		exit(cgroup);
		Instant exitedAt = closing().at();
		this.time.passes(Duration.ofMillis(80));
		this.tracker.event(new EngineEvent.Died(A, this.time.wall(), 137));
		this.tracker.inspected(container().exited(137, true, this.time.wall()));
		RunRecord run = this.intake.runs().getFirst();
		assertThat(run.exitCode()).isEqualTo(137);
		assertThat(run.oomKilled()).isTrue();
		assertThat(run.endedAt()).isEqualTo(exitedAt);
		assertThat(closing().exact()).isTrue();
	}

	@Test
	void aRunIsClosedExactlyAlsoIfItIsNamedAfterItsEnd() {
		CgroupDirectory cgroup = appear();
		cgroup.cpuUsageUsec(70_000);
		exit(cgroup);
		cgroup.remove();
		this.tracker.event(started());
		this.tracker.gone(A);
		this.tracker.event(new EngineEvent.Died(A, this.time.wall().plusMillis(90), 1));
		RunRecord run = this.intake.runs().getFirst();
		assertThat(run.runner().value()).isEqualTo("quick");
		assertThat(run.exitCode()).isEqualTo(1);
		assertThat(closing().exact()).isTrue();
		assertThat(closing().cpuUsageUsec()).isEqualTo(70_000);
	}

	@Test
	void anEmptyCgroupIsOverOnlyIfSomethingWasInIt() throws IOException {
		CgroupDirectory scope = this.tree.container(new SliceName("other.slice"), A).cpuUsageUsec(0).populated(false);
		CgroupRoot root = CgroupRoot.open(this.tree.cgroupRoot(), this.tree.procRoot(), this.faults);
		CgroupSource source = new CgroupSource(HostId.of("test"), root, this.tree.procRoot(),
				InterfacePattern.of("eth*"), this.faults, this.time, new SampleClock(this.time));
		Lifetime lifetime = source.lifetime(A, root.cgroupAt(scope.path()).orElseThrow());
		Moment moment = new Moment();
		try (CgroupReader reader = (CgroupReader) source.open(lifetime, A)) {
			assertThat(reader.exit(moment)).as("nothing came in yet").isEqualTo(ExitLook.Found.NOT_YET);
			scope.populated(true);
			assertThat(reader.exit(moment)).isEqualTo(ExitLook.Found.NOT_YET);
			scope.populated(false);
			assertThat(reader.exit(moment)).isEqualTo(ExitLook.Found.READ);
		}
		try (CgroupReader reader = (CgroupReader) source.open(lifetime, A)) {
			scope.cpuUsageUsec(1);
			assertThat(reader.exit(moment)).as("used CPU before it was opened").isEqualTo(ExitLook.Found.READ);
		}
	}

	@Test
	void aMissedExitIsClosedByTheLastSample() {
		CgroupDirectory cgroup = appear();
		inspect();
		cgroup.cpuUsageUsec(1_000_000);
		tick();
		cgroup.remove();
		tick();
		assertThat(closing().exact()).isFalse();
		assertThat(closing().reason()).isEqualTo("exit-missed");
		assertThat(closing().cpuUsageUsec()).isEqualTo(1_000_000);
	}

	@Test
	void aDieEventEndsTheLifetimeThatTheKernelShowedToEnd() {
		CgroupDirectory cgroup = appear();
		inspect();
		exit(cgroup);
		Instant diedAt = this.time.wall().plusMillis(50);
		this.time.passes(Duration.ofMillis(200));
		CgroupDirectory again = cgroup.recreate().populated(true);
		Awaitility.await().until(() -> this.runs.size() == 1);
		this.tracker.event(new EngineEvent.Died(A, diedAt, 9));
		this.tracker.inspected(container().startedAt(this.time.wall()).running());
		assertThat(this.intake.runs()).extracting(RunRecord::state).containsExactly(RunState.ENDED, RunState.RUNNING);
		assertThat(this.intake.runs().getFirst().exitCode()).isEqualTo(9);
		exit(again);
		assertThat(this.intake.runs()).extracting(RunRecord::state).containsOnly(RunState.ENDED);
	}

	@Test
	void aRunThatTheEngineNeverNamesIsShownAfterAMinute() {
		appear();
		this.time.passes(Duration.ofSeconds(59));
		this.tracker.showUnclaimed();
		assertThat(this.intake.runs()).isEmpty();
		this.time.passes(Duration.ofSeconds(2));
		this.tracker.reconciled(Set.of());
		RunRecord run = this.intake.runs().getFirst();
		assertThat(run.unclaimed()).isTrue();
		assertThat(run.runner().value()).isEqualTo(A.value());
		inspect();
		assertThat(this.intake.runs().getFirst().unclaimed()).isFalse();
		assertThat(this.intake.runs().getFirst().runner().value()).isEqualTo("build-1");
	}

	@Test
	void aContainerThatUsedSomethingButNeverStartedHasFailed() {
		CgroupDirectory cgroup = appear();
		cgroup.cpuUsageUsec(30_000).oomKills(1);
		exit(cgroup);
		this.tracker.event(new EngineEvent.Died(A, this.time.wall(), 137));
		this.tracker.inspected(Containers.container(A).under("ci-runners.slice").exited(137, true, this.time.wall()));
		RunRecord run = this.intake.runs().getFirst();
		assertThat(run.state()).isEqualTo(RunState.FAILED);
		assertThat(run.exitCode()).isEqualTo(137);
		assertThat(closing().exact()).isTrue();
	}

	@Test
	void limitsAreFollowedWithoutTheEngine() {
		CgroupDirectory cgroup = appear();
		inspect();
		cgroup.write("pids.max", "4711\n");
		Awaitility.await().until(() -> Limit.of(4711).equals(this.intake.runs().getFirst().limits().pids()));
	}

	@Test
	void oomKillsOfALivingRunHaveTheirMoments() {
		CgroupDirectory cgroup = appear();
		inspect();
		cgroup.oomKills(1);
		Awaitility.await().until(() -> {
			this.time.passes(Duration.ofMillis(150));
			cgroup.set("memory.events", "max", this.time.nanos());
			return !moments().isEmpty();
		});
		exit(cgroup);
		assertThat(closing().oomKillMoments()).hasSize(1);
		assertThat(closing().oomKills()).isEqualTo(1);
	}

	@Test
	void whatEndedWhileNoAgentRanIsClosedAtItsLastSampleAndAmendedByTheEngine() {
		appear();
		inspect();
		RunRecord before = this.intake.runs().getFirst();
		ContainerId other = CgroupTree.containerId(0xb);
		Instant startedAt = FakeTime.START.minusSeconds(600);
		RunRecord left = new RunRecord(RunKey.ofStart(HostId.of("test"), other, startedAt), 5, before.runner(),
				List.of(), RUNNERS, other, "gone", null, Map.of(), null, List.of(), Limits.UNKNOWN, startedAt, true,
				RunState.RUNNING, null, null, null, null, false);
		Set<ContainerId> ask = this.tracker.leftOpen(List.of(new OpenRun(before, this.time.wall(), new Readings()),
				new OpenRun(left, startedAt.plusSeconds(60), new Readings())));
		assertThat(ask).containsExactly(other);
		assertThat(this.intake.runs().getLast().endedAt()).isEqualTo(startedAt.plusSeconds(60));
		this.tracker.inspected(Containers.container(other)
			.startedAt(startedAt.plusNanos(700))
			.exited(2, false, startedAt.plusSeconds(75)));
		RunRecord ended = this.intake.runs().getLast();
		assertThat(ended.endedAt()).isEqualTo(startedAt.plusSeconds(75));
		assertThat(ended.exitCode()).isEqualTo(2);
		assertThat(ended.closing()).isNotNull();
		assertThat(ended.closing().reason()).isEqualTo("agent-down");
		assertThat(this.runs.size()).isOne();
	}

	@Test
	void whatALostInterfaceCountedStays() {
		CgroupDirectory cgroup = appear();
		inspect();
		String one = CgroupTree.netDev(1_000_000, 2_000_000).replace("eth0", "eth1");
		this.tree.network(777, CgroupTree.netDev(5_000_000_000L, 3000) + one.substring(one.indexOf("  eth1")));
		tick();
		cgroup.populated(false);
		TrackedRun run = Tracked.find(this.runs, A);
		assertThat(run).isNotNull();
		Awaitility.await().until(() -> run.totals() != null);
		this.tree.network(777, one);
		// read on and on, since time stands still
		Awaitility.await().pollDelay(Duration.ofMillis(50)).until(() -> true);
		exit(cgroup);
		assertThat(closing().networkReceivedBytes()).isEqualTo(5_001_000_000L);
		assertThat(closing().networkSentBytes()).isEqualTo(2_003_000);
		RunSample row = this.intake.runSamples().getLast();
		assertThat(row.readings().get(Metric.NETWORK_RECEIVED_BYTES)).isEqualTo(5_001_000_000L);
	}

	@Test
	void aStepOfTheWallClockChangesNeitherDurationNorExitCode() {
		CgroupDirectory cgroup = appear();
		inspect();
		this.time.steps(Duration.ofSeconds(-30));
		this.time.passes(Duration.ofSeconds(2));
		cgroup.cpuUsageUsec(1_000_000);
		exit(cgroup);
		this.tracker.event(new EngineEvent.Died(A, this.time.wall(), 3));
		assertThat(this.intake.runs().getFirst().exitCode()).isEqualTo(3);
		assertThat(closing().durationUsec()).isBetween(2_000_000L, 2_100_000L);
		assertThat(closing().cpuMeanMillicores()).isBetween(450.0, 500.0);
	}

	@Test
	void theNameIsKeptForARunWhoseDeathIsToldAfterAStepOfTheClock() {
		CgroupDirectory cgroup = appear();
		this.tracker.event(started());
		this.time.steps(Duration.ofSeconds(-30));
		exit(cgroup);
		cgroup.remove();
		this.tracker.event(new EngineEvent.Died(A, this.time.wall(), 0));
		this.tracker.gone(A);
		assertThat(this.intake.runs()).hasSize(1);
		assertThat(this.intake.runs().getFirst().runner().value()).isEqualTo("quick");
		assertThat(this.intake.runs().getFirst().exitCode()).isZero();
	}

	@Test
	void anOomKillThatTheEngineToldStaysFlaggedWithoutAnInspection() {
		CgroupDirectory cgroup = appear();
		inspect();
		this.tracker.event(new EngineEvent.OutOfMemory(A, this.time.wall()));
		assertThat(this.intake.runs().getFirst().oomKilled()).isTrue();
		inspect();
		assertThat(this.intake.runs().getFirst().oomKilled()).isTrue();
		exit(cgroup);
		this.tracker.event(new EngineEvent.Died(A, this.time.wall(), 137));
		this.tracker.gone(A);
		assertThat(this.intake.runs().getFirst().oomKilled()).isTrue();
	}

	@Test
	void anOomKillThatIsToldAfterTheExitIsFlaggedOnTheRunThatItEnded() {
		CgroupDirectory cgroup = appear();
		Instant killedAt = this.time.wall();
		exit(cgroup);
		this.time.passes(Duration.ofSeconds(1));
		cgroup.recreate().populated(true);
		Awaitility.await().until(() -> this.runs.size() == 1);
		this.tracker.event(started());
		this.tracker.event(new EngineEvent.OutOfMemory(A, killedAt));
		this.tracker.event(new EngineEvent.Died(A, killedAt.plusMillis(500), 137));
		RunRecord run = this.intake.runs().getFirst();
		assertThat(run.exitCode()).isEqualTo(137);
		assertThat(run.oomKilled()).isTrue();
	}

	@Test
	void anOomKillThatWasSeenCountsAlsoIfTheExitWasMissed() {
		CgroupDirectory cgroup = appear();
		inspect();
		tick();
		cgroup.oomKills(1);
		Awaitility.await().until(() -> {
			this.time.passes(Duration.ofMillis(150));
			cgroup.set("memory.events", "max", this.time.nanos());
			return !moments().isEmpty();
		});
		cgroup.remove();
		tick();
		assertThat(closing().exact()).isFalse();
		assertThat(closing().oomKillMoments()).hasSize(1);
		assertThat(closing().oomKills()).isEqualTo(1);
	}

	@Test
	void whatWasThereAndCouldNotBeReadAtTheExitIsNamed() {
		CgroupDirectory cgroup = appear();
		inspect();
		cgroup.write("memory.peak", "not a number\n");
		exit(cgroup);
		assertThat(closing().exact()).isTrue();
		assertThat(closing().inexact()).containsExactly("memoryPeakBytes");
	}

	@Test
	void anInspectionOfTheLifetimeBeforeDoesNotNameTheNextOne() {
		CgroupDirectory cgroup = appear();
		Container before = container().running();
		this.time.passes(Duration.ofSeconds(1));
		exit(cgroup);
		this.tree.removeProcess(777);
		this.time.passes(Duration.ofMillis(100));
		cgroup.recreate().populated(true);
		Awaitility.await().until(() -> this.runs.size() == 1);
		this.tracker.inspected(before);
		assertThat(this.intake.runs()).as("nothing that could be said of the second").isEmpty();
		Instant again = this.time.wall();
		this.tree.process(778, cgroup, CgroupTree.netDev(0, 0));
		this.tracker.inspected(container().startedAt(again).running());
		assertThat(this.intake.runs().getLast().startedAt()).isEqualTo(again);
	}

	@Test
	void eachEndIsCountedByHowWellItIsKnown() {
		CgroupDirectory cgroup = appear();
		inspect();
		exit(cgroup);
		CgroupDirectory again = cgroup.recreate().populated(true);
		Awaitility.await().until(() -> this.runs.size() == 1);
		tick();
		again.remove();
		tick();
		assertThat(this.registry.get("slicemeter.closing.records").tag("how", "exact").counter().count()).isOne();
		assertThat(this.registry.get("slicemeter.closing.records").tag("how", "exit-missed").counter().count()).isOne();
	}

	private List<OomKill> moments() {
		TrackedRun run = Tracked.find(this.runs, A);
		return (run != null) ? run.oomKillMoments() : List.of();
	}

	private CgroupDirectory appear() {
		CgroupDirectory cgroup = this.tree.container(RUNNERS, A);
		this.tree.process(777, cgroup, CgroupTree.netDev(0, 0));
		Awaitility.await().until(() -> this.runs.size() == 1);
		return cgroup;
	}

	private void inspect() {
		this.tracker.inspected(container().running());
	}

	private static Containers container() {
		return Containers.container(A).under("ci-runners.slice").startedAt(FakeTime.START);
	}

	private static EngineEvent.Started started() {
		return new EngineEvent.Started(A, FakeTime.START, "quick", Map.of("image", "busybox:1", "name", "quick"));
	}

	private void tick() {
		this.time.passes(INTERVAL);
		Moment moment = new Moment();
		for (TrackedRun run : List.copyOf(this.runs.open())) {
			if (run.sample(moment) == UsageReader.Outcome.ENDING) {
				this.tracker.vanished(run);
			}
		}
	}

	private void exit(CgroupDirectory cgroup) {
		cgroup.populated(false);
		Awaitility.await().until(() -> {
			// the network is read until its time is over, and time stands still
			this.time.passes(Duration.ofMillis(10));
			return this.runs.size() == 0;
		});
	}

	private ClosingRecord closing() {
		ClosingRecord closing = this.intake.runs().getFirst().closing();
		assertThat(closing).isNotNull();
		return closing;
	}

}
