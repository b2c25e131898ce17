package io.slicemeter.sampling;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import io.slicemeter.cgroup.CgroupRoot;
import io.slicemeter.cgroup.ContainerCgroup;
import io.slicemeter.cgroup.Urgency;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.timeseries.Intake;
import io.slicemeter.timeseries.RunSample;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What the exit watcher leaves for later: reading runs to their very end, handing over
/// closing rows, telling the tracker, opening new runs.
final class ExitWork implements ExitWatcher.Work, SliceWatches.Appearances, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(ExitWork.class);

	private static final long NETWORK_PERIOD_MILLIS = 20;

	private static final Duration NETWORK_WITHIN = Duration.ofSeconds(5);

	private final CgroupSource source;

	private final CgroupRoot root;

	private final Tracker tracker;

	private final Intake intake;

	private final SliceMeters slices;

	private final ExitMetrics metrics;

	private final TimeSource time;

	private final ExitTail tail;

	private final Queue<TrackedRun> withoutNetwork = new ConcurrentLinkedQueue<>();

	private final Queue<TrackedRun> limitsChanged = new ConcurrentLinkedQueue<>();

	/// Runs that were read to their very end, and are to be closed.
	private final Queue<TrackedRun> finished = new ConcurrentLinkedQueue<>();

	/// Opens what appears and does whatever else needs the tracker's lock, so that
	/// neither the exit path nor the tail ever waits for it.
	private final Thread thread;

	private final Semaphore wake = new Semaphore(0);

	private volatile boolean stopped;

	private Runnable catchUp = () -> {
	};

	ExitWork(CgroupSource source, Tracker tracker, Intake intake, SliceMeters slices, ExitMetrics metrics,
			TimeSource time) {
		this.source = source;
		this.root = source.root();
		this.tracker = tracker;
		this.intake = intake;
		this.slices = slices;
		this.metrics = metrics;
		this.time = time;
		this.tail = new ExitTail(time, this::readToTheEnd);
		this.thread = new Thread(this::run, "slicemeter-appearances");
		this.thread.setDaemon(true);
	}

	/// @param catchUp lists the slices that changed
	void start(Runnable catchUp) {
		this.catchUp = catchUp;
		this.tail.start();
		this.thread.start();
	}

	@Override
	public void started(Urgency urgency) {
		switch (urgency) {
			case REAL_TIME, PREFERRED -> logger.info("Exits are watched for with {} priority",
					(urgency == Urgency.REAL_TIME) ? "real-time" : "raised");
			case ORDINARY -> logger.info("Exits are watched for with ordinary priority: on a busy host some are seen "
					+ "too late. LimitRTPRIO=1 in the service's unit, or CAP_SYS_NICE, gives real-time priority.");
		}
	}

	@Override
	public void slicesChanged() {
		this.wake.release();
	}

	private void run() {
		while (!this.stopped || !this.finished.isEmpty()) {
			try {
				if (this.withoutNetwork.isEmpty()) {
					this.wake.acquire();
				}
				else {
					// whether a change woke it or the time came, both are looked after
					boolean _ = this.wake.tryAcquire(NETWORK_PERIOD_MILLIS, TimeUnit.MILLISECONDS);
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return;
			}
			this.wake.drainPermits();
			try {
				finish();
				if (!this.stopped) {
					this.catchUp.run();
					openNetworks();
					readLimits();
				}
			}
			catch (RuntimeException ex) {
				this.metrics.exitFailed();
				logger.warn("Cgroups that appeared could not be opened; the next reconcile tries again", ex);
			}
		}
	}

	@Override
	public void exited(TrackedRun run) {
		this.tail.add(run);
	}

	private void readToTheEnd(TrackedRun run) {
		this.finished.add(run);
		this.wake.release();
	}

	private void finish() {
		for (TrackedRun run = this.finished.poll(); run != null; run = this.finished.poll()) {
			try {
				close(run);
			}
			catch (RuntimeException ex) {
				this.metrics.exitFailed();
				logger.warn("Run {} could not be closed", run.key(), ex);
			}
		}
	}

	private void close(TrackedRun run) {
		try {
			RunSample closing = run.closingSample();
			if (closing != null) {
				this.intake.append(List.of(closing));
				this.slices.ended(run);
			}
		}
		finally {
			// whatever was thrown: it is over, and its files go
			this.tracker.exited(run);
		}
	}

	/// Whether runs are still read to their ends.
	boolean isAlive() {
		return this.thread.isAlive() && this.tail.isAlive();
	}

	@Override
	public void limitsChanged(TrackedRun run) {
		this.limitsChanged.add(run);
		this.wake.release();
	}

	private void readLimits() {
		for (TrackedRun run = this.limitsChanged.poll(); run != null; run = this.limitsChanged.poll()) {
			this.tracker.limitsChanged(run);
		}
	}

	@Override
	public void appeared(ContainerId container, Path directory, boolean startSeen) {
		this.root.cgroupAt(directory).ifPresent((cgroup) -> appeared(container, cgroup, startSeen));
	}

	private void appeared(ContainerId container, ContainerCgroup cgroup, boolean startSeen) {
		TrackedRun run = this.tracker.appeared(this.source.lifetime(container, cgroup), container, startSeen);
		if (run != null) {
			this.withoutNetwork.add(run);
			// the Engine's thread may have seen it, while ours sleeps
			this.wake.release();
		}
	}

	/// Networks are opened by a process of the scope as long as the Engine has not told
	/// the container's: at first that process is still in the host's namespace.
	private void openNetworks() {
		Iterator<TrackedRun> runs = this.withoutNetwork.iterator();
		while (runs.hasNext()) {
			TrackedRun run = runs.next();
			Path directory = run.directory();
			boolean late = run.appearedAt().plus(NETWORK_WITHIN).isBefore(this.time.wall());
			if (directory == null || run.totals() != null || late || run.openNetwork(this.root.processOf(directory))) {
				runs.remove();
			}
		}
	}

	@Override
	public void close() {
		this.tail.close();
		this.stopped = true;
		this.wake.release();
		try {
			this.thread.join(Duration.ofSeconds(2));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
