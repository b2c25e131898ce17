package io.slicemeter.timeseries;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/// A spool on local disk. Samples are blocks, one of each append; what was written to the
/// database stays for a while, to be written again after a lost connection. Of the
/// catalogue the newest row of each key stays as long as it lives.
final class DiskSpool implements Spool, AutoCloseable {

	private static final Log logger = LogFactory.getLog(DiskSpool.class);

	private final ReentrantLock lock = new ReentrantLock();

	private final SpoolFile file;

	private final SpooledCatalogue catalogue;

	private final long maxBytes;

	private final Duration keep;

	private final Lost lost;

	/// All that are in the file, oldest first.
	private final Deque<SpoolFile.Block> blocks;

	/// When blocks were written to the database: each entry all up to its number.
	private final Deque<Written> written = new ArrayDeque<>();

	/// The last block that was written to the database.
	private long position;

	/// The last block of the batch that is being written.
	private long given;

	private long bytes;

	private int waiting;

	private boolean full;

	/// Is told of samples that no database will ever see.
	interface Lost {

		/// The spool was full: the oldest had to go.
		void full(int samples);

		/// Samples can't be read: damaged, or of a newer version.
		void unreadable(int samples);

	}

	/// @param number all blocks up to this one
	/// @param nanos when
	private record Written(long number, long nanos) {
	}

	DiskSpool(SpoolFile file, SpooledCatalogue catalogue, long maxBytes, Duration keep, Lost lost) throws SQLException {
		this.file = file;
		this.catalogue = catalogue;
		this.maxBytes = maxBytes;
		this.keep = keep;
		this.lost = lost;
		this.blocks = file.blocks();
		this.blocks.forEach((block) -> {
			this.bytes += block.bytes();
			this.waiting += block.samples();
		});
	}

	@Override
	public void append(List<? extends Sample> samples, Collection<CatalogueRow> rows) {
		byte[] content = samples.isEmpty() ? null : SampleCodec.encode(samples);
		long oldestUsec = samples.isEmpty() ? 0 : EpochMicros.of(samples.getFirst().at());
		this.lock.lock();
		try {
			List<CatalogueRow> newer = this.catalogue.newer(rows);
			SpoolFile.Block block = this.file.append(samples.size(), oldestUsec, content,
					newer.stream().map(CatalogueCodec::encode).toList());
			this.catalogue.take(newer);
			if (block != null) {
				this.blocks.add(block);
				this.bytes += block.bytes();
				this.waiting += block.samples();
			}
			makeRoom();
		}
		catch (SQLException ex) {
			throw new SpoolException("the spool can't be written: " + ex.getMessage(), ex);
		}
		finally {
			this.lock.unlock();
		}
	}

	private void makeRoom() throws SQLException {
		int samples = 0;
		while (this.bytes > this.maxBytes && this.blocks.size() > 1) {
			samples += remove(this.blocks.getFirst());
		}
		if (samples > 0) {
			this.lost.full(samples);
			if (!this.full) {
				logger
					.warn("The spool is full (%,d bytes): its oldest samples are dropped until the database takes some"
						.formatted(this.maxBytes));
			}
		}
		this.full = samples > 0 || (this.full && this.bytes > this.maxBytes / 2);
	}

	/// @return how many samples that waited are gone with it
	private int remove(SpoolFile.Block block) throws SQLException {
		this.file.forget(block.number(), List.of());
		this.blocks.remove(block);
		this.bytes -= block.bytes();
		if (block.number() <= this.position) {
			return 0;
		}
		this.position = block.number();
		this.waiting -= block.samples();
		return block.samples();
	}

	@Override
	public Batch next(int samples) {
		this.lock.lock();
		try {
			List<Sample> oldest = new ArrayList<>();
			this.given = this.position;
			for (SpoolFile.Block block : this.blocks) {
				if (block.number() > this.position) {
					if (oldest.size() >= samples) {
						break;
					}
					oldest.addAll(read(block));
					this.given = block.number();
				}
			}
			return new Batch(this.catalogue.due(), oldest);
		}
		catch (SQLException ex) {
			throw new SpoolException("the spool can't be read: " + ex.getMessage(), ex);
		}
		finally {
			this.lock.unlock();
		}
	}

	private List<Sample> read(SpoolFile.Block block) throws SQLException {
		byte[] content = this.file.content(block.number());
		try {
			return (content != null) ? SampleCodec.decode(content) : List.of();
		}
		catch (IOException | RuntimeException ex) {
			this.lost.unreadable(block.samples());
			logger.warn("%d samples of the spool can't be read, and are left out: %s".formatted(block.samples(), ex));
			return List.of();
		}
	}

	@Override
	public void commit(Batch batch) {
		this.lock.lock();
		try {
			for (SpoolFile.Block block : this.blocks) {
				if (block.number() > this.given) {
					break;
				}
				this.waiting -= (block.number() > this.position) ? block.samples() : 0;
			}
			if (this.given > this.position) {
				this.position = this.given;
				this.written.add(new Written(this.position, System.nanoTime()));
			}
			this.catalogue.written(batch.catalogue());
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void rewind() {
		this.lock.lock();
		try {
			this.position = this.blocks.isEmpty() ? this.position : this.blocks.getFirst().number() - 1;
			this.given = this.position;
			this.waiting = this.blocks.stream().mapToInt(SpoolFile.Block::samples).sum();
			this.written.clear();
			this.catalogue.rewind();
		}
		finally {
			this.lock.unlock();
		}
	}

	/// Forgets what was written long enough ago.
	void forgetWritten() {
		this.lock.lock();
		try {
			long before = System.nanoTime() - this.keep.toNanos();
			long upTo = 0;
			while (!this.written.isEmpty() && this.written.getFirst().nanos() - before <= 0) {
				upTo = this.written.removeFirst().number();
			}
			List<CatalogueRow.Key> over = this.catalogue.over();
			if (upTo == 0 && over.isEmpty()) {
				return;
			}
			this.file.forget(upTo, over.stream().map(CatalogueRow.Key::text).toList());
			while (!this.blocks.isEmpty() && this.blocks.getFirst().number() <= upTo) {
				this.bytes -= this.blocks.removeFirst().bytes();
			}
			this.catalogue.forget(over);
		}
		catch (SQLException ex) {
			throw new SpoolException("the spool can't be written: " + ex.getMessage(), ex);
		}
		finally {
			this.lock.unlock();
		}
	}

	/// Makes everything that was taken in survive a power cut.
	void sync() {
		this.lock.lock();
		try {
			this.file.sync();
		}
		catch (SQLException ex) {
			throw new SpoolException("the spool can't be synced: " + ex.getMessage(), ex);
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public int depth() {
		this.lock.lock();
		try {
			return this.waiting;
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public @Nullable Instant oldest() {
		this.lock.lock();
		try {
			for (SpoolFile.Block block : this.blocks) {
				if (block.number() > this.position) {
					return EpochMicros.toInstant(block.oldestUsec());
				}
			}
			return null;
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public long bytes() {
		this.lock.lock();
		try {
			return this.bytes;
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void close() throws SQLException {
		this.lock.lock();
		try {
			this.file.sync();
			this.file.close();
		}
		finally {
			this.lock.unlock();
		}
	}

}
