package io.slicemeter.timeseries;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;

/// Drains the spool into the database on a thread of its own: whatever waits, every flush
/// interval, in batches. A batch that fails stays in the spool and is tried again, later
/// and later. Nothing that a batch throws ends the thread.
final class Writer implements SmartLifecycle {

	/// Stops after those who fill the spool, whose phase is higher, and before the web
	/// server: while the last samples are written it still tells of them.
	static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 1000;

	private static final Log logger = LogFactory.getLog(Writer.class);

	private final Spool spool;

	private final Store store;

	private final WriterMetrics metrics;

	private final TimeseriesProperties properties;

	private final BatchSize size;

	private final Backoff backoff = new Backoff(RandomGenerator.getDefault());

	private final Semaphore wake = new Semaphore(0);

	private volatile @Nullable Thread thread;

	private volatile boolean stopping;

	private volatile long stopAtNanos;

	private volatile @Nullable Failure failure;

	Writer(Spool spool, Store store, WriterMetrics metrics, TimeseriesProperties properties) {
		this.spool = spool;
		this.store = store;
		this.metrics = metrics;
		this.properties = properties;
		this.size = new BatchSize(properties.batchSize());
	}

	@Override
	public synchronized void start() {
		if (this.thread != null) {
			return;
		}
		this.stopping = false;
		this.wake.drainPermits();
		Thread thread = new Thread(this::run, "slicemeter-writer");
		thread.setDaemon(true);
		this.thread = thread;
		thread.start();
	}

	@Override
	public synchronized void stop() {
		Thread thread = this.thread;
		if (thread == null) {
			return;
		}
		this.stopAtNanos = System.nanoTime() + this.properties.shutdownGrace().toNanos();
		this.stopping = true;
		this.wake.release();
		try {
			// a statement that hangs ends by its time-out; we don't wait for it
			if (!thread.join(this.properties.shutdownGrace().plusMillis(500))) {
				thread.interrupt();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		this.thread = null;
		int left = this.spool.depth();
		if (left > 0) {
			logger.info("%d samples wait in the spool for the next start".formatted(left));
		}
	}

	@Override
	public boolean isRunning() {
		return this.thread != null;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

	/// Why and since when nothing can be written; null while all is well.
	@Nullable Failure failure() {
		return this.failure;
	}

	private void run() {
		boolean last = false;
		while (!last) {
			// read before draining: what came in before the stop is written
			last = this.stopping;
			Duration pause = this.properties.flushInterval();
			try {
				drain();
			}
			catch (Throwable ex) {
				pause = failed(ex);
				last = overdue();
			}
			if (!last) {
				pause(pause);
			}
		}
	}

	private void drain() {
		Batch batch;
		int wanted;
		do {
			wanted = this.size.samples();
			batch = this.spool.next(wanted);
			if (batch.isEmpty()) {
				this.store.rest();
				return;
			}
			if (this.store.connect()) {
				// it may be another server now, which never got what the last one took
				this.spool.rewind();
				batch = this.spool.next(wanted);
			}
			deliver(batch);
		}
		while ((batch.samples().size() >= wanted || batch.samples().isEmpty()) && !overdue());
	}

	private void deliver(Batch batch) {
		long begun = System.nanoTime();
		List<SetAside> setAside = Delivery.of(batch, this.store, this.properties.lateLimit());
		this.spool.commit(batch);
		Duration time = Duration.ofNanos(System.nanoTime() - begun);
		this.size.written(batch.samples().size(), time);
		this.metrics.delivered(batch.size() - setAside.size(), setAside, time);
		if (!setAside.isEmpty()) {
			logger.warn("%d rows that the database can't take were set aside, among them the %s"
				.formatted(setAside.size(), setAside.getFirst()));
		}
		succeeded();
	}

	private void succeeded() {
		Failure past = this.failure;
		if (past != null) {
			logger.info("The database takes samples again, after %d s"
				.formatted((System.nanoTime() - past.sinceNanos()) / 1_000_000_000));
		}
		this.failure = null;
		this.backoff.reset();
	}

	private Duration failed(Throwable ex) {
		this.metrics.failed();
		if (WriteFault.of(ex) == WriteFault.DATA) {
			this.size.allBad();
		}
		else {
			this.size.failed();
		}
		Failure past = this.failure;
		String message = WriteFault.told(ex);
		if (past == null) {
			logger.warn("The database does not take samples; they are kept and tried again: " + message,
					(WriteFault.sqlException(ex) != null) ? null : ex);
		}
		this.failure = new Failure((past != null) ? past.sinceNanos() : System.nanoTime(), message);
		return this.backoff.afterFailure();
	}

	private void pause(Duration pause) {
		long nanos = pause.toNanos();
		if (this.stopping) {
			nanos = Math.min(nanos, Math.max(this.stopAtNanos - System.nanoTime(), 0));
		}
		try {
			this.wake.tryAcquire(nanos, TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			// the thread is ours alone: only stop() interrupts it, and is seen by its
			// flag
			logger.debug("Interrupted", ex);
		}
	}

	private boolean overdue() {
		return this.stopping && System.nanoTime() - this.stopAtNanos >= 0;
	}

	/// That writing fails.
	///
	/// @param sinceNanos `System.nanoTime()` of the first failure since the last success
	/// @param message what the last one said
	record Failure(long sinceNanos, String message) {

		Duration lasting() {
			return Duration.ofNanos(System.nanoTime() - this.sinceNanos);
		}

	}

}
