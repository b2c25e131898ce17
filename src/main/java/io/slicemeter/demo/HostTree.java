package io.slicemeter.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.SliceName;

import org.jspecify.annotations.Nullable;

/// The simulated host on disk, below a temporary directory: `cgroup` and `proc` as the
/// kernel shows them, the Engine's socket, and aside the directories of cgroups that are
/// to appear or have gone. Not thread-safe.
///
/// A cgroup's directory goes on existing, empty and aside, until its container is
/// removed: no later life of that container can get the same inode.
final class HostTree implements AutoCloseable {

	private static final int STAT_LENGTH = 160;

	private static final int MEMINFO_LENGTH = 192;

	private static final int PRESSURE_LENGTH = 160;

	/// The slice of the runners gets so much of the host at most.
	private static final double RUNNERS_SHARE = 0.75;

	private final Path directory;

	private final HostTotals host;

	private final String bootId;

	private final Map<DemoSlice, List<CgroupDirectory>> slices = new EnumMap<>(DemoSlice.class);

	private final Map<Life, RunOnDisk> runs = new HashMap<>();

	private final Map<ContainerId, List<Path>> gone = new HashMap<>();

	private final PaddedFile stat;

	private final PaddedFile meminfo;

	private final Map<String, PaddedFile> pressures = new LinkedHashMap<>();

	private long made;

	private HostTree(Path directory, HostTotals host, String bootId) throws IOException {
		this.directory = directory;
		this.host = host;
		this.bootId = bootId;
		Readings nothing = host.readings(List.of(), 0);
		this.stat = PaddedFile.create(proc("stat"), STAT_LENGTH, padded(KernelText.procStat(0, 0)))
			.followedBy(cpuLines());
		this.meminfo = PaddedFile.create(proc("meminfo"), MEMINFO_LENGTH,
				KernelText.meminfo(host.memoryBytes(), host.memoryBytes()));
		for (String resource : List.of("cpu", "memory", "io")) {
			this.pressures.put(resource,
					PaddedFile.create(proc("pressure/" + resource), PRESSURE_LENGTH, pressure(resource, nothing)));
		}
		writeWhatNeverChanges();
		Readings empty = new SliceTotals(DemoSlice.RUNNERS).readings();
		Map<Path, CgroupDirectory> made = new HashMap<>();
		for (DemoSlice slice : DemoSlice.values()) {
			Path at = cgroupRoot(directory);
			List<CgroupDirectory> lineage = new ArrayList<>();
			for (String name : slice.sliceName().directories()) {
				at = at.resolve(name);
				boolean innermost = name.equals(slice.sliceName().value());
				Path parent = at;
				if (!made.containsKey(at)) {
					Files.createDirectory(at);
					made.put(parent,
							new CgroupDirectory(at, at, innermost ? limits(slice) : Limits.UNKNOWN, "", empty));
				}
				CgroupDirectory cgroup = made.get(at);
				if (cgroup != null) {
					lineage.add(cgroup);
				}
			}
			this.slices.put(slice, lineage);
		}
	}

