package io.slicemeter.sampling;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.slicemeter.cgroup.Urgency;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads exited runs on, until nothing of them is left, since the last process goes on
/// for a little after it was counted out: it takes its way through the kernel on the
/// cgroup's account, and the kernel still sends what it had buffered. So the cgroup is
/// read until it is removed, and the network until its interface is gone: every 5 ms, at
/// most for 200 ms. The last value counts.
///
/// Its thread is never interrupted, since it reads channels. It reads and nothing else:
/// who is told of a run that is read to its end must not let it wait.
final class ExitTail implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(ExitTail.class);

	private static final long PERIOD_MILLIS = 5;

	private static final long LONGEST_NANOS = Duration.ofMillis(200).toNanos();

	private final TimeSource time;

	private final Consumer<TrackedRun> finish;

	private final LinkedBlockingQueue<Tail> arriving = new LinkedBlockingQueue<>();

	private final List<Tail> tails = new ArrayList<>();

	private final Moment scratch = new Moment();

	private final Thread thread;

	private volatile boolean stopped;

	/// @param run that is read on; null to wake the thread
	private record Tail(@Nullable TrackedRun run, long untilNanos) {
	}

	/// @param finish is told of runs that are read to their ends; neither waits nor
	/// throws
	ExitTail(TimeSource time, Consumer<TrackedRun> finish) {
		this.time = time;
		this.finish = finish;
		this.thread = new Thread(this::run, "slicemeter-exit-tail");
		this.thread.setDaemon(true);
	}

	void start() {
		this.thread.start();
	}

	/// Whether it still reads.
	boolean isAlive() {
		return this.thread.isAlive();
	}

	void add(TrackedRun run) {
		this.arriving.add(new Tail(run, this.time.nanos() + LONGEST_NANOS));
	}

	private void run() {
		// as urgent as the watcher: a cgroup that is about to go does not wait
		Urgency.raise();
		while (!this.stopped || !this.tails.isEmpty() || !this.arriving.isEmpty()) {
			try {
				Tail arrived = this.tails.isEmpty() ? this.arriving.take()
						: this.arriving.poll(PERIOD_MILLIS, TimeUnit.MILLISECONDS);
				if (arrived != null) {
					this.tails.add(arrived);
					this.arriving.drainTo(this.tails);
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return;
			}
			readAll();
		}
	}

	private void readAll() {
		Iterator<Tail> tails = this.tails.iterator();
		while (tails.hasNext()) {
			Tail tail = tails.next();
			TrackedRun run = tail.run();
			if (run == null) {
				tails.remove();
				continue;
			}
			boolean more = readOn(run) && this.time.nanos() - tail.untilNanos() < 0;
			if (!more) {
				tails.remove();
				this.finish.accept(run);
			}
		}
	}

	/// What one run throws costs neither it nor the others their ends: what was read so
	/// far counts.
	private boolean readOn(TrackedRun run) {
		try {
			return run.readOn(this.scratch);
		}
		catch (RuntimeException ex) {
			logger.warn("Run {} could not be read to its very end", run.key(), ex);
			return false;
		}
	}

	@Override
	public void close() {
		this.stopped = true;
		this.arriving.add(new Tail(null, 0));
		try {
			this.thread.join(Duration.ofSeconds(2));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
