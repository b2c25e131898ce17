package io.slicemeter.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.SliceName;
import org.jspecify.annotations.Nullable;

/// The mounted cgroup v2 hierarchy and `/proc` of one host: where slices and containers
/// lie. Thread-safe.
public final class CgroupRoot {

	/// The file that makes a directory a cgroup of v2. Not the type of its file system,
	/// so that an ordinary directory can stand for one.
	static final String CONTROLLERS = "cgroup.controllers";

	private final Path cgroupRoot;

	private final Path procRoot;

	private final ParseFaults faults;

	private final ContainerSearch search;

	private volatile Devices devices = Devices.NONE;

	private CgroupRoot(Path cgroupRoot, Path procRoot, ParseFaults faults) {
		this.cgroupRoot = cgroupRoot;
		this.procRoot = procRoot;
		this.faults = faults;
		this.search = new ContainerSearch(this, cgroupRoot);
	}

	/// Whether a directory is the root of a cgroup v2 hierarchy.
	public static boolean isCgroup2(Path cgroupRoot) {
		return Files.isRegularFile(cgroupRoot.resolve(CONTROLLERS));
	}

	/// Opens the hierarchy of a host.
	/// @throws NotCgroup2Exception if the directory is no root of cgroup v2
	public static CgroupRoot open(Path cgroupRoot, Path procRoot, ParseFaults faults) {
		if (!isCgroup2(cgroupRoot)) {
			throw new NotCgroup2Exception(cgroupRoot);
		}
		CgroupRoot root = new CgroupRoot(cgroupRoot.toAbsolutePath().normalize(), procRoot, faults);
		root.refreshDevices();
		return root;
	}

	/// The directory of the hierarchy.
	public Path directory() {
		return this.cgroupRoot;
	}

	/// The directory of a slice, if it exists now.
	public Optional<Path> slice(SliceName slice) {
		Path directory = path(slice);
		return Files.isDirectory(directory) ? Optional.of(directory) : Optional.empty();
	}

	/// Where a slice lies, whether it exists or not.
	public Path path(SliceName slice) {
		Path directory = this.cgroupRoot;
		for (String name : slice.directories()) {
			directory = directory.resolve(name);
		}
		return directory;
	}

	/// The slices that exist inside a slice, at any depth; without itself.
	public List<SliceName> nestedSlices(SliceName slice) {
		List<SliceName> nested = new ArrayList<>();
		if (slice.isSystemd()) {
			slice(slice).ifPresent((directory) -> addNestedSlices(slice, directory, nested));
		}
		return List.copyOf(nested);
	}

	/// The cgroup of a container, if it exists now: `docker-<id>.scope` or
	/// `libpod-<id>.scope` in a slice (systemd driver), `<id>` in a parent directory
	/// (cgroupfs driver), or where `/proc/<pid>/cgroup` says.
	/// @param id the container
	/// @param slices the slices of which it has to be in one, nested ones included; none
	/// for anywhere
	/// @param cgroupParent what the container was made with (`HostConfig.CgroupParent`);
	/// may be empty
	/// @param pid a process of the container, if one is known
	public Optional<ContainerCgroup> container(ContainerId id, Collection<SliceName> slices, String cgroupParent,
			@Nullable Long pid) {
		return this.search.find(id, slices, cgroupParent, (pid != null) ? processCgroup(pid).components() : List.of());
	}

	/// Whether a process lives in a container's cgroup, or in one below it. By the name
	/// alone, as its path may be told from another cgroup namespace.
	public boolean isIn(long pid, ContainerId container) {
		return processCgroup(pid).components()
			.stream()
			.anyMatch((name) -> containerOf(name).filter(container::equals).isPresent());
	}

	/// A container's cgroup by its directory; empty if it is gone.
	public Optional<ContainerCgroup> cgroupAt(Path directory) {
		return this.search.found(directory);
	}

	/// The cgroups in a cgroup; none if it is gone.
	public static List<Path> children(Path directory) {
		return ContainerSearch.children(directory);
	}

	/// The container that a cgroup's directory name stands for: `docker-<64 hex>.scope`,
	/// `libpod-<64 hex>.scope` or `<64 hex>`.
	public static Optional<ContainerId> containerOf(String directoryName) {
		return ContainerSearch.containerOf(directoryName);
	}

	/// A process that is in a cgroup itself, not in one below it: nested engines have
	/// namespaces of their own.
	public OptionalLong processOf(Path cgroup) {
		Text text = Text.ofThread();
		return KeptFile.readOnce(KernelFile.CGROUP_PROCS, cgroup, this.faults, text) ? CgroupProcs.parse(text)
				: OptionalLong.empty();
	}

	/// The tightest bounds of a cgroup and all that it lies in: what it can get at most.
	public Limits capacity(Path cgroup) {
		Limits capacity = Limits.UNKNOWN;
		for (Path at = cgroup; at != null && at.startsWith(this.cgroupRoot); at = at.getParent()) {
			Limits limits = CgroupFiles.readLimits(at, this.faults);
			capacity = new Limits(tighter(capacity.cpuMillicores(), limits.cpuMillicores()),
					tighter(capacity.memoryBytes(), limits.memoryBytes()), tighter(capacity.pids(), limits.pids()));
		}
		return capacity;
	}

	/// What tells this boot of the host from others: `/proc/sys/kernel/random/boot_id`.
	/// Where there is none, `unknown`.
	public String bootId() {
		return KeptFile.readWord(KernelFile.BOOT_ID, this.procRoot, this.faults).orElse("unknown");
	}

	/// Opens the files of the host as a whole.
	public HostFiles openHost() {
		return HostFiles.open(this.procRoot, this.faults);
	}

	ParseFaults faults() {
		return this.faults;
	}

	Devices devices() {
		return this.devices;
	}

	/// Drivers get their major numbers when they load, which may be long after the start.
	void refreshDevices() {
		this.devices = Devices.read(this.procRoot, this.faults);
	}

	private ProcessCgroup processCgroup(long pid) {
		Text text = Text.ofThread();
		Path process = this.procRoot.resolve(Long.toString(pid));
		return KeptFile.readOnce(KernelFile.PROCESS_CGROUP, process, this.faults, text) ? ProcessCgroup.parse(text)
				: ProcessCgroup.UNKNOWN;
	}

	private void addNestedSlices(SliceName slice, Path directory, List<SliceName> nested) {
		for (Path child : ContainerSearch.children(directory)) {
			ContainerSearch.sliceName(child.getFileName().toString())
				.filter((name) -> name.isSystemd() && slice.contains(name) && path(name).equals(child))
				.ifPresent((name) -> {
					nested.add(name);
					addNestedSlices(name, child, nested);
				});
		}
	}

	private static @Nullable Limit tighter(@Nullable Limit one, @Nullable Limit other) {
		if (one instanceof Limit.Limited(long first) && other instanceof Limit.Limited(long second)) {
			return (first <= second) ? one : other;
		}
		if (one == null || other instanceof Limit.Limited) {
			return other;
		}
		return one;
	}

}
