package io.slicemeter.sampling;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads the networks of exited runs until their interface is gone, as the kernel still
/// sends what a dead process had buffered: every 5 ms, at most for 200 ms. The last value
/// counts.
///
/// Its thread is never interrupted, since it reads channels.
final class NetworkTail implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(NetworkTail.class);

	private static final long PERIOD_MILLIS = 5;

	private static final long LONGEST_NANOS = Duration.ofMillis(200).toNanos();

	private final TimeSource time;

	private final Consumer<TrackedRun> finish;

	private final LinkedBlockingQueue<Tail> arriving = new LinkedBlockingQueue<>();

	private final List<Tail> tails = new ArrayList<>();

	private final Moment scratch = new Moment();

	private final Thread thread;

	private volatile boolean stopped;

	/// @param run whose network is read on; null to wake the thread
	private record Tail(@Nullable TrackedRun run, long untilNanos) {
	}

	NetworkTail(TimeSource time, Consumer<TrackedRun> finish) {
		this.time = time;
		this.finish = finish;
		this.thread = new Thread(this::run, "slicemeter-network-tail");
		this.thread.setDaemon(true);
	}

	void start() {
		this.thread.start();
	}

	void add(TrackedRun run) {
		this.arriving.add(new Tail(run, this.time.nanos() + LONGEST_NANOS));
	}

	private void run() {
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
			boolean more = run.readNetworkAgain(this.scratch) && this.time.nanos() - tail.untilNanos() < 0;
			if (!more) {
				tails.remove();
				try {
					this.finish.accept(run);
				}
				catch (RuntimeException ex) {
					logger.warn("Run {} could not be closed", run.key(), ex);
				}
			}
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
