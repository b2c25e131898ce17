package io.slicemeter.sampling;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.slicemeter.cgroup.CgroupRoot;
import io.slicemeter.cgroup.InterfacePattern;
import io.slicemeter.cgroup.ParseFaults;
import io.slicemeter.cgroup.Urgency;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.HostId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.FileSystemUtils;

/// Runs the exit path some hundred times on a tree of ordinary files before the first
/// container comes: a path that is loaded, linked and compiled at the first exit would be
/// slower than the kernel, which takes the cgroup away after 25 ms.
final class ExitWarmup {

	private static final Logger logger = LoggerFactory.getLogger(ExitWarmup.class);

	private static final int ROUNDS = 300;

	private static final Duration LONGEST = Duration.ofSeconds(3);

	private static final Map<String, String> FILES = files();

	private ExitWarmup() {
	}

	static void run() {
		long begunNanos = System.nanoTime();
		try {
			Path directory = Files.createTempDirectory("slicemeter-warmup");
			try {
				int rounds = run(directory, begunNanos + LONGEST.toNanos());
				logger.debug("Warmed the exit path up with {} exits in {} ms", rounds,
						(System.nanoTime() - begunNanos) / 1_000_000);
			}
			finally {
				FileSystemUtils.deleteRecursively(directory);
			}
		}
		catch (IOException ex) {
			logger.debug("The exit path could not be warmed up", ex);
		}
	}

	private static int run(Path directory, long untilNanos) throws IOException {
		Path cgroups = Files.createDirectory(directory.resolve("cgroup"));
		Path proc = Files.createDirectory(directory.resolve("proc"));
		write(cgroups.resolve("cgroup.controllers"), "cpu io memory pids\n");
		ParseFaults faults = new ParseFaults();
		CgroupRoot root = CgroupRoot.open(cgroups, proc, faults);
		SampleClock clock = new SampleClock(TimeSource.SYSTEM);
		CgroupSource source = new CgroupSource(HostId.of("warmup"), root, proc, InterfacePattern.of("eth*"), faults,
				TimeSource.SYSTEM, clock);
		Exits exits = new Exits();
		SliceWatches slices = new SliceWatches(root, (container, scope, startSeen) -> {
		});
		int rounds = 0;
		try (ExitWatcher watcher = new ExitWatcher(TimeSource.SYSTEM, clock, slices, exits,
				new ExitMetrics(new SimpleMeterRegistry()))) {
			watcher.start();
			ContainerId container = new ContainerId("0".repeat(64));
			Path scope = Files.createDirectory(cgroups.resolve("docker-" + container + ".scope"));
			for (Map.Entry<String, String> file : FILES.entrySet()) {
				write(scope.resolve(file.getKey()), file.getValue());
			}
			while (rounds < ROUNDS && System.nanoTime() - untilNanos < 0) {
				write(scope.resolve("cgroup.events"), "populated 1\nfrozen 0\n");
				Lifetime lifetime = source.lifetime(container, root.cgroupAt(scope).orElseThrow());
				TrackedRun run = new TrackedRun(lifetime, container, Instant.now(), true,
						source.open(lifetime, container), Duration.ofSeconds(2));
				watcher.opened(run);
				run.sample(exits.moment);
				write(scope.resolve("cgroup.events"), "populated 0\nfrozen 0\n");
				exits.await();
				watcher.closed(run);
				run.release();
				rounds++;
			}
		}
		return rounds;
	}

	private static void write(Path file, String content) throws IOException {
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
			channel.write(ByteBuffer.wrap(content.getBytes(StandardCharsets.US_ASCII)), 0);
		}
	}

	/// What a kernel writes for a small container.
	private static Map<String, String> files() {
		Map<String, String> files = new LinkedHashMap<>();
		files.put("cgroup.events", "populated 1\nfrozen 0\n");
		files.put("cpu.stat", """
				usage_usec 67357805
				user_usec 64210139
				system_usec 3147665
				nice_usec 0
				nr_periods 1410
				nr_throttled 986
				throttled_usec 32055409
				""");
		files.put("memory.events", "low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\noom_group_kill 0\n");
		files.put("memory.peak", "5021696\n");
		files.put("memory.current", "352256\n");
		files.put("memory.stat", "anon 61440\nfile 0\nkernel 290816\nshmem 0\ninactive_file 0\n");
		files.put("io.stat", "259:0 rbytes=0 wbytes=41943040 rios=0 wios=83 dbytes=0 dios=0\n");
		files.put("pids.current", "1\n");
		String pressure = "some avg10=0.00 avg60=0.00 avg300=0.00 total=31\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=29\n";
		files.put("cpu.pressure", pressure);
		files.put("memory.pressure", pressure);
		files.put("io.pressure", pressure);
		return files;
	}

	/// Notes the exits.
	private static final class Exits implements ExitWatcher.Work {

		private final Semaphore read = new Semaphore(0);

		private final Moment moment = new Moment();

		void await() {
			try {
				this.read.tryAcquire(100, TimeUnit.MILLISECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

		@Override
		public void started(Urgency urgency) {
		}

		@Override
		public void exited(TrackedRun run) {
			this.read.release();
		}

		@Override
		public void limitsChanged(TrackedRun run) {
		}

		@Override
		public void slicesChanged() {
		}

	}

}
