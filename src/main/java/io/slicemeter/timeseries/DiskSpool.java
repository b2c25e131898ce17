package io.slicemeter.timeseries;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/// A spool on local disk. Samples are blocks, one of each append; what was written to the
/// database stays for a while, to be written again after a lost connection. Of the
/// catalogue the newest row of each key stays as long as it lives.
final class DiskSpool implements Spool, AutoCloseable {

	/// The last block that is in the database.
	static final String WRITTEN_TO = "written-to";

	/// When [#WRITTEN_TO] was kept.
	static final String KEPT_AT = "kept-at";

	/// The newest samples of the runs that are open.
	static final String NEWEST = "newest";

	private static final Log logger = LogFactory.getLog(DiskSpool.class);

	/// How much may wait for a sync. Bounds the log, which has to fit into the reserve.
	private static final long UNSYNCED_BYTES = 2 << 20;

	private final ReentrantLock lock = new ReentrantLock();

	private final SpoolFile file;

	private final Reserve reserve;

	private final SpooledCatalogue catalogue;

	private final SpooledBlocks blocks;

	private final NewestSamples newest;

	private final long maxBytes;

	private final Duration keep;

	private final Lost lost;

	/// The last block of the batch that is being written.
	private long given;

	private boolean full;

	/// For those who must not wait for the disk.
	private volatile Level level;

	/// Is told of samples that no database will ever see.
	interface Lost {

		/// The spool was full: the oldest had to go.
		void full(int samples);

		/// Samples can't be read: damaged, or of a newer version.
		void unreadable(int samples);

	}

	/// How much is in the spool.
	private record Level(int depth, long bytes, long oldestUsec) {
	}

	/// @param maxBytes how much samples may take
	/// @param keep how long what was written is kept
	DiskSpool(SpoolFile file, Reserve reserve, SpooledCatalogue catalogue, SpooledBlocks blocks, NewestSamples newest,
			long maxBytes, Duration keep, Lost lost) {
		this.file = file;
		this.reserve = reserve;
		this.catalogue = catalogue;
		this.blocks = blocks;
		this.newest = newest;
		this.maxBytes = maxBytes;
		this.keep = keep;
		this.lost = lost;
		this.level = levelNow();
		reserve.hold();
	}

	@Override
	public void append(List<? extends Sample> samples, Collection<CatalogueRow> rows) {
		byte[] content = samples.isEmpty() ? null : SampleCodec.encode(samples);
		long oldestUsec = samples.isEmpty() ? 0 : EpochMicros.of(samples.getFirst().at());
		locked("written", () -> {
			// also if the disk is full: the writer may still bring them to the database
			this.catalogue.take(rows);
			List<CatalogueRow> unsaved = this.catalogue.unsaved();
			SpoolFile.Block block = withRoom(() -> this.file.append(samples.size(), oldestUsec, content,
					unsaved.stream().map(CatalogueCodec::encode).toList()));
			this.catalogue.saved(unsaved);
			this.newest.take(samples);
			this.newest.over(unsaved);
			if (block != null) {
				this.blocks.add(block);
			}
			dropSurplus();
			if (this.file.unsyncedBytes() > UNSYNCED_BYTES) {
				this.file.sync();
			}
			return null;
		});
	}

	/// Does what needs room on the disk. If there is none, what is in the database
	/// already
	/// goes first: for the writing that this takes the reserve is given up for a moment.
	private <T extends @Nullable Object> T withRoom(Work<T> work) throws SQLException {
		try {
			T result = work.run();
			this.reserve.hold();
			return result;
		}
		catch (SQLException ex) {
			long written = this.blocks.writtenBefore(Duration.ZERO);
			if (!SpoolFile.isFull(ex) || this.blocks.isForgotten(written)) {
				throw ex;
			}
			this.reserve.release();
			try {
				forget(written, List.of());
				this.file.shrink();
				this.file.sync();
				return work.run();
			}
			finally {
				this.reserve.hold();
			}
		}
	}

