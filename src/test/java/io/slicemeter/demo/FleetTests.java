package io.slicemeter.demo;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.slicemeter.demo.Demos.Diary;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FleetTests {

	private static final Duration SECOND = Duration.ofSeconds(1);

	@Test
	void theSameSeedMakesTheSameFleet() {
		assertThat(lived(3, Duration.ofMinutes(20)).lines).isEqualTo(lived(3, Duration.ofMinutes(20)).lines);
		assertThat(lived(4, Duration.ofMinutes(20)).lines).isNotEqualTo(lived(3, Duration.ofMinutes(20)).lines);
	}

	@Test
	void allRunnersLiveWithinSeconds() {
		Diary diary = new Diary();
		Fleet fleet = Demos.fleet(Demos.properties(30, 0, 1, 1), diary);
		Demos.live(fleet, Duration.ofSeconds(4), SECOND, (_) -> {
		});
		assertThat(fleet.living()).hasSize(30);
		assertThat(fleet.living()).extracting((life) -> life.container().kind().slice())
			.contains(DemoSlice.RUNNERS, DemoSlice.AGENTS);
		assertThat(fleet.living()).extracting((life) -> life.container().runner().value())
			.doesNotHaveDuplicates()
			.contains("build-1", "test-1", "staging-1", "mirror-1", "agent-1");
		assertThat(fleet.living())
			.allSatisfy((life) -> assertThat(life.container().labels()).containsEntry("slicemeter.demo", "true"));
	}

	@Test
	void hoursHaveShortJobsRestartsAndOomKills() {
		Diary diary = lived(1, Duration.ofHours(3));
		List<Life> shortJobs = diary.ended.stream()
			.filter((life) -> life.container().kind() instanceof RunnerKind.ShortJob)
			.toList();
		assertThat(shortJobs.size()).isBetween(700, 1500);
		assertThat(diary.outOfMemory).isNotEmpty();
		assertThat(diary.ended.stream().filter(Life::oomKilled).toList()).isNotEmpty()
			.allSatisfy((life) -> assertThat(life.exitCode()).isEqualTo(137));
		assertThat(diary.ended).extracting(Life::exitCode).contains(0, 1, 137);
		assertThat(diary.started.stream().map((life) -> life.container().runner().value()))
			.filteredOn("build-1"::equals)
			.hasSizeGreaterThan(3);
		assertThat(diary.started).extracting(Life::pid).doesNotHaveDuplicates();
	}

	@Test
	void aRestartKeepsTheContainerAndAnEphemeralRunnerGetsANewOne() {
		Diary diary = lived(1, Duration.ofHours(3));
		assertThat(containers(diary, "staging-1")).hasSize(1);
		assertThat(containers(diary, "build-1")).hasSizeGreaterThan(3);
		assertThat(diary.removed).doesNotHaveDuplicates().noneMatch((container) -> !container.kind().isEphemeral());
	}

	@Test
	void aSliceKeepsWhatItsEndedRunsUsedAndALittleOfItsOwn() {
		Diary diary = new Diary();
		Fleet fleet = Demos.fleet(Demos.properties(12, 20, 1, 1), diary);
		long[] before = { 0 };
		Demos.live(fleet, Duration.ofMinutes(30), SECOND, (_) -> {
			long usage = fleet.slice(DemoSlice.RUNNERS).readings().get(Metric.CPU_USAGE_USEC);
			assertThat(usage).isGreaterThanOrEqualTo(before[0]);
			before[0] = usage;
		});
		long runs = 0;
		for (Life life : diary.started) {
			Readings last = life.readings();
			runs += (life.container().kind().slice() == DemoSlice.RUNNERS) ? last.get(Metric.CPU_USAGE_USEC) : 0;
		}
		assertThat(before[0] - runs).isBetween(1_000_000L, 20_000_000L);
		assertThat(before[0] - runs).isLessThan(before[0] / 100);
	}

	@Test
	void aFasterPaceBringsMoreOfEverything() {
		Diary diary = new Diary();
		Fleet fleet = Demos.fleet(Demos.properties(12, 0, 30, 1), diary);
		Demos.live(fleet, Duration.ofMinutes(2), Duration.ofMillis(100), (_) -> {
		});
		assertThat(diary.ended.stream().filter(Life::oomKilled)).isNotEmpty();
		assertThat(diary.ended.size()).isGreaterThan(12);
	}

	@Test
	void churnScales() {
		Diary diary = new Diary();
		Fleet fleet = Demos.fleet(Demos.properties(1, 3000, 1, 1), diary);
		Demos.live(fleet, Duration.ofMinutes(1), Duration.ofMillis(100), (_) -> {
		});
		assertThat(diary.started.size()).isBetween(2700, 3300);
	}

	@Test
	void theHostGrowsWithItsRunners() {
		assertThat(HostTotals.of(12).cpus()).isEqualTo(16);
		assertThat(HostTotals.of(1000).cpus()).isEqualTo(1008);
	}

	private static Set<ContainerId> containers(Diary diary, String runner) {
		Set<ContainerId> containers = new HashSet<>();
		diary.started.stream()
			.filter((life) -> life.container().runner().value().equals(runner))
			.forEach((life) -> containers.add(life.container().id()));
		return containers;
	}

	private static Diary lived(long seed, Duration total) {
		Diary diary = new Diary();
		Demos.live(Demos.fleet(Demos.properties(12, 6, 1, seed), diary), total, SECOND, (_) -> {
		});
		return diary;
	}

}
