package io.slicemeter.timeseries;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import io.slicemeter.runner.HostRecord;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.runner.SliceRecord;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;

/// Takes everything in memory and hands it over to the spool on a thread of its own, so
/// that nobody who meters waits for a disk. While the disk takes nothing, samples wait
/// here, as many as fit, and rows of the catalogue, the newest of each key.
final class HandOver implements Intake, SmartLifecycle {

	/// Stops after those who meter, whose phase is higher, and before the writer.
	private static final int PHASE = Writer.PHASE + 100;

	private static final Log logger = LogFactory.getLog(HandOver.class);

	/// How many samples make one block of the spool at most.
	private static final int BLOCK = 1_000;

	private static final Duration RETRY = Duration.ofSeconds(1);

	private final Spool spool;

	private final int capacity;

	private final Duration syncInterval;

	private final WriterMetrics metrics;

	private final ReentrantLock lock = new ReentrantLock();

	private final Semaphore wake = new Semaphore(0);

	private List<Sample> samples = new ArrayList<>();

	private Map<CatalogueRow.Key, CatalogueRow> rows = new LinkedHashMap<>();

	private boolean overflowing;

	private long syncedNanos = System.nanoTime();

	private volatile @Nullable String failure;

	private volatile @Nullable Thread thread;

	private volatile boolean stopping;

	HandOver(Spool spool, int capacity, Duration syncInterval, WriterMetrics metrics) {
		this.spool = spool;
		this.capacity = capacity;
		this.syncInterval = syncInterval;
		this.metrics = metrics;
	}

	@Override
	public int append(List<? extends Sample> samples) {
		int dropped;
		this.lock.lock();
		try {
			int taken = Math.min(samples.size(), this.capacity - this.samples.size());
			this.samples.addAll(samples.subList(0, taken));
			dropped = samples.size() - taken;
			if (dropped > 0 && !this.overflowing) {
				logger.warn("%d samples wait for the disk, and no more fit: newer ones are dropped until it takes some"
					.formatted(this.capacity));
			}
			this.overflowing = dropped > 0;
		}
		finally {
			this.lock.unlock();
		}
		this.metrics.overflowed(dropped);
		this.wake.release();
		return dropped;
	}

	@Override
	public void record(HostRecord host) {
		take(new CatalogueRow.OfHost(host, System.nanoTime()));
	}

	@Override
	public void record(SliceRecord slice) {
		take(new CatalogueRow.OfSlice(slice));
	}

	@Override
	public void record(RunRecord run) {
		take(new CatalogueRow.OfRun(run));
	}

	private void take(CatalogueRow row) {
		this.lock.lock();
		try {
			this.rows.merge(row.key(), row, (old, added) -> (added.revision() > old.revision()) ? added : old);
		}
		finally {
			this.lock.unlock();
		}
		this.wake.release();
	}

	/// How many samples wait for the disk.
	int waiting() {
		this.lock.lock();
		try {
			return this.samples.size();
		}
		finally {
			this.lock.unlock();
		}
	}

	/// Why the disk takes nothing; null while all is well.
	@Nullable String failure() {
		return this.failure;
	}

	@Override
	public synchronized void start() {
		if (this.thread == null) {
			this.stopping = false;
			Thread thread = new Thread(this::run, "slicemeter-spool");
			thread.setDaemon(true);
			this.thread = thread;
			thread.start();
		}
	}

	@Override
	public synchronized void stop() {
		Thread thread = this.thread;
		if (thread == null) {
			return;
		}
		this.stopping = true;
		this.wake.release();
		try {
			thread.join();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		this.thread = null;
	}

	@Override
	public boolean isRunning() {
		return this.thread != null;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

	private void run() {
		boolean last = false;
		while (!last) {
			// read before handing over: what came in before the stop is kept
			last = this.stopping;
			Duration pause = last ? Duration.ZERO : untilSync();
			try {
				handOver();
				lookAfter(last);
				succeeded();
			}
			catch (RuntimeException ex) {
				failed(ex);
				pause = RETRY;
			}
			if (!last) {
				pause(pause);
			}
		}
	}

	private void handOver() {
		List<Sample> samples;
		Map<CatalogueRow.Key, CatalogueRow> rows;
		this.lock.lock();
		try {
			samples = List.copyOf(this.samples);
			rows = this.rows;
			this.rows = new LinkedHashMap<>();
		}
		finally {
			this.lock.unlock();
		}
		int taken = 0;
		try {
			do {
				List<Sample> block = samples.subList(taken, Math.min(taken + BLOCK, samples.size()));
				if (!block.isEmpty() || !rows.isEmpty()) {
					this.spool.append(block, rows.values());
				}
				taken += block.size();
				rows = Map.of();
			}
			while (taken < samples.size());
		}
		finally {
			settle(taken, rows);
		}
	}

	/// Forgets what the spool has, and keeps what it did not take.
	private void settle(int taken, Map<CatalogueRow.Key, CatalogueRow> refused) {
		this.lock.lock();
		try {
			this.samples = new ArrayList<>(this.samples.subList(taken, this.samples.size()));
			refused.forEach((key, row) -> this.rows.merge(key, row,
					(newer, old) -> (newer.revision() >= old.revision()) ? newer : old));
		}
		finally {
			this.lock.unlock();
		}
	}

	private void lookAfter(boolean last) {
		if (last || untilSync().isZero()) {
			this.syncedNanos = System.nanoTime();
			this.spool.forgetWritten();
			this.spool.sync();
		}
	}

	private Duration untilSync() {
		Duration left = this.syncInterval.minusNanos(System.nanoTime() - this.syncedNanos);
		return left.isNegative() ? Duration.ZERO : left;
	}

	private void succeeded() {
		if (this.failure != null) {
			this.failure = null;
			logger.info("The spool takes samples again");
		}
	}

	private void failed(RuntimeException ex) {
		this.metrics.spoolFailed();
		if (this.failure == null) {
			logger.error("Samples wait in memory: " + ex.getMessage(), (ex instanceof SpoolException) ? null : ex);
		}
		this.failure = String.valueOf(ex.getMessage());
	}

	private void pause(Duration pause) {
		try {
			boolean _ = this.wake.tryAcquire(Math.max(1, pause.toMillis()), TimeUnit.MILLISECONDS);
			this.wake.drainPermits();
		}
		catch (InterruptedException ex) {
			// nobody interrupts it: stop() is seen by its flag
			logger.debug("Interrupted", ex);
		}
	}

}
