package io.slicemeter.timeseries;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunRecord;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/// The spool as the last process left it.
///
/// @param spool the spool
/// @param leftOpen the runs that were open then, with their newest samples
/// @param newestRevision the highest revision of the catalogue's rows; 0 if there are
/// none
/// @param fresh whether there was nothing: no agent used it before
record OpenedSpool(DiskSpool spool, List<OpenRun> leftOpen, long newestRevision,
		boolean fresh) implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(OpenedSpool.class);

	/// Newest samples are kept at every sync; blocks that came later are among these.
	private static final int NEWEST_BLOCKS = 1_000;

	/// @throws SpoolUnusableException if the directory can't be used
	static OpenedSpool open(Path directory, SpoolProperties properties, DiskSpool.Lost lost) {
		SpoolFile file = SpoolDirectory.open(directory);
		try {
			return read(file, directory, properties, lost);
		}
		catch (SQLException ex) {
			close(file, ex);
			throw new SpoolUnusableException("The spool in %s can't be read: %s".formatted(directory, ex.getMessage()),
					"Move its files away: what waits in it for the database is lost then.", ex);
		}
	}

	private static OpenedSpool read(SpoolFile file, Path directory, SpoolProperties properties, DiskSpool.Lost lost)
			throws SQLException {
		List<CatalogueRow> rows = rows(file);
		Deque<SpoolFile.Block> blocks = file.blocks();
		NewestSamples newest = newest(file, blocks);
		SpooledBlocks spooled = new SpooledBlocks(blocks, DiskSpool.number(file.state(DiskSpool.WRITTEN_TO)));
		Duration since = Duration
			.ofMillis(System.currentTimeMillis() - DiskSpool.number(file.state(DiskSpool.KEPT_AT)));
		if (since.compareTo(properties.keep()) > 0) {
			// what was in the database that long ago is there for good
			file.forget(spooled.writtenTo(), List.of());
			spooled.forget(spooled.writtenTo());
		}
		SpooledCatalogue catalogue = new SpooledCatalogue(properties.keep(), properties.resendInterval());
		// without the host's: the agent tells it anew at once, and how long an old row
		// waited is not known, which would look like a wrong clock
		List<CatalogueRow> kept = rows.stream().filter((row) -> !(row instanceof CatalogueRow.OfHost)).toList();
		catalogue.take(kept);
		catalogue.saved(kept);
		DiskSpool spool = new DiskSpool(file, new Reserve(directory), catalogue, spooled, newest,
				properties.maxBytes().toBytes(), properties.keep(), lost);
		return new OpenedSpool(spool, leftOpen(kept, newest),
				rows.stream().mapToLong(CatalogueRow::revision).max().orElse(0), rows.isEmpty() && blocks.isEmpty());
	}

	private static List<CatalogueRow> rows(SpoolFile file) throws SQLException {
		List<CatalogueRow> rows = new ArrayList<>();
		for (SpoolFile.Row row : file.catalogue()) {
			CatalogueCodec.decode(row)
				.ifPresentOrElse(rows::add,
						() -> logger.warn("The spool's row of %s can't be read".formatted(row.key())));
		}
		return rows;
	}

	private static NewestSamples newest(SpoolFile file, Deque<SpoolFile.Block> blocks) throws SQLException {
		NewestSamples newest = new NewestSamples();
		try {
			newest = NewestSamples.of(file.state(DiskSpool.NEWEST));
		}
		catch (IOException ex) {
			logger.warn("The newest samples of open runs can't be read: %s".formatted(ex.getMessage()));
		}
		Iterator<SpoolFile.Block> backwards = blocks.descendingIterator();
		for (int count = 0; count < NEWEST_BLOCKS && backwards.hasNext(); count++) {
			byte[] content = file.content(backwards.next().number());
			try {
				newest.take((content != null) ? SampleCodec.decode(content) : List.of());
			}
			catch (IOException | RuntimeException ex) {
				logger.debug("The writer tells of what can't be read", ex);
			}
		}
		return newest;
	}

	private static List<OpenRun> leftOpen(List<CatalogueRow> rows, NewestSamples newest) {
		newest.over(rows);
		List<OpenRun> open = new ArrayList<>();
		for (CatalogueRow row : rows) {
			if (row instanceof CatalogueRow.OfRun(RunRecord record) && record.endedAt() == null) {
				RunSample last = newest.of(record.key());
				open.add((last != null) ? new OpenRun(record, last.at(), last.readings())
						: new OpenRun(record, record.startedAt(), new Readings()));
			}
		}
		return open;
	}

	private static void close(SpoolFile file, SQLException reason) {
		try {
			file.close();
		}
		catch (SQLException ex) {
			reason.addSuppressed(ex);
		}
	}

	@Override
	public void close() throws SQLException {
		this.spool.close();
	}

}
