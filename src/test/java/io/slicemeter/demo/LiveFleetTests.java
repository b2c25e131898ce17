package io.slicemeter.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import io.slicemeter.cgroup.CgroupFiles;
import io.slicemeter.cgroup.CgroupRoot;
import io.slicemeter.cgroup.ContainerCgroup;
import io.slicemeter.cgroup.HostFiles;
import io.slicemeter.cgroup.InterfacePattern;
import io.slicemeter.cgroup.NetworkFile;
import io.slicemeter.cgroup.ParseFaults;
import io.slicemeter.cgroup.Population;
import io.slicemeter.cgroup.ReadOutcome;
import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/// The tree on disk, as the real readers of the kernel's files see it.
class LiveFleetTests {

	private static final Duration BEAT = Duration.ofMillis(100);

	@TempDir
	private Path directory;

	private final ParseFaults faults = new ParseFaults();

	private HostTree tree;

	private CgroupRoot root;

	private Fleet fleet;

	private LiveFleet live;

	private SimulatedEngine engine;

	private Instant now = Demos.START;

	@BeforeEach
	void start() {
		Path host = this.directory.resolve("host");
		HostTotals totals = HostTotals.of(12);
		this.tree = HostTree.create(host, totals, "3f6ff6a1-9a2c-4b0f-8f36-6f5f0c1d7e11");
		this.root = CgroupRoot.open(HostTree.cgroupRoot(host), HostTree.procRoot(host), this.faults);
		this.engine = new SimulatedEngine(totals, "demo-host", Clock.systemUTC());
		this.fleet = Demos.fleet(Demos.properties(12, 60, 20, 1), new Demos.Diary());
		this.live = new LiveFleet(this.fleet, this.tree, this.engine, this.now);
	}

	@AfterEach
	void stop() {
		this.tree.close();
		assertThat(this.directory).isEmptyDirectory();
	}

	private void beat() {
		this.now = this.now.plus(BEAT);
		this.live.beat(this.now);
	}

	private void beats(int count) {
		for (int beat = 0; beat < count; beat++) {
			beat();
		}
	}

	private Life life(String runner) {
		return this.fleet.living()
			.stream()
			.filter((life) -> life.container().runner().value().equals(runner))
			.findFirst()
			.orElseThrow();
	}

	private ContainerCgroup cgroup(Life life) {
		return this.root
			.container(life.container().id(), List.of(life.container().kind().slice().sliceName()), "", life.pid())
			.orElseThrow();
	}

	@Test
	void keptChannelsReadWhatTheFleetDoes() throws IOException {
		beats(60);
		Life life = life("mirror-1");
		ContainerCgroup cgroup = cgroup(life);
		assertThat(cgroup.slice()).isEqualTo(DemoSlice.RUNNERS.sliceName());
		assertThat(this.root.processOf(cgroup.directory())).hasValue(life.pid());
		try (CgroupFiles files = CgroupFiles.open(cgroup.directory(), this.root);
				NetworkFile network = NetworkFile
					.open(HostTree.procRoot(this.tree.directory()), life.pid(), InterfacePattern.of("eth*"),
							this.faults)
					.orElseThrow()) {
			assertThat(files.population()).isEqualTo(Population.POPULATED);
			assertThat(files.readLimits()).isEqualTo(life.container().kind().limits());
			for (int round = 0; round < 40; round++) {
				beats(10);
				Readings read = new Readings();
				assertThat(files.read(read)).isEqualTo(ReadOutcome.READ);
				assertThat(network.read(read)).isTrue();
				// CPU time is of this beat, the rest somewhat older
				assertThat(read.get(Metric.CPU_USAGE_USEC)).isEqualTo(life.readings().get(Metric.CPU_USAGE_USEC));
				for (Metric metric : Metric.read()) {
					assertThat(read.has(metric)).as(metric.jsonName()).isTrue();
					if (metric.isCounter()) {
						assertThat(read.get(metric)).as(metric.jsonName())
							.isLessThanOrEqualTo(life.readings().get(metric));
					}
				}
			}
		}
		assertThat(this.faults.total()).isZero();
	}

	@Test
	void aReadingOfEverythingIsThatOfTheRun() throws IOException {
		beats(60);
		Life life = life("agent-1");
		this.tree.run(life).show(life.readings());
		Readings read = new Readings();
		try (CgroupFiles files = CgroupFiles.open(cgroup(life).directory(), this.root);
				NetworkFile network = NetworkFile
					.open(HostTree.procRoot(this.tree.directory()), life.pid(), InterfacePattern.of("eth*"),
							this.faults)
					.orElseThrow()) {
			files.read(read);
			network.read(read);
		}
		assertThat(read).isEqualTo(life.readings());
	}

	@Test
	void everyRewriteKeepsTheLength() throws IOException {
		beats(60);
		Map<Path, Long> before = lengths();
		beats(200);
		Map<Path, Long> after = lengths();
		before.keySet().retainAll(after.keySet());
		assertThat(before).hasSizeGreaterThan(200)
			.allSatisfy((path, length) -> assertThat(after).containsEntry(path, length));
	}

