package io.slicemeter.sampling;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.slicemeter.engine.Container;
import io.slicemeter.engine.EngineEvent;
import io.slicemeter.engine.StatisticsReading;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.runner.RunState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Tracking by what the Engine tells, in any order and repeatedly; with source `docker`,
/// which needs no files.
class TrackerTests {

	private static final ContainerId ID = Containers.id('a');

	private static final Instant T0 = FakeTime.START;

	private final FakeTime time = new FakeTime();

	private final FakeStreams streams = new FakeStreams();

	private final RecordingIntake intake = new RecordingIntake();

	private final TrackedRuns runs = new TrackedRuns();

	private Tracker tracker = tracker(List.of());

	@Test
	void aRunningContainerBecomesARun() {
		this.tracker.connected(Containers.CGROUPFS);
		this.tracker.inspected(Containers.container(ID)
			.named("build-7")
			.labelled("team", "core")
			.limitedTo(new Limits(Limit.of(500), Limit.UNLIMITED, Limit.of(50)))
			.startedAt(T0.minusSeconds(90))
			.running());
		RunRecord run = onlyRun();
		assertThat(run.runner().value()).isEqualTo("build-7");
		assertThat(run.slice().value()).isEqualTo("docker");
		assertThat(run.state()).isEqualTo(RunState.RUNNING);
		assertThat(run.startedAt()).isEqualTo(T0.minusSeconds(90));
		assertThat(run.startSeen()).isFalse();
		assertThat(run.labels()).isEqualTo(Map.of("team", "core"));
		assertThat(run.limits().cpuMillicores()).isEqualTo(Limit.of(500));
		assertThat(this.streams.isOpen(ID)).isTrue();
	}

	@Test
	void beingToldTheSameTwiceChangesNothing() {
		this.tracker.connected(Containers.CGROUPFS);
		Container container = Containers.container(ID).startedAt(T0).running();
		EngineEvent started = started(T0);
		for (int time = 0; time < 3; time++) {
			this.tracker.event(started);
			this.tracker.inspected(container);
			this.tracker.reconciled(Set.of(ID));
		}
		assertThat(this.intake.runRows()).hasSize(1);
	}

	@Test
	void theLabelNamesTheRunnerAndForeignCharactersBecomeUnderscores() {
		assertThat(nameOf("team a/runner")).isEqualTo("team_a_runner");
	}

	@Test
	void anEmptyOrOverlongLabelFallsBackToTheContainersName() {
		assertThat(nameOf("")).isEqualTo("build-1");
		assertThat(nameOf("x".repeat(201))).isEqualTo("build-1");
		assertThat(nameOf("x".repeat(200))).isEqualTo("x".repeat(200));
	}

	@Test
	void aDieEndsTheRunAndTheInspectionAfterItCompletesTheRecord() {
		startRun();
		this.tracker.event(new EngineEvent.Died(ID, T0.plusSeconds(10), 137));
		assertThat(onlyRun().state()).isEqualTo(RunState.ENDED);
		assertThat(onlyRun().exitCode()).isEqualTo(137);
		assertThat(this.runs.size()).isZero();
		assertThat(this.streams.isOpen(ID)).isFalse();
		this.tracker.inspected(Containers.container(ID).startedAt(T0).exited(137, true, T0.plusMillis(9_900)));
		assertThat(onlyRun().endedAt()).isEqualTo(T0.plusMillis(9_900));
		assertThat(onlyRun().oomKilled()).isTrue();
	}

	@Test
	void aDieOfALifetimeBeforeDoesNotEndTheRun() {
		startRun();
		this.tracker.event(new EngineEvent.Died(ID, T0.minusSeconds(1), 0));
		assertThat(onlyRun().state()).isEqualTo(RunState.RUNNING);
	}