	private void dropSurplus() throws SQLException {
		long surplus = this.blocks.surplus(this.maxBytes);
		int samples = (surplus > 0) ? forget(surplus, List.of()) : 0;
		if (samples > 0) {
			this.lost.full(samples);
			if (!this.full) {
				logger
					.warn("The spool is full (%,d bytes): its oldest samples are dropped until the database takes some"
						.formatted(this.maxBytes));
			}
		}
		this.full = samples > 0 || (this.full && this.blocks.bytes() > this.maxBytes / 2);
	}

	private int forget(long upTo, List<CatalogueRow.Key> over) throws SQLException {
		this.file.forget(upTo, over.stream().map(CatalogueRow.Key::text).toList());
		this.catalogue.forget(over);
		return this.blocks.forget(upTo);
	}

	@Override
	public Batch next(int samples) {
		return locked("read", () -> {
			List<CatalogueRow> rows = this.catalogue.due();
			List<Sample> oldest = new ArrayList<>();
			this.given = 0;
			// the catalogue comes before the samples that need it
			if (!this.catalogue.isMoreDue(rows)) {
				for (SpoolFile.Block block : this.blocks.next(samples)) {
					oldest.addAll(read(block));
					this.given = block.number();
				}
			}
			return new Batch(rows, oldest);
		});
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
		locked("written", () -> {
			this.blocks.written(this.given);
			this.catalogue.written(batch.catalogue());
			return null;
		});
	}

	@Override
	public void rewind() {
		locked("read", () -> {
			this.given = 0;
			this.blocks.rewind();
			this.catalogue.rewind();
			return null;
		});
	}

	@Override
	public void forgetWritten() {
		locked("written", () -> {
			long upTo = this.blocks.writtenBefore(this.keep);
			List<CatalogueRow.Key> over = this.catalogue.over();
			if (!this.blocks.isForgotten(upTo) || !over.isEmpty()) {
				withRoom(() -> forget(upTo, over));
			}
			return null;
		});
	}

	@Override
	public void sync() {
		locked("synced", () -> {
			this.newest.over(this.catalogue.rows());
			Map<String, byte[]> states = new LinkedHashMap<>();
			states.put(WRITTEN_TO, number(this.blocks.writtenTo()));
			states.put(KEPT_AT, number(System.currentTimeMillis()));
			if (this.newest.changed()) {
				states.put(NEWEST, this.newest.encoded());
			}
			return withRoom(() -> {
				this.file.keep(states);
				this.file.sync();
				return null;
			});
		});
	}

	static byte[] number(long number) {
		return Long.toString(number).getBytes(StandardCharsets.US_ASCII);
	}

	static long number(byte @Nullable [] kept) {
		return (kept != null) ? Long.parseLong(new String(kept, StandardCharsets.US_ASCII)) : 0;
	}

	@Override
	public int depth() {
		return this.level.depth();
	}

	@Override
	public @Nullable Instant oldest() {
		long oldestUsec = this.level.oldestUsec();
		return (oldestUsec >= 0) ? EpochMicros.toInstant(oldestUsec) : null;
	}

	@Override
	public long bytes() {
		return this.level.bytes();
	}

	private Level levelNow() {
		return new Level(this.blocks.waiting(), this.blocks.bytes(), this.blocks.oldestUsec());
	}

	@Override
	public void close() throws SQLException {
		this.lock.lock();
		try {
			sync();
		}
		catch (SpoolException ex) {
			logger.warn("At the stop " + ex.getMessage());
		}
		finally {
			this.file.close();
			this.lock.unlock();
		}
	}

	private <T extends @Nullable Object> T locked(String what, Work<T> work) {
		this.lock.lock();
		try {
			return work.run();
		}
		catch (SQLException ex) {
			throw new SpoolException("the spool can't be %s: %s".formatted(what, ex.getMessage()), ex);
		}
		finally {
			this.level = levelNow();
			this.lock.unlock();
		}
	}

	private interface Work<T extends @Nullable Object> {

		T run() throws SQLException;

	}

}
