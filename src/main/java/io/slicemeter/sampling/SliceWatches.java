package io.slicemeter.sampling;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

import io.slicemeter.cgroup.CgroupRoot;
import io.slicemeter.runner.ContainerId;
import org.jspecify.annotations.Nullable;

/// Sees containers' cgroups appear: watches each slice and each nested one, and for a
/// slice that does not exist its nearest ancestor that does. A directory is registered
/// first and listed then, so that nothing appears unseen in between.
///
/// One lists at a time. Else a cgroup that appears while a slice is listed for the first
/// time would let another thread list it too, and take all that was there for new.
final class SliceWatches {

	private final CgroupRoot root;

	private final Appearances appearances;

	private final ReentrantLock listing = new ReentrantLock();

	/// By the number of the watch.
	private final Map<Integer, Path> watched = new ConcurrentHashMap<>();

	/// The directories of the slices that are to be watched, whether they exist or not.
	private final Set<Path> wanted = new LinkedHashSet<>();

	/// Directories that changed since the last [#catchUp()].
	private final Set<Path> changed = new LinkedHashSet<>();

	/// Directories that could not be watched when they were listed last: what is found in
	/// them may have been there for long.
	private final Set<Path> unwatched = new HashSet<>();

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
		list(added, false);
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
		list(directories, true);
	}

	/// Lists everything again, now.
	void relistNow() {
		relist();
		catchUp();
	}

	private void list(Iterable<Path> directories, boolean startSeen) {
		this.listing.lock();
		try {
			directories.forEach((directory) -> watch(directory, startSeen));
		}
		finally {
			this.listing.unlock();
		}
	}

	private void watch(Path directory, boolean seenSoFar) {
		Path existing = nearestExisting(directory);
		boolean watchedSoFar = !this.unwatched.contains(existing);
		boolean startSeen = register(existing) && watchedSoFar && seenSoFar;
		if (!existing.equals(directory)) {
			// made just now: the way down to it is new
			if (!nearestExisting(directory).equals(existing)) {
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

	/// Registers a directory, also one that is watched by all appearances: the kernel
	/// answers with the watch that stands, and with another one if the directory is not
	/// the same any more.
	/// @return whether it was watched before, or else would have been seen to be made
	private boolean register(Path directory) {
		boolean parentWatched = this.watched.containsValue(directory.getParent());
		Integer watch = this.register.apply(directory);
		if (watch == null) {
			this.unwatched.add(directory);
			return parentWatched;
		}
		this.unwatched.remove(directory);
		boolean stood = this.watched.put(watch, directory) != null;
		if (!stood) {
			this.watched.entrySet()
				.removeIf((entry) -> !entry.getKey().equals(watch) && entry.getValue().equals(directory));
		}
		return stood || parentWatched;
	}

	private synchronized boolean isWithinWanted(Path directory) {
		return this.wanted.stream().anyMatch(directory::startsWith);
	}

	private synchronized boolean isOnTheWayToWanted(Path directory) {
		return this.wanted.stream().anyMatch((wanted) -> wanted.startsWith(directory));
	}

}