	@Test
	void aRestartIsANewRunOfTheSameRunner() {
		startRun();
		Instant again = T0.plusSeconds(20);
		this.tracker.event(new EngineEvent.Died(ID, T0.plusSeconds(19), 143));
		this.tracker.event(started(again));
		this.tracker.inspected(Containers.container(ID).startedAt(again).finishedAt(T0.plusSeconds(19)).running());
		assertThat(this.intake.runs()).extracting(RunRecord::state).containsExactly(RunState.ENDED, RunState.RUNNING);
		assertThat(this.intake.runs()).extracting((run) -> run.runner().value()).containsOnly("build-1");
		assertThat(this.intake.runs()).extracting(RunRecord::key).doesNotHaveDuplicates();
	}

	@Test
	void aRestartThatWasMissedEndsTheRunWhenTheEngineSaysItFinished() {
		startRun();
		this.tracker
			.inspected(Containers.container(ID).startedAt(T0.plusSeconds(20)).finishedAt(T0.plusSeconds(18)).running());
		assertThat(this.intake.runs().getFirst().endedAt()).isEqualTo(T0.plusSeconds(18));
		assertThat(this.intake.runs().getLast().state()).isEqualTo(RunState.RUNNING);
	}

	@Test
	void anInspectionOfALifetimeBeforeIsIgnored() {
		startRun();
		this.tracker.inspected(Containers.container(ID).startedAt(T0.minusSeconds(60)).running());
		this.tracker
			.inspected(Containers.container(ID).startedAt(T0.minusSeconds(60)).exited(0, false, T0.minusSeconds(1)));
		assertThat(onlyRun().state()).isEqualTo(RunState.RUNNING);
		assertThat(onlyRun().startedAt()).isEqualTo(T0);
	}

	@Test
	void anInspectionMadeBeforeTheEndDoesNotReopenTheRun() {
		startRun();
		this.tracker.event(new EngineEvent.Died(ID, T0.plusSeconds(10), 0));
		this.tracker.inspected(Containers.container(ID).startedAt(T0).running());
		assertThat(onlyRun().state()).isEqualTo(RunState.ENDED);
		assertThat(this.runs.size()).isZero();
	}

	@Test
	void aRenameKeepsTheRunAndRemembersTheOldName() {
		startRun();
		EngineEvent renamed = new EngineEvent.Renamed(ID, T0.plusSeconds(5), "build-2", "build-1");
		this.tracker.event(renamed);
		this.tracker.inspected(Containers.container(ID).named("build-2").startedAt(T0).running());
		this.tracker.event(renamed);
		RunRecord run = onlyRun();
		assertThat(run.runner().value()).isEqualTo("build-2");
		assertThat(run.formerNames()).containsExactly("build-1");
	}

	@Test
	void aRenameBackForgetsTheNameThatIsInUseAgain() {
		startRun();
		this.tracker.event(new EngineEvent.Renamed(ID, T0.plusSeconds(5), "build-2", "build-1"));
		this.tracker.event(new EngineEvent.Renamed(ID, T0.plusSeconds(6), "build-1", "build-2"));
		assertThat(onlyRun().formerNames()).containsExactly("build-2");
	}

	@Test
	void aRenamedContainerWithALabelKeepsItsRunner() {
		this.tracker.connected(Containers.CGROUPFS);
		this.tracker
			.inspected(Containers.container(ID).labelled("slicemeter.runner", "arm-01").startedAt(T0).running());
		this.tracker.event(new EngineEvent.Renamed(ID, T0.plusSeconds(5), "other", "build-1"));
		assertThat(onlyRun().runner().value()).isEqualTo("arm-01");
		assertThat(onlyRun().containerName()).isEqualTo("other");
		assertThat(onlyRun().formerNames()).isEmpty();
	}

	@Test
	void pausingIsAState() {
		startRun();
		this.tracker.event(new EngineEvent.Paused(ID, T0.plusSeconds(1)));
		assertThat(onlyRun().state()).isEqualTo(RunState.PAUSED);
		this.tracker.event(new EngineEvent.Unpaused(ID, T0.plusSeconds(2)));
		assertThat(onlyRun().state()).isEqualTo(RunState.RUNNING);
	}

