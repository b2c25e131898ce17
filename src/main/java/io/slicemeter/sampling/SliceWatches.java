package io.slicemeter.sampling;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.slicemeter.cgroup.CgroupRoot;
import io.slicemeter.runner.ContainerId;
import org.jspecify.annotations.Nullable;

/// Sees containers' cgroups appear: watches each slice and each nested one, and for a
/// slice that does not exist its nearest ancestor that does. A directory is registered
/// first and listed then, so that nothing appears unseen in between.
final class SliceWatches {

	private final CgroupRoot root;

	private final Appearances appearances;

	/// By the number of the watch.
	private final Map<Integer, Path> watched = new ConcurrentHashMap<>();

	/// The directories of the slices that are to be watched, whether they exist or not.
	private final Set<Path> wanted = new LinkedHashSet<>();

	/// Directories that changed since the last [#catchUp()].
	private final Set<Path> changed = new LinkedHashSet<>();

	private Function<Path, @Nullable Integer> register = (directory) -> null;

	private boolean relist;

	/// Is told of what appears.
	interface Appearances {

		/// The cgroup of a container is there.
		/// @param startSeen whether it appeared while its slice was watched
		void appeared(ContainerId container, Path directory, boolean startSeen);

	}

	SliceWatches(CgroupRoot root, Appearances appearances) {
		this.root = root;
		this.appearances = appearances;
	}

	void attach(Function<Path, @Nullable Integer> register) {
		this.register = register;
	}

	/// Watches slices from now on, beside those that are watched already. What is there
	/// now was there before.
	void watch(Iterable<Path> directories) {
		List<Path> added = new ArrayList<>();
		synchronized (this) {
			for (Path directory : directories) {
				if (this.wanted.add(directory)) {
					added.add(directory);
				}
			}
		}
		for (Path directory : added) {
			watch(directory, false);
		}
	}

	/// A watched directory has an event. Only notes it: the exit path comes first.
	void changed(int watch) {
		Path directory = this.watched.get(watch);
		if (directory != null) {
			synchronized (this) {
				this.changed.add(directory);
			}
		}
	}

	/// A directory is watched no longer.
	void ended(int watch) {
		if (this.watched.remove(watch) != null) {
			relist();
		}
	}

	/// Everything has to be listed again: events were lost, or a directory went.
	synchronized void relist() {
		this.relist = true;
	}

	/// Whether something has to be listed.
	synchronized boolean hasChanged() {
		return this.relist || !this.changed.isEmpty();
	}

	/// Lists what changed.
	void catchUp() {
		List<Path> directories;
		boolean all;
		synchronized (this) {
			all = this.relist;
			this.relist = false;
			directories = List.copyOf(all ? this.wanted : this.changed);
			this.changed.clear();
		}
		for (Path directory : directories) {
			watch(directory, true);
		}
	}

	/// Lists everything again, now.
	void relistNow() {
		relist();
		catchUp();
	}

	private void watch(Path directory, boolean startSeen) {
		Path existing = nearestExisting(directory);
		register(existing);
		if (!existing.equals(directory)) {
			// made just now: the way down to it is new
			if (Files.isDirectory(directory)) {
				watch(directory, startSeen);
			}
			return;
		}
		for (Path child : CgroupRoot.children(directory)) {
			String name = String.valueOf(child.getFileName());
			Optional<ContainerId> container = CgroupRoot.containerOf(name);
			if (container.isPresent()) {
				this.appearances.appeared(container.get(), child, startSeen);
			}
			else if (isWithinWanted(child) && name.endsWith(".slice")) {
				watch(child, startSeen);
			}
			else if (isOnTheWayToWanted(child)) {
				watch(child, startSeen);
			}
		}
	}

	private Path nearestExisting(Path directory) {
		Path parent = directory.getParent();
		boolean below = parent != null && parent.startsWith(this.root.directory());
		return (parent == null || !below || Files.isDirectory(directory)) ? directory : nearestExisting(parent);
	}

	private void register(Path directory) {
		if (this.watched.containsValue(directory)) {
			return;
		}
		Integer watch = this.register.apply(directory);
		if (watch != null) {
			this.watched.put(watch, directory);
		}
	}

	private synchronized boolean isWithinWanted(Path directory) {
		return this.wanted.stream().anyMatch(directory::startsWith);
	}

	private synchronized boolean isOnTheWayToWanted(Path directory) {
		return this.wanted.stream().anyMatch((wanted) -> wanted.startsWith(directory));
	}

}