	private Map<Path, Long> lengths() throws IOException {
		Map<Path, Long> lengths = new HashMap<>();
		try (Stream<Path> files = Files.walk(this.tree.directory())) {
			for (Path file : files.filter(Files::isRegularFile).toList()) {
				lengths.put(file, Files.size(file));
			}
		}
		return lengths;
	}

	@Test
	void theHostHasItsCpusMemoryAndUse() {
		try (HostFiles host = this.root.openHost()) {
			assertThat(host.cpus()).isEqualTo(16);
			assertThat(host.memoryTotalBytes()).hasValue(64L << 30);
			beats(100);
			Readings first = new Readings();
			host.read(first);
			beats(50);
			Readings second = new Readings();
			host.read(second);
			assertThat(second.get(Metric.CPU_USAGE_USEC)).isGreaterThan(first.get(Metric.CPU_USAGE_USEC));
			assertThat(second.get(Metric.MEMORY_BYTES)).isPositive();
			assertThat(second.has(Metric.CPU_PRESSURE_SOME_USEC)).isTrue();
			assertThat(host.cpuMegahertz()).hasValue(2900);
			assertThat(host.kernelRelease()).hasValueSatisfying((release) -> assertThat(release).contains("demo"));
		}
		assertThat(this.root.bootId()).isEqualTo("3f6ff6a1-9a2c-4b0f-8f36-6f5f0c1d7e11");
		assertThat(this.faults.total()).isZero();
	}

	@Test
	void slicesHaveBoundsAndCountWhatTheirRunsUse() throws IOException {
		beats(100);
		Path slice = this.root.slice(DemoSlice.RUNNERS.sliceName()).orElseThrow();
		assertThat(this.root.capacity(slice).cpuMillicores()).isEqualTo(Limit.of(12_000));
		try (CgroupFiles files = CgroupFiles.open(slice, this.root)) {
			Readings read = new Readings();
			files.read(read);
			assertThat(read.get(Metric.CPU_USAGE_USEC))
				.isEqualTo(this.fleet.slice(DemoSlice.RUNNERS).readings().get(Metric.CPU_USAGE_USEC));
		}
	}

	@Test
	void aRunEndsInTheOrderOfARealOne() throws IOException {
		beats(50);
		SimulatedEngine.Subscription events = this.engine.subscribe(null, List.of("die", "oom", "destroy"));
		Life life = life("staging-1");
		Path cgroup = cgroup(life).directory();
		try (CgroupFiles files = CgroupFiles.open(cgroup, this.root)) {
			Readings read = new Readings();
			while (read.isEmpty() || read.get(Metric.OOM_KILLS) == 0) {
				beat();
				files.readMemoryEvents(read);
			}
			// the kill shows first, while processes still live
			assertThat(files.population()).isEqualTo(Population.POPULATED);
			assertThat(events.waiting()).anyMatch((event) -> event.contains("\"oom\""));
			beat();
			assertThat(files.population()).isEqualTo(Population.EMPTY);
			files.read(read);
			assertThat(read.get(Metric.CPU_USAGE_USEC)).isEqualTo(life.readings().get(Metric.CPU_USAGE_USEC));
			assertThat(read.get(Metric.MEMORY_PEAK_BYTES)).isEqualTo(512L << 20);
			assertThat(Files.exists(cgroup)).isTrue();
			assertThat(told(events, "die", life)).isFalse();
			beat();
			assertThat(Files.exists(cgroup)).isFalse();
			assertThat(told(events, "die", life)).isTrue();
			assertThat(this.engine.find(life.container().id().value()).orElseThrow().inspection().toString())
				.contains("ExitCode=137", "OOMKilled=true", "Status=exited");
		}
		events.close();
	}

	private static boolean told(SimulatedEngine.Subscription events, String action, Life life) {
		return events.waiting()
			.stream()
			.anyMatch((event) -> event.contains("\"" + action + "\"") && event.contains(life.container().id().value()));
	}

	@Test
	void everyLifeOfAContainerHasAnInodeOfItsOwn() throws IOException {
		Set<Long> inodes = new HashSet<>();
		Set<Life> lives = new HashSet<>();
		for (int beat = 0; beat < 4000 && lives.size() < 5; beat++) {
			beat();
			for (Life life : this.fleet.living()) {
				if (life.container().runner().value().equals("staging-1") && lives.add(life)) {
					inodes.add(cgroup(life).inode());
				}
			}
		}
		assertThat(lives).hasSize(5);
		assertThat(inodes).hasSize(5);
	}

	@Test
	void nothingIsLeftOfContainersThatAreRemoved() throws IOException {
		beats(1200);
		try (Stream<Path> aside = Files.list(this.tree.directory().resolve("aside"))) {
			// kept are those of the containers that will start again
			assertThat(aside.count()).isLessThan(60);
		}
		try (Stream<Path> processes = Files.list(HostTree.procRoot(this.tree.directory()))) {
			assertThat(processes.count()).isLessThan(100);
		}
	}

}
