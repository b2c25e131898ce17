package io.slicemeter.sampling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.slicemeter.cgroup.CgroupRoot;
import io.slicemeter.cgroup.HostFiles;
import io.slicemeter.cgroup.InterfacePattern;
import io.slicemeter.cgroup.ParseFaults;
import io.slicemeter.engine.EngineEvent;
import io.slicemeter.runner.ClosingRecord;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.runner.Source;
import io.slicemeter.testing.CgroupTree;
import io.slicemeter.timeseries.RunSample;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Exits on the kernel that runs the tests: real cgroups and processes, removed as soon
/// after the exit as an engine does it. Skipped where cgroup v2 is not mounted or not
/// writable.
class ExitWatcherIT {

	/// Engines remove a cgroup 25 to 95 ms after its last process.
	private static final Duration REMOVED_AFTER = Duration.ofMillis(25);

	private final ParseFaults faults = new ParseFaults();

	private final RecordingIntake intake = new RecordingIntake();

	private final TrackedRuns runs = new TrackedRuns();

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor();

	private Path slice;

	private Tracker tracker;

	private CgroupWatching watching;

	@BeforeEach
	void watch() throws IOException {
		Path mounted = Stream.of("/sys/fs/cgroup", "/sys/fs/cgroup/unified")
			.map(Path::of)
			.filter(CgroupRoot::isCgroup2)
			.findFirst()
			.orElse(null);
		Assumptions.assumeTrue(mounted != null && Files.isWritable(mounted), "no writable cgroup v2");
		String name = "slicemeterit%d.slice".formatted(ProcessHandle.current().pid());
		this.slice = Files.createDirectory(mounted.resolve(name));
		Path proc = Path.of("/proc");
		HostId host = HostId.of("test");
		TimeSource time = TimeSource.SYSTEM;
		SampleClock clock = new SampleClock(time);
		Revisions revisions = new Revisions(time, 0);
		CgroupRoot root = CgroupRoot.open(mounted, proc, this.faults);
		CgroupSource source = new CgroupSource(host, root, proc, InterfacePattern.of("eth*"), this.faults, time, clock);
		Duration interval = Duration.ofMillis(500);
		this.tracker = new Tracker(host, source, new SamplingProperties(interval, List.of(name), "cgroup"), this.runs,
				revisions, this.intake, clock, new ClosingMetrics(new SimpleMeterRegistry()));
		SliceMeters meters = new CgroupSliceMeters(host, root, this.runs, clock, this.intake, revisions, interval);
		HostMeter hostMeter = new HostMeter(new HostMeter.Description(host, "test", Source.CGROUP, true, "1", interval),
				HostFiles.open(proc, this.faults), clock, time, revisions, this.intake);
		Sampler sampler = new Sampler(this.runs, this.tracker, meters, hostMeter, clock, this.intake,
				new SamplingMetrics(this.registry, this.runs, clock, new TickTrigger(interval)),
				new UsageMetrics(this.registry, "here", 500));
		this.watching = new CgroupWatching(source, this.tracker, this.runs, this.intake, meters, this.registry, time,
				clock);
		this.watching.start();
		this.tracker.connected(Containers.SYSTEMD);
		WatchedSlices watched = this.tracker.watchedSlices();
		assertThat(watched).isNotNull();
		this.watching.watch(watched);
		this.ticks.scheduleAtFixedRate(sampler::tick, 0, interval.toMillis(), TimeUnit.MILLISECONDS);
	}

	@AfterEach
	void remove() throws Exception {
		this.ticks.shutdown();
		if (this.watching != null) {
			this.watching.close();
		}
		if (this.slice != null) {
			for (Path scope : CgroupRoot.children(this.slice)) {
				removeCgroup(scope);
			}
			removeCgroup(this.slice);
		}
	}

