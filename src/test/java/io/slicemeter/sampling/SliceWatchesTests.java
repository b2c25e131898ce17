package io.slicemeter.sampling;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.slicemeter.cgroup.CgroupRoot;
import io.slicemeter.cgroup.ParseFaults;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.SliceName;
import io.slicemeter.testing.CgroupTree;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/// What is watched of slices that come, go and return, and what counts as seen to start.
class SliceWatchesTests {

	private static final SliceName BUILDS = new SliceName("ci-builds.slice");

	@TempDir
	Path directory;

	private final List<String> appeared = new ArrayList<>();

	private final Kernel kernel = new Kernel();

	private Runnable whileListing = () -> {
	};

	private CgroupTree tree;

	private SliceWatches slices;

	@BeforeEach
	void attach() {
		this.tree = CgroupTree.create(this.directory);
		CgroupRoot root = CgroupRoot.open(this.tree.cgroupRoot(), this.tree.procRoot(), new ParseFaults());
		this.slices = new SliceWatches(root, (container, path, startSeen) -> {
			Runnable once = this.whileListing;
			this.whileListing = () -> {
			};
			once.run();
			synchronized (this.appeared) {
				this.appeared.add(container.value().substring(62) + (startSeen ? " started" : " was there"));
			}
		});
		this.slices.attach(this.kernel::watch);
	}

	@Test
	void whatIsThereBeforeItsSliceIsWatchedWasNotSeenToStart() {
		container(1);
		watch();
		container(2);
		this.kernel.changed(slice());
		assertThat(this.appeared.getFirst()).isEqualTo("01 was there");
		assertThat(this.appeared.subList(1, 3)).containsExactlyInAnyOrder("01 started", "02 started");
	}

	@Test
	void aSliceThatIsMadeLaterIsFoundByItsNearestAncestor() {
		watch();
		assertThat(this.kernel.watched()).containsExactly(this.tree.cgroupRoot());
		this.tree.slice("ci.slice");
		this.kernel.changed(this.tree.cgroupRoot());
		container(1);
		this.kernel.changed(this.tree.cgroupRoot().resolve("ci.slice"));
		assertThat(this.appeared).containsExactly("01 started");
		assertThat(this.kernel.watched()).contains(slice());
	}

	@Test
	void aWayThatIsMadeAtOnceIsWatchedDownToItsEnd() {
		watch();
		this.tree.slice("ci-builds-nightly.slice");
		this.tree.container(new SliceName("ci-builds-nightly.slice"), CgroupTree.containerId(3));
		this.kernel.changed(this.tree.cgroupRoot());
		assertThat(this.appeared).containsExactly("03 started");
		assertThat(this.kernel.watched()).contains(slice(), slice().resolve("ci-builds-nightly.slice"));
	}

	@Test
	void aSliceThatReturnsIsWatchedAgain() {
		this.tree.slice(BUILDS.value());
		watch();
		this.kernel.remove(slice());
		this.tree.slice(BUILDS.value()).remove();
		this.slices.catchUp();
		this.tree.slice(BUILDS.value());
		this.kernel.changed(slice().getParent());
		container(4);
		this.kernel.changed(slice());
		assertThat(this.appeared).containsExactly("04 started");
	}

	@Test
	void aSliceThatReturnsIsWatchedAgainAlsoIfNobodyToldThatItWent() {
		this.tree.slice(BUILDS.value());
		watch();
		this.kernel.forget(slice());
		this.tree.slice(BUILDS.value()).recreate();
		this.slices.relistNow();
		container(5);
		this.kernel.changed(slice());
		assertThat(this.appeared).containsExactly("05 started");
	}

	@Test
	void whatIsFoundInASliceThatCouldNotBeWatchedWasNotSeenToStart() {
		this.kernel.full = true;
		watch();
		container(6);
		this.slices.relistNow();
		assertThat(this.appeared).containsExactly("06 was there");
		this.kernel.full = false;
		this.slices.relistNow();
		this.slices.relistNow();
		assertThat(this.appeared).containsExactly("06 was there", "06 was there", "06 started");
	}

	@Test
	void anAppearanceWhileASliceIsListedFirstMakesNothingNewThatWasThere() {
		for (int number = 1; number <= 3; number++) {
			container(number);
		}
		Thread other = new Thread(() -> this.kernel.changed(slice()));
		this.whileListing = () -> {
			other.start();
			Awaitility.await()
				.until(() -> other.getState() == Thread.State.WAITING || other.getState() == Thread.State.TERMINATED);
		};
		watch();
		Awaitility.await().until(() -> !other.isAlive());
		assertThat(this.appeared.subList(0, 3)).containsExactlyInAnyOrder("01 was there", "02 was there",
				"03 was there");
	}

	private void watch() {
		this.slices.watch(List.of(slice()));
	}

	private Path slice() {
		return this.tree.cgroupRoot().resolve("ci.slice").resolve(BUILDS.value());
	}

	private void container(int number) {
		ContainerId id = CgroupTree.containerId(number);
		this.tree.container(BUILDS, id);
	}

	/// The kernel's side of inotify: one watch for each inode.
	private final class Kernel {

		private final Map<Path, Integer> watches = new HashMap<>();

		private int last;

		private boolean full;

		@Nullable Integer watch(Path path) {
			if (this.full) {
				return null;
			}
			return this.watches.computeIfAbsent(path, (added) -> ++this.last);
		}

		Set<Path> watched() {
			return new HashSet<>(this.watches.keySet());
		}

		void changed(Path path) {
			Integer watch = this.watches.get(path);
			if (watch != null) {
				SliceWatchesTests.this.slices.changed(watch);
				SliceWatchesTests.this.slices.catchUp();
			}
		}

		/// The directory goes, and the event of it is lost.
		void forget(Path path) {
			this.watches.remove(path);
		}

		/// The directory goes.
		void remove(Path path) {
			Integer watch = this.watches.remove(path);
			if (watch != null) {
				SliceWatchesTests.this.slices.ended(watch);
			}
		}

	}

}
