package io.slicemeter.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.SliceName;

/// A cgroup v2 hierarchy and a `/proc` in a temporary folder, made of what a real kernel
/// (6.12) wrote, to be changed while something reads them.
///
/// Unlike on cgroupfs a kept channel of a removed file goes on reading here: what is gone
/// shows in the directory only. Inodes are never used twice within one tree.
public final class CgroupTree {

	/// The container whose files the others are made of: it idles, with no limit but of
	/// its tasks.
	public static final String IDLE = "c-idle";

	/// What the kernel wrote of a container's own network: `eth0` received 866 bytes in
	/// 11 packets.
	public static final String IDLE_NETWORK = fixture(IDLE, "proc_net_dev");

	static final List<String> FILES = List.of("cgroup.events", "cgroup.procs", "cpu.stat", "cpu.max", "cpu.pressure",
			"memory.current", "memory.stat", "memory.peak", "memory.events", "memory.swap.current", "memory.max",
			"memory.pressure", "io.stat", "io.pressure", "pids.current", "pids.max");

	private final Path cgroupRoot;

	private final Path procRoot;

	/// Where removed directories go: as long as they exist nothing else gets their
	/// inodes.
	private final Path graveyard;

	private final AtomicInteger buried = new AtomicInteger();

	private CgroupTree(Path directory) {
		this.cgroupRoot = directory.resolve("cgroup");
		this.procRoot = directory.resolve("proc");
		this.graveyard = directory.resolve("removed");
	}

	/// Makes a tree with an empty hierarchy, on a host with 4 CPUs and 16 GiB whose first
	/// process has the host's network.
	public static CgroupTree create(Path directory) {
		CgroupTree tree = new CgroupTree(directory);
		makeDirectories(tree.graveyard);
		CgroupDirectory root = new CgroupDirectory(tree, tree.cgroupRoot);
		makeDirectories(tree.cgroupRoot);
		root.write("cgroup.controllers", "cpuset cpu io memory pids\n");
		root.write("cpu.stat", fixture(IDLE, "cpu.stat"));
		root.write("memory.stat", fixture(IDLE, "memory.stat"));
		root.write("io.stat", "");
		tree.writeHost();
		return tree;
	}

	/// A container's ID that is made of a number.
	public static ContainerId containerId(int number) {
		return new ContainerId("%064x".formatted(number));
	}