	@Test
	void anUpdateChangesTheLimits() {
		startRun();
		this.tracker.event(new EngineEvent.Updated(ID, T0.plusSeconds(1)));
		Limits limits = new Limits(Limit.of(1500), Limit.of(96L << 20), Limit.of(77));
		this.tracker.inspected(Containers.container(ID).startedAt(T0).limitedTo(limits).running());
		assertThat(onlyRun().limits()).isEqualTo(limits);
	}

	@Test
	void oomKillsAreCountedOnceEach() {
		startRun();
		EngineEvent first = new EngineEvent.OutOfMemory(ID, T0.plusSeconds(1));
		this.tracker.event(first);
		this.tracker.event(new EngineEvent.OutOfMemory(ID, T0.plusSeconds(2)));
		this.tracker.event(first);
		Readings readings = new Readings();
		readings.set(Metric.CPU_USAGE_USEC, 1000);
		this.streams.put(ID, new StatisticsReading(T0.plusSeconds(3), this.time.nanos(), readings));
		TrackedRun run = this.runs.open().iterator().next();
		assertThat(run.sample(new Moment())).isEqualTo(UsageReader.Outcome.READ);
		assertThat(run.last()).isNotNull();
		assertThat(run.last().readings().get(Metric.OOM_KILLS)).isEqualTo(2);
	}

	@Test
	void theOomKillThatEndsARunIsAmongItsTotals() {
		startRun();
		this.tracker.event(new EngineEvent.OutOfMemory(ID, T0.plusSeconds(1)));
		this.tracker.event(new EngineEvent.Died(ID, T0.plusMillis(1050), 137));
		assertThat(onlyRun().closing()).isNotNull();
		assertThat(onlyRun().closing().oomKills()).isEqualTo(1);
	}

	@Test
	void aContainerThatIsGoneEndsItsRunWhereItWasLastSeen() {
		startRun();
		this.tracker.gone(ID);
		assertThat(onlyRun().state()).isEqualTo(RunState.ENDED);
		assertThat(onlyRun().endedAt()).isEqualTo(T0);
		this.tracker.event(new EngineEvent.Died(ID, T0.plusSeconds(4), 9));
		assertThat(onlyRun().exitCode()).isEqualTo(9);
		assertThat(onlyRun().endedAt()).isEqualTo(T0.plusSeconds(4));
	}

	@Test
	void aReconcileEndsTheRunsThatDoNotLiveAnyMore() {
		startRun();
		this.tracker.reconciled(Set.of());
		assertThat(onlyRun().state()).isEqualTo(RunState.ENDED);
	}

	@Test
	void aLostEngineEndsNothing() {
		startRun();
		this.tracker.disconnected("socket gone");
		assertThat(this.runs.size()).isOne();
	}

	@Test
	void aContainerThatWasOverBeforeItCouldBeInspectedIsARunAllTheSame() {
		this.tracker.connected(Containers.CGROUPFS);
		this.tracker.event(started(T0.plusMillis(100)));
		this.tracker.inspected(Containers.container(ID).startedAt(T0).exited(3, false, T0.plusMillis(80)));
		this.tracker.event(new EngineEvent.Died(ID, T0.plusMillis(180), 3));
		this.tracker.inspected(Containers.container(ID).startedAt(T0).exited(3, false, T0.plusMillis(80)));
		assertThat(onlyRun().state()).isEqualTo(RunState.ENDED);
		assertThat(onlyRun().exitCode()).isEqualTo(3);
		assertThat(onlyRun().endedAt()).isEqualTo(T0.plusMillis(80));
	}

	@Test
	void aContainerThatWasRemovedBeforeItCouldBeInspectedIsKnownFromItsEvents() {
		this.tracker.connected(Containers.CGROUPFS);
		EngineEvent start = new EngineEvent.Started(ID, T0, "quick",
				Map.of("image", "busybox:1", "name", "quick", "slicemeter.runner", "arm-02"));
		EngineEvent die = new EngineEvent.Died(ID, T0.plusMillis(80), 1);
		for (int time = 0; time < 2; time++) {
			this.tracker.event(start);
			this.tracker.gone(ID);
			this.tracker.event(die);
			this.tracker.gone(ID);
			this.tracker.event(new EngineEvent.Destroyed(ID, T0.plusMillis(90)));
		}
		RunRecord run = onlyRun();
		assertThat(run.runner().value()).isEqualTo("arm-02");
		assertThat(run.image()).isEqualTo("busybox:1");
		assertThat(run.labels()).isEqualTo(Map.of("slicemeter.runner", "arm-02"));
		assertThat(run.exitCode()).isEqualTo(1);
		assertThat(run.endedAt()).isEqualTo(T0.plusMillis(80));
	}

