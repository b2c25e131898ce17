package io.slicemeter.sampling;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import io.slicemeter.cgroup.CgroupRoot;
import io.slicemeter.runner.SliceName;
import io.slicemeter.timeseries.Intake;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Everything that watches cgroups, as one: containers that appear, runs that exit. Where
/// the kernel gives no inotify, the ticks and the Engine have to do.
final class CgroupWatching implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(CgroupWatching.class);

	private final CgroupRoot root;

	private final Tracker tracker;

	private final TrackedRuns runs;

	private final ExitWork work;

	private final SliceWatches slices;

	private final @Nullable ExitWatcher watcher;

	private volatile boolean started;

	CgroupWatching(CgroupSource source, Tracker tracker, TrackedRuns runs, Intake intake, SliceMeters meters,
			MeterRegistry registry, TimeSource time, SampleClock clock) {
		this.root = source.root();
		this.tracker = tracker;
		this.runs = runs;
		ExitMetrics metrics = new ExitMetrics(registry);
		this.work = new ExitWork(source, tracker, intake, meters, metrics, time);
		this.slices = new SliceWatches(this.root, this.work);
		this.watcher = watcher(time, clock, metrics);
	}

	private @Nullable ExitWatcher watcher(TimeSource time, SampleClock clock, ExitMetrics metrics) {
		try {
			return new ExitWatcher(time, clock, this.slices, this.work, metrics);
		}
		catch (IOException ex) {
			metrics.watchFailed();
			logger.warn("Cgroups can't be watched: {}. Exits are not noticed at once: the last sample closes a run. "
					+ "fs.inotify.max_user_instances may be too low.", ex.getMessage());
			return null;
		}
	}

	void start() {
		ExitWatcher watcher = this.watcher;
		if (watcher == null) {
			return;
		}
		ExitWarmup.run();
		this.tracker.observedBy(watcher);
		this.work.start(this.slices::catchUp);
		watcher.start();
		this.started = true;
	}

	/// Watches slices before the Engine told anything: it may be down for long, while
	/// containers live on.
	void watchBeforehand(List<SliceName> slices) {
		this.slices.watch(slices.stream().map(this.root::path).toList());
	}

	/// Whether exits are watched for, or can't be on this host.
	boolean isAlive() {
		return !this.started || this.watcher == null || (this.watcher.isAlive() && this.work.isAlive());
	}

	/// Watches the slices whose containers are tracked.
	void watch(WatchedSlices watched) {
		List<Path> directories = new ArrayList<>();
		watched.names().forEach((slice) -> directories.add(this.root.path(slice)));
		if (watched.names().isEmpty()) {
			directories.add(this.root.path(watched.defaultSlice()));
			for (TrackedRun run : this.runs.open()) {
				Path directory = run.directory();
				if (directory != null && directory.getParent() != null) {
					directories.add(directory.getParent());
				}
			}
		}
		this.slices.watch(directories);
	}

	/// Looks at everything again, in case an event was lost.
	void reconcile(WatchedSlices watched) {
		watch(watched);
		this.slices.relistNow();
		if (this.watcher != null) {
			this.runs.open().forEach(this.watcher::recheck);
		}
	}

	@Override
	public void close() {
		this.started = false;
		if (this.watcher != null) {
			this.watcher.close();
		}
		this.work.close();
	}

}
