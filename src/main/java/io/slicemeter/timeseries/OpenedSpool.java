package io.slicemeter.timeseries;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// The spool as the last process left it.
///
/// @param spool the spool
/// @param leftOpen the runs that were open then, with their newest samples
record OpenedSpool(DiskSpool spool, List<OpenRun> leftOpen) implements AutoCloseable {

	/// @throws SpoolUnusableException if the directory can't be used
	static OpenedSpool open(Path directory, SpoolProperties properties, DiskSpool.Lost lost) {
		SpoolFile file = SpoolDirectory.open(directory);
		try {
			SpooledCatalogue catalogue = new SpooledCatalogue(properties.keep(), properties.resendInterval());
			List<CatalogueRow> rows = rows(file);
			catalogue.take(rows);
			List<OpenRun> leftOpen = RememberedRuns.of(rows, file);
			return new OpenedSpool(
					new DiskSpool(file, catalogue, properties.maxBytes().toBytes(), properties.keep(), lost), leftOpen);
		}
		catch (SQLException ex) {
			throw new SpoolUnusableException("The spool in %s can't be read: %s".formatted(directory, ex.getMessage()),
					"Move its files away: what waits in it for the database is lost then.", ex);
		}
	}

	/// Without the host's: the agent tells the host anew at once, and how long an old row
	/// waited is not known, which would look like a wrong clock.
	private static List<CatalogueRow> rows(SpoolFile file) throws SQLException {
		List<CatalogueRow> rows = new ArrayList<>();
		for (SpoolFile.Row row : file.catalogue()) {
			CatalogueCodec.decode(row).filter((read) -> !(read instanceof CatalogueRow.OfHost)).ifPresent(rows::add);
		}
		return rows;
	}

	@Override
	public void close() throws SQLException {
		this.spool.close();
	}

}
