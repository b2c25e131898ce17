package io.slicemeter.sampling;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Wakes at a run's exit and reads its totals before the kernel takes the cgroup away.
///
/// When the last process leaves, the kernel sends a modify event for `cgroup.events`,
/// which has to be held open for that; the cgroup is removed 25 to 95 ms later. One
/// thread pulls the events, and reads whoever is leaving before it does anything else: it
/// does not log, ask the Engine or hand over to the spool while an event is pending. It
/// is never interrupted, as an interrupt would close the channel that it reads: it ends
/// when its watch service is closed.
///
/// inotify(7) is a help, not a need: without it (limits reached, events lost) the ticks
/// go on, and a run's last sample closes it.
final class ExitWatcher implements RunObserver, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(ExitWatcher.class);

	private static final String CGROUP_EVENTS = "cgroup.events";

	private static final String MEMORY_EVENTS = "memory.events";

	private static final List<String> LIMITS = List.of("cpu.max", "memory.max", "pids.max");

	private final TimeSource time;

	private final SampleClock clock;

	private final ExitMetrics metrics;

	private final WatchService service;

	private final Map<WatchKey, TrackedRun> scopes = new ConcurrentHashMap<>();

	private final Map<TrackedRun, WatchKey> keys = new ConcurrentHashMap<>();

	private final SliceWatches slices;

	private final MemoryEventPace memoryEvents;

	private final Work work;

	private final Thread thread;

	private final Moment moment = new Moment();

	private final List<TrackedRun> exited = new ArrayList<>();

	private final List<TrackedRun> limitsChanged = new ArrayList<>();

	private volatile boolean stopped;

	private volatile boolean told;

	/// What is done off the exit path.
	interface Work {

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
		this.service = FileSystems.getDefault().newWatchService();
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
		Path directory = run.directory();
		if (directory == null) {
			return;
		}
		WatchKey key = register(directory, StandardWatchEventKinds.ENTRY_MODIFY);
		if (key != null) {
			this.scopes.put(key, run);
			this.keys.put(run, key);
		}
		recheck(run);
	}

	@Override
	public void closed(TrackedRun run) {
		WatchKey key = this.keys.remove(run);
		if (key != null) {
			this.scopes.remove(key);
			key.cancel();
		}
	}

	/// Looks for the exit of a run without having been told of one.
	void recheck(TrackedRun run) {
		if (run.exit(new Moment())) {
			this.metrics.exitRead();
			this.work.exited(run);
		}
	}

	private @Nullable WatchKey watchDirectory(Path directory) {
		return register(directory, StandardWatchEventKinds.ENTRY_CREATE);
	}

	private @Nullable WatchKey register(Path directory, WatchEvent.Kind<?> kind) {
		try {
			return directory.register(this.service, kind);
		}
		catch (IOException ex) {
			if (!Files.exists(directory)) {
				return null;
			}
			this.metrics.watchFailed();
			if (!this.told) {
				this.told = true;
				logger.warn("Can't watch {}: {}. Exits there are not noticed at once: the last sample closes a run. "
						+ "More of these are only counted.", directory, ex.getMessage());
			}
			return null;
		}
		catch (ClosedWatchServiceException ex) {
			return null;
		}
	}

	private void run() {
		try {
			while (!this.stopped) {
				WatchKey key = next();
				while (key != null) {
					handle(key);
					key = this.service.poll();
				}
				afterwards();
			}
		}
		catch (ClosedWatchServiceException ex) {
			// stopped
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			logger.error("The exit watcher was interrupted and is over: the last sample closes a run from now on");
		}
	}

	private @Nullable WatchKey next() throws InterruptedException {
		long dueNanos = this.memoryEvents.dueInNanos(this.time.nanos());
		return (dueNanos == Long.MAX_VALUE) ? this.service.take()
				: this.service.poll(Math.max(1, dueNanos), TimeUnit.NANOSECONDS);
	}

	private void handle(WatchKey key) {
		TrackedRun run = this.scopes.get(key);
		try {
			if (run == null) {
				this.slices.changed(key);
				return;
			}
			scopeChanged(key, run);
		}
		catch (RuntimeException ex) {
			// what one run throws must not cost the others their exits
			this.metrics.exitFailed();
			logger.warn("The exit watcher could not handle an event", ex);
		}
	}

	private void scopeChanged(WatchKey key, TrackedRun run) {
		boolean exitPossible = false;
		boolean memory = false;
		boolean limits = false;
		for (WatchEvent<?> event : key.pollEvents()) {
			if (event.kind().equals(StandardWatchEventKinds.OVERFLOW)) {
				this.metrics.overflow();
				exitPossible = true;
				memory = true;
				this.slices.relist();
				continue;
			}
			String file = String.valueOf(event.context());
			exitPossible |= file.equals(CGROUP_EVENTS);
			memory |= file.equals(MEMORY_EVENTS);
			limits |= LIMITS.contains(file);
		}
		if (exitPossible && run.exit(this.moment)) {
			this.exited.add(run);
			this.metrics.exitRead();
		}
		if (memory && this.memoryEvents.event(run, this.time.nanos())) {
			readMemoryEvents(run);
		}
		if (limits) {
			this.limitsChanged.add(run);
		}
		if (!key.reset()) {
			this.scopes.remove(key);
		}
	}

	private void readMemoryEvents(TrackedRun run) {
		run.memoryEvents(this.moment, this.clock.stamp(this.time.nanos()));
	}

	/// No event is pending: everything that could wait is done now.
	private void afterwards() {
		for (TrackedRun run : this.exited) {
			this.work.exited(run);
		}
		this.exited.clear();
		this.memoryEvents.due(this.time.nanos()).forEach(this::readMemoryEvents);
		if (this.slices.hasChanged()) {
			this.work.slicesChanged();
		}
		for (TrackedRun run : this.limitsChanged) {
			this.work.limitsChanged(run);
		}
		this.limitsChanged.clear();
	}

	@Override
	public void close() {
		this.stopped = true;
		try {
			this.service.close();
		}
		catch (IOException ex) {
			logger.debug("The watch service did not close", ex);
		}
		try {
			this.thread.join(Duration.ofSeconds(5));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
