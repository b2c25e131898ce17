package io.slicemeter.demo;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.slicemeter.cgroup.CgroupRoot;
import io.slicemeter.cgroup.ParseFaults;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.timeseries.HostSample;
import io.slicemeter.timeseries.RunSample;
import io.slicemeter.timeseries.Sample;
import io.slicemeter.timeseries.SliceSample;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class HistoryTests {

	private static final HostId HOST = HostId.of("demo-host");

	private static final Duration STEP = Duration.ofSeconds(4);

	private static final Instant END = Demos.START.plus(Duration.ofHours(1));

	@TempDir
	private Path directory;

	private HostTree tree;

	private Fleet fleet;

	private History history;

	@BeforeEach
	void live() {
		this.tree = HostTree.create(this.directory.resolve("host"), HostTotals.of(12), "boot");
		this.history = new History(HOST, this.tree, STEP, Demos.START);
		this.fleet = Demos.fleet(Demos.properties(12, 6, 1, 1), this.history);
		this.history.live(this.fleet, END);
	}

	@AfterEach
	void close() {
		this.tree.close();
	}

	@Test
	void everyRunIsSampledFromItsStartToItsEnd() {
		Map<RunKey, List<RunSample>> samples = runSamples();
		List<RunRecord> ended = this.history.runs().stream().filter((run) -> run.closing() != null).toList();
		assertThat(ended.size()).isGreaterThan(300);
		for (RunRecord run : ended) {
			List<RunSample> its = samples.get(run.key());
			assertThat(its.stream().mapToLong((sample) -> sample.coveredUsec()).sum())
				.isEqualTo(Duration.between(run.startedAt(), run.endedAt()).toNanos() / 1000);
			RunSample last = its.getLast();
			assertThat(last.closing()).isTrue();
			assertThat(last.readings().has(Metric.MEMORY_BYTES)).isFalse();
			assertThat(last.readings().get(Metric.CPU_USAGE_USEC)).isEqualTo(run.closing().cpuUsageUsec());
			assertThat(run.closing().exact()).isTrue();
			assertThat(run.labels()).containsEntry("slicemeter.demo", "true");
		}
		assertThat(ended).anyMatch((run) -> Boolean.TRUE.equals(run.oomKilled())
				&& run.closing().oomKillMoments().size() == 1 && Integer.valueOf(137).equals(run.exitCode()));
	}

	@Test
	void slicesAndTheHostAreSampledAtEachStep() {
		List<Sample> samples = this.history.samples();
		assertThat(samples.stream().filter(HostSample.class::isInstance)).hasSize(900);
		assertThat(samples.stream().filter(SliceSample.class::isInstance)).hasSize(1800);
		assertThat(samples).isSortedAccordingTo((one, other) -> one.at().compareTo(other.at()));
	}

	@Test
	void whatLivesGoesOnUnderTheSameKey() {
		List<RunRecord> open = this.history.runs().stream().filter((run) -> run.endedAt() == null).toList();
		assertThat(open).hasSameSizeAs(this.fleet.living());
		LiveFleet _ = new LiveFleet(this.fleet, this.tree,
				new SimulatedEngine(this.tree.host(), "demo-host", java.time.Clock.systemUTC()), Demos.START);
		CgroupRoot root = CgroupRoot.open(HostTree.cgroupRoot(this.tree.directory()),
				HostTree.procRoot(this.tree.directory()), new ParseFaults());
		for (RunRecord run : open) {
			long inode = root.container(run.container(), List.of(run.slice()), "", null).orElseThrow().inode();
			assertThat(RunKey.ofCgroup(HOST, run.container(), root.bootId(), inode)).isEqualTo(run.key());
		}
	}

	@Test
	void largeFleetsHaveAShorterHistory() {
		HistoryLength usual = HistoryLength.of(Demos.properties(12, 6, 1, 1), Duration.ofSeconds(2));
		assertThat(usual).isEqualTo(new HistoryLength(Duration.ofHours(3), STEP));
		HistoryLength large = HistoryLength.of(Demos.properties(1000, 600, 1, 1), Duration.ofSeconds(2));
		assertThat(large.step()).isEqualTo(Duration.ofSeconds(10));
		assertThat(large.total()).isBetween(Duration.ofMinutes(5), Duration.ofMinutes(15));
	}

	private Map<RunKey, List<RunSample>> runSamples() {
		return this.history.samples()
			.stream()
			.filter(RunSample.class::isInstance)
			.map(RunSample.class::cast)
			.collect(Collectors.groupingBy(RunSample::run));
	}

}