	@Test
	void churnIsAttributedToItsRuns() throws Exception {
		int count = 200;
		long before = usageUsec(this.slice);
		Random random = new Random(7);
		List<Future<?>> churn = new ArrayList<>();
		try (ExecutorService engine = Executors.newFixedThreadPool(6)) {
			for (int number = 0; number < count; number++) {
				ContainerId container = CgroupTree.containerId(number);
				int loops = 2_000 + random.nextInt(40_000);
				int idleMillis = 100 + random.nextInt(900);
				churn.add(engine.submit(() -> live(container, loops, idleMillis)));
			}
		}
		for (Future<?> run : churn) {
			run.get();
		}
		List<ClosingRecord> closings = closings(count);
		long usedUsec = usageUsec(this.slice) - before;
		long attributedUsec = closings.stream().mapToLong((closing) -> orZero(closing.cpuUsageUsec())).sum();
		long exact = closings.stream().filter(ClosingRecord::exact).count();
		System.Logger log = System.getLogger(ExitWatcherIT.class.getName());
		log.log(System.Logger.Level.INFO, "churn of {0} runs: {1} exact, {2} of {3} µs attributed ({4} %)", count,
				exact, attributedUsec, usedUsec, 100.0 * attributedUsec / usedUsec);
		assertThat(exact).isGreaterThanOrEqualTo(count * 99 / 100);
		assertThat((double) attributedUsec / usedUsec).isBetween(0.999, 1.0);
		assertThat(this.intake.runSamples().stream().filter(RunSample::closing))
			.hasSizeGreaterThanOrEqualTo((int) exact);
	}

	@Test
	void aHundredExitsAtOnceAreAllCaught() throws Exception {
		int count = 100;
		List<Process> processes = new ArrayList<>();
		for (int number = 0; number < count; number++) {
			Path scope = Files.createDirectory(scope(CgroupTree.containerId(number)));
			Process process = new ProcessBuilder("sleep", "600").start();
			Files.writeString(scope.resolve("cgroup.procs"), Long.toString(process.pid()));
			processes.add(process);
		}
		Awaitility.await().until(() -> this.runs.size() == count);
		processes.forEach(Process::destroyForcibly);
		for (Process process : processes) {
			process.waitFor();
		}
		LockSupport.parkNanos(REMOVED_AFTER.toNanos());
		for (int number = 0; number < count; number++) {
			removeCgroup(scope(CgroupTree.containerId(number)));
		}
		assertThat(closings(count)).allMatch(ClosingRecord::exact);
	}

	@Test
	void aRunThatIsShorterThanATickHasAClosingRecordAndARow() throws Exception {
		live(CgroupTree.containerId(1), 3_000, 0);
		ClosingRecord closing = closings(1).getFirst();
		assertThat(closing.exact()).isTrue();
		assertThat(closing.reason()).isNull();
		assertThat(closing.cpuUsageUsec()).isPositive();
		assertThat(closing.samples()).isPositive();
		RunSample row = this.intake.runSamples().getLast();
		assertThat(row.closing()).isTrue();
		assertThat(row.cpuMillicores()).isNull();
		assertThat(row.coveredUsec()).isPositive();
	}

	/// A container's life: its cgroup is made, a process uses CPU in it and ends, the
	/// cgroup is removed.
	private void live(ContainerId container, int loops, int idleMillis) {
		try {
			Path scope = Files.createDirectory(scope(container));
			Process process = new ProcessBuilder("sh", "-c",
					"echo $$ > \"$1/cgroup.procs\"; sleep \"$3\"; i=0; while [ $i -lt \"$2\" ]; do i=$((i+1)); done",
					"sh", scope.toString(), Integer.toString(loops), Double.toString(idleMillis / 1000.0))
				.start();
			process.waitFor();
			LockSupport.parkNanos(REMOVED_AFTER.toNanos());
			removeCgroup(scope);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/// Lets the Engine name all containers and tell their ends.
	private List<ClosingRecord> closings(int count) {
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> this.runs.size() == 0);
		for (int number = 0; number <= count; number++) {
			ContainerId container = CgroupTree.containerId(number);
			this.tracker
				.event(new EngineEvent.Started(container, Instant.now(), "c" + number, Map.of("name", "c" + number)));
			this.tracker.event(new EngineEvent.Died(container, Instant.now(), 0));
		}
		return this.intake.runs().stream().map(RunRecord::closing).filter((closing) -> closing != null).toList();
	}

	private Path scope(ContainerId container) {
		return this.slice.resolve("docker-" + container + ".scope");
	}

	private static void removeCgroup(Path cgroup) {
		Awaitility.await()
			.pollInterval(Duration.ofMillis(5))
			.ignoreExceptions()
			.until(() -> Files.deleteIfExists(cgroup) || !Files.exists(cgroup));
	}

	private static long usageUsec(Path cgroup) throws IOException {
		return Files.readAllLines(cgroup.resolve("cpu.stat"))
			.stream()
			.filter((line) -> line.startsWith("usage_usec "))
			.mapToLong((line) -> Long.parseLong(line.substring("usage_usec ".length())))
			.findFirst()
			.orElseThrow();
	}

	private static long orZero(Long value) {
		return (value != null) ? value : 0;
	}

}
