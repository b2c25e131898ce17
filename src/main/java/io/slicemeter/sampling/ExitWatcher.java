package io.slicemeter.sampling;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.slicemeter.cgroup.Inotify;
import io.slicemeter.cgroup.Urgency;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Wakes at a run's exit and reads its totals before the kernel takes the cgroup away.
///
/// When the last process leaves, the kernel sends a modify event for `cgroup.events`,
/// which has to be held open for that; the cgroup is removed 25 to 95 ms later. One
/// thread pulls the events, and reads whoever is leaving before it does anything else: it
/// does not log, ask the Engine or hand over to the spool while an event is pending. It
/// is as urgent as the process may make it, since systemd, which removes the cgroup, is
/// woken by the same event. It is never interrupted, as an interrupt would close the
/// channel that it reads: it ends when its inotify is stopped.
///
/// inotify(7) is a help, not a need: without it (limits reached, events lost) the ticks
/// go on, and a run's last sample closes it.
final class ExitWatcher implements RunObserver, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(ExitWatcher.class);

	private static final Inotify.FileName CGROUP_EVENTS = new Inotify.FileName("cgroup.events");

	private static final Inotify.FileName MEMORY_EVENTS = new Inotify.FileName("memory.events");

	private static final List<Inotify.FileName> LIMITS = List.of(new Inotify.FileName("cpu.max"),
			new Inotify.FileName("memory.max"), new Inotify.FileName("pids.max"));

	private static final int FOR_EVER = -1;

	private final TimeSource time;

	private final SampleClock clock;

	private final ExitMetrics metrics;

	private final Inotify inotify;

	/// By the number of the watch.
	private final Map<Integer, TrackedRun> scopes = new ConcurrentHashMap<>();

	private final Map<TrackedRun, Integer> watches = new ConcurrentHashMap<>();

	private final SliceWatches slices;

	private final MemoryEventPace memoryEvents;

	private final Work work;

	private final Thread thread;

	private final Moment moment = new Moment();

	private final List<TrackedRun> exited = new ArrayList<>();

	private final Set<TrackedRun> memoryChanged = new LinkedHashSet<>();

	private final Set<TrackedRun> limitsChanged = new LinkedHashSet<>();

	private boolean overflowed;

	/// When the first of the events that are handled now was seen.
	private long wokenNanos;

	private boolean woken;

	private @Nullable RuntimeException failure;

	private boolean failureTold;

	private volatile boolean stopped;

	private volatile boolean told;

	/// What is done off the exit path.
	interface Work {

		/// The watching thread runs.
		/// @param urgency how soon it wakes
		void started(Urgency urgency);

		/// A run's totals were read.
		void exited(TrackedRun run);

		/// A run's bounds may have changed.
		void limitsChanged(TrackedRun run);

		/// A slice changed: cgroups may have appeared.
		void slicesChanged();

	}

	ExitWatcher(TimeSource time, SampleClock clock, SliceWatches slices, Work work, ExitMetrics metrics)
			throws IOException {
		this.time = time;
		this.clock = clock;
		this.slices = slices;
		this.work = work;
		this.metrics = metrics;
		this.memoryEvents = new MemoryEventPace(Duration.ofMillis(100));
		this.inotify = Inotify.open();
		this.thread = new Thread(this::run, "slicemeter-exit-watcher");
		this.thread.setDaemon(true);
	}

	void start() {
		this.slices.attach(this::watchDirectory);
		this.thread.start();
	}

	/// Watches a run's cgroup: registers first and looks then, so that an exit in between
	/// is not lost.
	@Override
	public void opened(TrackedRun run) {
		recheck(run);
	}

	private void watch(TrackedRun run) {
		Path directory = run.directory();
		if (directory == null || this.watches.containsKey(run)) {
			return;
		}
		Integer watch = watch(directory, Inotify.Interest.MODIFIED);
		if (watch != null) {
			this.scopes.put(watch, run);
			this.watches.put(run, watch);
			if (run.isReleased()) {
				// closed meanwhile, by another thread
				closed(run);
			}
		}
	}

	@Override
	public void closed(TrackedRun run) {
		Integer watch = this.watches.remove(run);
		if (watch != null) {
			this.scopes.remove(watch);
			this.inotify.unwatch(watch);
		}
	}

	/// Looks for the exit of a run without having been told of one, and watches it if
	/// that was not possible so far.
	void recheck(TrackedRun run) {
		watch(run);
		if (run.exit(new Moment())) {
			this.metrics.exitRead();
			this.work.exited(run);
		}
	}

	private @Nullable Integer watchDirectory(Path directory) {
		return watch(directory, Inotify.Interest.CREATED);
	}

	private @Nullable Integer watch(Path directory, Inotify.Interest interest) {
		try {
			return this.inotify.watch(directory, interest);
		}
		catch (NoSuchFileException ex) {
			return null;
		}
		catch (IOException ex) {
			if (this.stopped) {
				return null;
			}
			this.metrics.watchFailed();
			if (!this.told) {
				this.told = true;
				logger.warn("Can't watch {}. Exits there are not noticed at once: the last sample closes a run. "
						+ "More of these are only counted.", ex.getMessage());
			}
			return null;
		}
	}

	private void run() {
		this.work.started(Urgency.raise());
		while (!this.stopped) {
			int events = this.inotify.await(timeoutMillis(), this::happened);
			while (events > 0) {
				events = this.inotify.await(0, this::happened);
			}
			try {
				afterwards();
			}
			catch (RuntimeException ex) {
				this.metrics.exitFailed();
				logger.warn("What follows an exit failed; the next reconcile looks again", ex);
			}
		}
	}

	/// Whether it still watches.
	boolean isAlive() {
		return this.thread.isAlive();
	}

	private int timeoutMillis() {
		long dueNanos = this.memoryEvents.dueInNanos(this.time.nanos());
		return (dueNanos == Long.MAX_VALUE) ? FOR_EVER : (int) Math.max(1, dueNanos / 1_000_000);
	}

	/// Only an exit is handled at once: everything else waits until no event is pending.
	private void happened(Inotify.Event event) {
		if (!this.woken) {
			this.woken = true;
			this.wokenNanos = this.time.nanos();
		}
		if (event.isOverflow()) {
			this.overflowed = true;
			return;
		}
		int watch = event.watch();
		TrackedRun run = this.scopes.get(watch);
		if (run == null) {
			if (event.isEnd()) {
				this.slices.ended(watch);
			}
			else {
				this.slices.changed(watch);
			}
		}
		else if (event.isOf(CGROUP_EVENTS)) {
			readExit(run);
		}
		else if (event.isOf(MEMORY_EVENTS)) {
			this.memoryChanged.add(run);
		}
		else if (event.isEnd()) {
			this.scopes.remove(watch);
		}
		else if (LIMITS.stream().anyMatch(event::isOf)) {
			this.limitsChanged.add(run);
		}
	}

	private void readExit(TrackedRun run) {
		try {
			if (run.exit(this.moment)) {
				this.exited.add(run);
				this.metrics.exitRead(this.time.nanos() - this.wokenNanos);
			}
		}
		catch (RuntimeException ex) {
			// what one run throws must not cost the others their exits
			this.metrics.exitFailed();
			this.failure = ex;
		}
	}

	/// No event is pending: everything that could wait is done now.
	private void afterwards() {
		this.woken = false;
		if (this.overflowed) {
			this.overflowed = false;
			this.metrics.overflow();
			this.slices.relist();
			this.scopes.values().forEach(this::readExit);
			this.memoryChanged.addAll(this.scopes.values());
		}
		for (TrackedRun run : this.exited) {
			this.work.exited(run);
		}
		this.exited.clear();
		for (TrackedRun run : this.memoryChanged) {
			if (this.memoryEvents.event(run, this.time.nanos())) {
				readMemoryEvents(run);
			}
		}
		this.memoryChanged.clear();
		this.memoryEvents.due(this.time.nanos()).forEach(this::readMemoryEvents);
		if (this.slices.hasChanged()) {
			this.work.slicesChanged();
		}
		this.limitsChanged.forEach(this.work::limitsChanged);
		this.limitsChanged.clear();
		RuntimeException failure = this.failure;
		if (failure != null) {
			this.failure = null;
			if (!this.failureTold) {
				this.failureTold = true;
				logger.warn(
						"An exit could not be read: the run's last sample closes it. More of these are only counted.",
						failure);
			}
		}
	}

	private void readMemoryEvents(TrackedRun run) {
		try {
			run.memoryEvents(this.moment, this.clock.stamp(this.time.nanos()));
		}
		catch (RuntimeException ex) {
			this.metrics.exitFailed();
			this.failure = ex;
		}
	}

	@Override
	public void close() {
		this.stopped = true;
		this.inotify.stop();
		try {
			if (this.thread.join(Duration.ofSeconds(5))) {
				this.inotify.close();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