	/// Makes a host without any container.
	static HostTree create(Path directory, HostTotals host, String bootId) {
		try {
			Files.createDirectory(directory,
					PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
			for (String part : List.of("cgroup", "aside", "proc/1/net", "proc/pressure", "proc/sys/kernel/random")) {
				Files.createDirectories(directory.resolve(part));
			}
			return new HostTree(directory, host, bootId);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The simulated host can't be made in " + directory, ex);
		}
	}

	static Path cgroupRoot(Path directory) {
		return directory.resolve("cgroup");
	}

	static Path procRoot(Path directory) {
		return directory.resolve("proc");
	}

	static Path socket(Path directory) {
		return directory.resolve("docker.sock");
	}

	Path directory() {
		return this.directory;
	}

	HostTotals host() {
		return this.host;
	}

	/// What tells this boot of the simulated host from others.
	String bootId() {
		return this.bootId;
	}

	private Path proc(String file) {
		return procRoot(this.directory).resolve(file);
	}

	private Limits limits(DemoSlice slice) {
		return switch (slice) {
			case RUNNERS -> new Limits(Limit.of((long) (this.host.cpus() * 1000 * RUNNERS_SHARE)),
					Limit.of((long) (this.host.memoryBytes() * RUNNERS_SHARE)), Limit.UNLIMITED);
			case AGENTS -> new Limits(Limit.UNLIMITED, Limit.UNLIMITED, Limit.UNLIMITED);
		};
	}

	private String cpuLines() {
		StringBuilder text = new StringBuilder();
		for (int cpu = 0; cpu < this.host.cpus(); cpu++) {
			text.append("cpu").append(cpu).append(" 0 0 0 0 0 0 0 0 0 0\n");
		}
		return text.append("intr 0\nctxt 0\n").toString();
	}

	private void writeWhatNeverChanges() throws IOException {
		Path root = cgroupRoot(this.directory);
		Files.writeString(root.resolve("cgroup.controllers"), "cpuset cpu io memory pids\n");
		Files.writeString(proc("devices"), """
				Character devices:
				  1 mem

				Block devices:
				  7 loop
				253 device-mapper
				259 blkext
				""");
		Files.writeString(proc("cpuinfo"), "processor\t: 0\ncpu MHz\t\t: 2900.000\n\n");
		Files.writeString(proc("sys/kernel/random/boot_id"), this.bootId + "\n");
		Files.writeString(proc("sys/kernel/osrelease"), SimulatedEngine.KERNEL + "\n");
		Files.writeString(proc("1/cgroup"), "0::/init.scope\n");
		Files.writeString(proc("1/net/dev"), KernelText.netDev(new Counters(Limits.UNKNOWN).readings()));
	}

	/// A run is to appear: makes its directory, aside, so that its inode is known.
	RunOnDisk prepare(Life life) {
		Path aside = this.directory.resolve("aside").resolve(Long.toString(++this.made));
		try {
			Files.createDirectory(aside);
			Object inode = Files.getAttribute(aside, "unix:ino");
			RunOnDisk run = new RunOnDisk(aside, (inode instanceof Long number) ? number : this.made);
			this.runs.put(life, run);
			return run;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/// A prepared run appears, first in `/proc`, then in its slice.
	void appear(Life life) {
		RunOnDisk run = run(life);
		Path process = proc(Long.toString(life.pid()));
		Path network = process.resolve("net");
		try {
			Files.createDirectories(network);
			Files.writeString(process.resolve("cgroup"),
					"0::/" + cgroupRoot(this.directory).relativize(path(life)) + "\n");
			run.fill(life, path(life), network);
			Files.move(run.made(), path(life));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/// What a run has on disk.
	RunOnDisk run(Life life) {
		RunOnDisk run = this.runs.get(life);
		if (run == null) {
			throw new IllegalStateException(life.container().name() + " was never prepared");
		}
		return run;
	}

	private Path path(Life life) {
		Path path = cgroupRoot(this.directory);
		SliceName slice = life.container().kind().slice().sliceName();
		for (String part : slice.directories()) {
			path = path.resolve(part);
		}
		return path.resolve("docker-" + life.container().id() + ".scope");
	}

	/// A run's cgroup and process go.
	void vanish(Life life) {
		RunOnDisk run = run(life);
		run.close();
		try {
			Files.move(path(life), run.made());
			try (DirectoryStream<Path> files = Files.newDirectoryStream(run.made())) {
				for (Path file : files) {
					Files.delete(file);
				}
			}
			delete(proc(Long.toString(life.pid())));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		abandon(life);
	}

	/// A run that was prepared is over without ever having appeared.
	void abandon(Life life) {
		Path aside = run(life).made();
		this.runs.remove(life);
		this.gone.computeIfAbsent(life.container().id(), (_) -> new ArrayList<>()).add(aside);
	}

	/// A container is removed for good.
	void forget(SimulatedContainer container) {
		try {
			for (Path aside : this.gone.getOrDefault(container.id(), List.of())) {
				Files.delete(aside);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.gone.remove(container.id());
	}

	/// Shows what slices have used; all of it, or their CPU time alone.
	void show(List<SliceTotals> totals, boolean all) {
		for (SliceTotals slice : totals) {
			for (CgroupDirectory cgroup : this.slices.getOrDefault(slice.slice(), List.of())) {
				if (all) {
					cgroup.show(slice.readings());
				}
				else {
					cgroup.showCpu(slice.readings());
				}
			}
		}
	}

	/// Shows what the host has used.
	void show(Readings readings, double upSeconds) {
		long busyUsec = readings.get(Metric.CPU_USAGE_USEC);
		this.stat.write(padded(KernelText.procStat(busyUsec, (long) (this.host.cpus() * upSeconds * 1e6) - busyUsec)));
		this.meminfo.write(KernelText.meminfo(this.host.memoryBytes(),
				this.host.memoryBytes() - readings.get(Metric.MEMORY_BYTES)));
		for (Map.Entry<String, PaddedFile> pressure : this.pressures.entrySet()) {
			pressure.getValue().write(pressure(pressure.getKey(), readings));
		}
	}

	/// The CPUs' lines follow at once: readers take the first other line for their end.
	private static CharSequence padded(CharSequence line) {
		return line + " ".repeat(STAT_LENGTH - 1 - line.length()) + "\n";
	}

	private static CharSequence pressure(String resource, Readings readings) {
		return switch (resource) {
			case "cpu" -> KernelText.pressure(readings, Metric.CPU_PRESSURE_SOME_USEC, Metric.CPU_PRESSURE_FULL_USEC);
			case "memory" ->
				KernelText.pressure(readings, Metric.MEMORY_PRESSURE_SOME_USEC, Metric.MEMORY_PRESSURE_FULL_USEC);
			default -> KernelText.pressure(readings, Metric.IO_PRESSURE_SOME_USEC, Metric.IO_PRESSURE_FULL_USEC);
		};
	}

	/// Takes everything away.
	@Override
	public void close() {
		try {
			for (RunOnDisk run : this.runs.values()) {
				run.close();
			}
			for (List<CgroupDirectory> lineage : this.slices.values()) {
				for (CgroupDirectory cgroup : lineage) {
					cgroup.close();
				}
			}
			this.stat.close();
			this.meminfo.close();
			for (PaddedFile pressure : this.pressures.values()) {
				pressure.close();
			}
			if (Files.exists(this.directory)) {
				delete(this.directory);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The simulated host in " + this.directory + " can't be taken away", ex);
		}
	}

	private static void delete(Path directory) throws IOException {
		Files.walkFileTree(directory, new SimpleFileVisitor<>() {

			@Override
			public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
				Files.delete(file);
				return FileVisitResult.CONTINUE;
			}

			@Override
			public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
				if (failure != null) {
					throw failure;
				}
				Files.delete(visited);
				return FileVisitResult.CONTINUE;
			}

		});
	}

}
