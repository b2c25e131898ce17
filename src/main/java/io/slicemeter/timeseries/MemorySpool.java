package io.slicemeter.timeseries;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/// A spool in memory: samples in a bounded queue, of the catalogue the newest row of each
/// key, unbounded. Locks are held for as long as it takes to copy references, never over
/// input or output.
final class MemorySpool implements Spool {

	private static final Log logger = LogFactory.getLog(MemorySpool.class);

	private final ReentrantLock lock = new ReentrantLock();

	private final Deque<Sample> samples = new ArrayDeque<>();

	private final Map<CatalogueRow.Key, CatalogueRow> catalogue = new LinkedHashMap<>();

	private final int capacity;

	private long droppedInARow;

	MemorySpool(int capacity) {
		this.capacity = capacity;
	}

	@Override
	public int append(List<? extends Sample> samples) {
		this.lock.lock();
		try {
			int taken = Math.min(samples.size(), this.capacity - this.samples.size());
			this.samples.addAll((taken == samples.size()) ? samples : samples.subList(0, taken));
			int dropped = samples.size() - taken;
			noteDropped(dropped, taken);
			return dropped;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void noteDropped(int dropped, int taken) {
		if (dropped > 0 && this.droppedInARow == 0) {
			logger.warn("The queue to the database is full (%d samples): newer samples are dropped until it drains"
				.formatted(this.capacity));
		}
		if (dropped == 0 && taken > 0 && this.droppedInARow > 0) {
			logger.info("The queue to the database takes samples again; %d were dropped".formatted(this.droppedInARow));
			this.droppedInARow = 0;
		}
		this.droppedInARow += dropped;
	}

	@Override
	public void record(CatalogueRow row) {
		this.lock.lock();
		try {
			this.catalogue.merge(row.key(), row, (old, added) -> (added.revision() > old.revision()) ? added : old);
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public Batch next(int samples) {
		this.lock.lock();
		try {
			List<Sample> oldest = new ArrayList<>(Math.min(samples, this.samples.size()));
			Iterator<Sample> iterator = this.samples.iterator();
			while (oldest.size() < samples && iterator.hasNext()) {
				oldest.add(iterator.next());
			}
			return new Batch(List.copyOf(this.catalogue.values()), oldest);
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void commit(Batch batch) {
		this.lock.lock();
		try {
			batch.samples().forEach((sample) -> this.samples.removeFirst());
			// a newer revision that came meanwhile stays
			batch.catalogue().forEach((row) -> this.catalogue.remove(row.key(), row));
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public int depth() {
		this.lock.lock();
		try {
			return this.samples.size();
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public @Nullable Instant oldest() {
		this.lock.lock();
		try {
			Sample first = this.samples.peekFirst();
			return (first != null) ? first.at() : null;
		}
		finally {
			this.lock.unlock();
		}
	}

}