	@Test
	void aContainerThatEndedBeforeTheAgentCameIsNoRun() {
		this.tracker.connected(Containers.CGROUPFS);
		this.tracker
			.inspected(Containers.container(ID).startedAt(T0.minusSeconds(60)).exited(0, false, T0.minusSeconds(30)));
		assertThat(this.intake.runs()).isEmpty();
	}

	@Test
	void aContainerThatNeverStartedIsNoRun() {
		this.tracker.connected(Containers.CGROUPFS);
		this.tracker.inspected(Containers.container(ID).exited(137, true, T0));
		assertThat(this.intake.runs()).isEmpty();
	}

	@Test
	void withTheSystemdDriverSystemSliceIsTheDefault() {
		this.tracker.connected(Containers.SYSTEMD);
		this.tracker.inspected(Containers.container(Containers.id('1')).startedAt(T0).running());
		this.tracker
			.inspected(Containers.container(Containers.id('2')).under("ci-runners.slice").startedAt(T0).running());
		assertThat(onlyRun().slice().value()).isEqualTo("system.slice");
	}

	@Test
	void nothingOutsideTheWatchedSlicesIsTracked() {
		this.tracker = tracker(List.of("ci"));
		this.tracker.connected(Containers.SYSTEMD);
		inspectIn('1', "ci.slice");
		inspectIn('2', "ci-runners.slice");
		inspectIn('3', "ci-runners-arm.slice");
		inspectIn('4', "cinema.slice");
		inspectIn('5', "");
		assertThat(this.intake.runs()).extracting((run) -> run.slice().value())
			.containsExactly("ci.slice", "ci-runners.slice", "ci-runners-arm.slice");
	}

	@Test
	void withTheCgroupfsDriverTheParentDirectoryNamesTheSlice() {
		this.tracker.connected(Containers.CGROUPFS);
		inspectIn('1', "");
		inspectIn('2', "/ci/runners");
		inspectIn('3', "/kubepods/burstable/");
		assertThat(this.intake.runs()).extracting((run) -> run.slice().value())
			.containsExactly("docker", "runners", "burstable");
	}

	private void inspectIn(char digit, String parent) {
		this.tracker.inspected(Containers.container(Containers.id(digit)).under(parent).startedAt(T0).running());
	}

	private void startRun() {
		this.tracker.connected(Containers.CGROUPFS);
		this.tracker.event(started(T0.plusMillis(100)));
		this.tracker.inspected(Containers.container(ID).startedAt(T0).running());
		this.time.passes(Duration.ofSeconds(3));
	}

	private String nameOf(String label) {
		TrackerTests fresh = new TrackerTests();
		fresh.tracker.connected(Containers.CGROUPFS);
		fresh.tracker.inspected(Containers.container(ID).labelled("slicemeter.runner", label).startedAt(T0).running());
		return fresh.onlyRun().runner().value();
	}

	private static EngineEvent started(Instant at) {
		return new EngineEvent.Started(ID, at, "build-1", Map.of("image", "busybox:1", "name", "build-1"));
	}

	private RunRecord onlyRun() {
		assertThat(this.intake.runs()).hasSize(1);
		return this.intake.runs().getFirst();
	}

	private Tracker tracker(List<String> slices) {
		HostId host = HostId.of("test");
		SamplingProperties properties = new SamplingProperties(Duration.ofSeconds(2), slices, "docker");
		return new Tracker(host, new DockerSource(host, this.streams), properties, this.runs,
				new Revisions(this.time, 0), this.intake, new SampleClock(this.time),
				new ClosingMetrics(new SimpleMeterRegistry()));
	}

}
