package io.slicemeter.cgroup;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.SliceName;

/// Finds the cgroup of a container by the names that engines give: first where it is
/// likely, then everywhere it may be.
final class ContainerSearch {

	private static final Pattern SCOPE = Pattern.compile("(?:docker|libpod)-([0-9a-f]{64})\\.scope");

	/// Where engines put containers that nobody gave a place: Docker with either driver,
	/// Podman, rootless engines.
	private static final List<String> USUAL_PLACES = List.of("system.slice", "docker", "machine.slice", "user.slice");

	private static final String SLICE_SUFFIX = ".slice";

	private static final SliceName ROOT_SLICE = new SliceName("-.slice");

	/// Rootless:
	/// `user.slice/user-1000.slice/user@1000.service/user.slice/docker-<id>.scope`;
	/// Kubernetes lies as deep.
	private static final int DEPTH = 8;

	private final CgroupRoot root;

	private final Path cgroupRoot;

	ContainerSearch(CgroupRoot root, Path cgroupRoot) {
		this.root = root;
		this.cgroupRoot = cgroupRoot;
	}

	/// Finds a container's cgroup; see [CgroupRoot#container].
	/// @param processPath the components of the cgroup path of one of its processes; none
	/// if unknown
	Optional<ContainerCgroup> find(ContainerId id, Collection<SliceName> slices, String cgroupParent,
			List<String> processPath) {
		for (Path parent : likelyParents(id, slices, cgroupParent, processPath)) {
			for (String name : names(id)) {
				Path directory = parent.resolve(name);
				if (isAllowed(directory, slices) && Files.isDirectory(directory)) {
					return found(directory);
				}
			}
		}
		List<Path> tops = slices.isEmpty() ? List.of(this.cgroupRoot)
				: slices.stream().map(this.root::slice).flatMap(Optional::stream).toList();
		return tops.stream()
			.map((top) -> search(top, id, DEPTH))
			.flatMap(Optional::stream)
			.findFirst()
			.flatMap(this::found);
	}

	static Optional<ContainerId> containerOf(String directoryName) {
		if (ContainerId.isValid(directoryName)) {
			return Optional.of(new ContainerId(directoryName));
		}
		Matcher scope = SCOPE.matcher(directoryName);
		return scope.matches() ? Optional.of(new ContainerId(scope.group(1))) : Optional.empty();
	}

	static Optional<SliceName> sliceName(String directoryName) {
		try {
			return Optional.of(new SliceName(directoryName));
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	/// The directories in a directory; none if it is gone. Directories that vanish
	/// meanwhile are left out.
	static List<Path> children(Path directory) {
		List<Path> children = new ArrayList<>();
		try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory, Files::isDirectory)) {
			stream.forEach(children::add);
		}
		catch (IOException | DirectoryIteratorException ex) {
			// Slices come and go: what is gone has no containers.
			return children;
		}
		return children;
	}

	private static List<String> names(ContainerId id) {
		return List.of("docker-" + id + ".scope", id.value(), "libpod-" + id + ".scope");
	}

	private List<Path> likelyParents(ContainerId id, Collection<SliceName> slices, String cgroupParent,
			List<String> processPath) {
		List<Path> parents = new ArrayList<>();
		parentByProcess(id, processPath).ifPresent(parents::add);
		if (!cgroupParent.isBlank()) {
			sliceName(cgroupParent).filter(SliceName::isSystemd).map(this.root::path).ifPresent(parents::add);
			below(cgroupParent).ifPresent(parents::add);
		}
		slices.forEach((slice) -> parents.add(this.root.path(slice)));
		if (slices.isEmpty()) {
			USUAL_PLACES.forEach((place) -> parents.add(this.cgroupRoot.resolve(place)));
		}
		return parents;
	}

	/// The part of a process's path before the component that names the container. What
	/// lies behind that is the business of a nested engine, and so is a container inside
	/// another one. A path with `..` starts at an unknown place and is of no use.
	private Optional<Path> parentByProcess(ContainerId id, List<String> processPath) {
		Path parent = this.cgroupRoot;
		for (String component : processPath) {
			if (component.equals("..")) {
				return Optional.empty();
			}
			Optional<ContainerId> container = containerOf(component);
			if (container.isPresent()) {
				return container.filter(id::equals).isPresent() ? Optional.of(parent) : Optional.empty();
			}
			parent = parent.resolve(component);
		}
		return Optional.empty();
	}

	/// A path of the cgroupfs driver, as `/ci/runners`. Never outside the hierarchy,
	/// whatever it says.
	private Optional<Path> below(String cgroupParent) {
		Path directory = this.cgroupRoot.resolve(cgroupParent.replaceFirst("^/+", "")).normalize();
		return directory.startsWith(this.cgroupRoot) ? Optional.of(directory) : Optional.empty();
	}

	/// A parent directory of the cgroupfs driver may lie anywhere, only its name is
	/// known.
	private boolean isAllowed(Path directory, Collection<SliceName> slices) {
		SliceName innermost = sliceOf(directory);
		return slices.isEmpty() || slices.stream()
			.anyMatch((slice) -> directory.startsWith(this.root.path(slice))
					|| (!slice.isSystemd() && slice.equals(innermost)));
	}

	/// Looks for a container below a directory, level by level. Not inside other
	/// containers: what a nested engine runs is part of its runner.
	private static Optional<Path> search(Path directory, ContainerId id, int depth) {
		List<Path> level = List.of(directory);
		for (int at = 0; at < depth && !level.isEmpty(); at++) {
			List<Path> next = new ArrayList<>();
			for (Path parent : level) {
				for (Path child : children(parent)) {
					Optional<ContainerId> container = containerOf(child.getFileName().toString());
					if (container.filter(id::equals).isPresent()) {
						return Optional.of(child);
					}
					if (container.isEmpty()) {
						next.add(child);
					}
				}
			}
			level = next;
		}
		return Optional.empty();
	}

	Optional<ContainerCgroup> found(Path directory) {
		try {
			return Optional.of(new ContainerCgroup(directory, sliceOf(directory), Inode.of(directory)));
		}
		catch (IOException ex) {
			return Optional.empty();
		}
	}

	/// The innermost slice of a scope; with the cgroupfs driver, whose containers have
	/// bare IDs, the parent directory.
	private SliceName sliceOf(Path directory) {
		boolean scope = !ContainerId.isValid(directory.getFileName().toString());
		for (Path at = directory.getParent(); at != null && !at.equals(this.cgroupRoot)
				&& at.startsWith(this.cgroupRoot); at = at.getParent()) {
			String name = at.getFileName().toString();
			Optional<SliceName> slice = sliceName(name);
			if (slice.isPresent() && (!scope || name.endsWith(SLICE_SUFFIX))) {
				return slice.get();
			}
		}
		return ROOT_SLICE;
	}

}