	/// What a real kernel wrote.
	/// @param container the name of the folder, e.g. `c-cpu`
	/// @param file e.g. `cpu.stat` or `proc_net_dev`
	public static String fixture(String container, String file) {
		String name = "/io/slicemeter/cgroup/fixtures/" + container + "/" + file;
		try (InputStream stream = CgroupTree.class.getResourceAsStream(name)) {
			if (stream == null) {
				throw new IllegalArgumentException("No fixture " + name);
			}
			return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	public Path cgroupRoot() {
		return this.cgroupRoot;
	}

	public Path procRoot() {
		return this.procRoot;
	}

	/// A slice, which is made with all that it lies in if it is not there yet.
	public CgroupDirectory slice(String name) {
		Path directory = this.cgroupRoot;
		for (String part : new SliceName(name).directories()) {
			directory = directory.resolve(part);
			fill(directory, IDLE);
		}
		return new CgroupDirectory(this, directory);
	}

	/// A container's cgroup as the systemd driver makes it, in its slice.
	public CgroupDirectory container(SliceName slice, ContainerId id) {
		return container(slice, id, IDLE);
	}

	/// A container's cgroup as the systemd driver makes it, with the files of a certain
	/// fixture.
	public CgroupDirectory container(SliceName slice, ContainerId id, String fixture) {
		Path directory = slice(slice.value()).path().resolve("docker-" + id + ".scope");
		fill(directory, fixture);
		return new CgroupDirectory(this, directory);
	}

	/// A container's cgroup as the cgroupfs driver makes it.
	/// @param parent the parent directory below the root, e.g. `docker`
	public CgroupDirectory cgroupfsContainer(String parent, ContainerId id) {
		return directory(parent + "/" + id);
	}

	/// Any cgroup, which is made with all that it lies in if it is not there yet.
	public CgroupDirectory directory(String path) {
		Path directory = this.cgroupRoot;
		for (String part : path.split("/")) {
			directory = directory.resolve(part);
			fill(directory, IDLE);
		}
		return new CgroupDirectory(this, directory);
	}

	/// A process in a cgroup, in a network namespace of its own.
	public void process(long pid, CgroupDirectory cgroup, String netDev) {
		process(pid, cgroup);
		write(processDirectory(pid).resolve("net/dev"), netDev);
	}

	/// A process in a cgroup, in the network namespace of another process; of process 1
	/// for the host's.
	public void processSharingNetwork(long pid, CgroupDirectory cgroup, long other) {
		process(pid, cgroup);
		Path netDev = processDirectory(pid).resolve("net/dev");
		try {
			Files.deleteIfExists(netDev);
			// One inode for one namespace, as in the kernel.
			Files.createLink(netDev, processDirectory(other).resolve("net/dev"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/// Changes what the network of a process has counted.
	public void network(long pid, String netDev) {
		write(processDirectory(pid).resolve("net/dev"), netDev);
	}

	/// Changes what a process says of its cgroup, e.g. `0::/../docker-….scope`.
	public void processCgroup(long pid, String content) {
		write(processDirectory(pid).resolve("cgroup"), content);
	}

	/// A process ends.
	public void removeProcess(long pid) {
		bury(processDirectory(pid));
	}

	/// Changes a file of `/proc`, e.g. `stat`.
	public void proc(String file, String content) {
		write(this.procRoot.resolve(file), content);
	}

	/// What `net/dev` shows of `lo` and one `eth0`.
	public static String netDev(long receivedBytes, long sentBytes) {
		return """
				Inter-|   Receive                                                |  Transmit
				 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
				    lo:       0       0    0    0    0     0          0         0        0       0    0    0    0     0       0          0
				  eth0: %d %d 0 0 0 0 0 0 %d %d 0 0 0 0 0 0
				"""
			.formatted(receivedBytes, receivedBytes / 1000, sentBytes, sentBytes / 1000);
	}

	private void process(long pid, CgroupDirectory cgroup) {
		makeDirectories(processDirectory(pid).resolve("net"));
		processCgroup(pid, "0::/" + this.cgroupRoot.relativize(cgroup.path()) + "\n");
	}

	private Path processDirectory(long pid) {
		return this.procRoot.resolve(Long.toString(pid));
	}

	private void writeHost() {
		makeDirectories(this.procRoot.resolve("pressure"));
		makeDirectories(this.procRoot.resolve("sys/kernel/random"));
		makeDirectories(this.procRoot.resolve("1/net"));
		proc("stat", """
				cpu  13646 10 3587 143674 458 3 79 25 40 5
				cpu0 3412 3 897 35919 115 1 20 7 10 2
				cpu1 3412 3 897 35919 115 1 20 6 10 1
				cpu2 3411 2 897 35918 114 1 20 6 10 1
				cpu3 3411 2 896 35918 114 0 19 6 10 1
				intr 10 1 2 3
				ctxt 1000
				btime 1767225600
				""");
		proc("meminfo", """
				MemTotal:       16777216 kB
				MemFree:         8388608 kB
				MemAvailable:   12582912 kB
				Buffers:            2080 kB
				""");
		String pressure = "some avg10=3.72 avg60=1.87 avg300=2.87 total=%d\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=%d\n";
		proc("pressure/cpu", pressure.formatted(28924457, 0));
		proc("pressure/memory", pressure.formatted(1200, 900));
		proc("pressure/io", pressure.formatted(3745472, 3416052));
		proc("devices", """
				Character devices:
				  1 mem
				 10 misc

				Block devices:
				  7 loop
				  9 md
				253 device-mapper
				254 mdp
				259 blkext
				""");
		proc("cpuinfo", "processor\t: 0\ncpu MHz\t\t: 2596.148\n\nprocessor\t: 1\ncpu MHz\t\t: 2400.000\n\n");
		proc("sys/kernel/random/boot_id", "3f6ff6a1-9a2c-4b0f-8f36-6f5f0c1d7e11\n");
		proc("sys/kernel/osrelease", "6.12.48\n");
		proc("1/cgroup", "0::/init.scope\n");
		proc("1/net/dev", fixture("c-host", "proc_net_dev"));
	}

	/// A cgroup has its files from the moment that it is there.
	private void fill(Path directory, String fixture) {
		if (Files.isDirectory(directory)) {
			return;
		}
		Path making = this.graveyard.resolve("making-" + this.buried.incrementAndGet());
		makeDirectories(making);
		for (String file : FILES) {
			write(making.resolve(file), fixture(fixture, file));
		}
		try {
			Files.move(making, directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	void bury(Path directory) {
		try {
			Files.move(directory, this.graveyard.resolve(Integer.toString(this.buried.incrementAndGet())));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static void makeDirectories(Path directory) {
		try {
			Files.createDirectories(directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static void write(Path file, String content) {
		CgroupDirectory.write(file, content);
	}

}
