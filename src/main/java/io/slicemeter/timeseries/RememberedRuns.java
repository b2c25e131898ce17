package io.slicemeter.timeseries;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunRecord;

/// Finds in the spool what an earlier process left open, with the newest sample of each
/// run. The newest blocks hold those: a run is sampled at every tick.
final class RememberedRuns {

	private static final int BLOCKS = 1_000;

	private RememberedRuns() {
	}

	static List<OpenRun> of(List<CatalogueRow> catalogue, SpoolFile file) throws SQLException {
		Map<RunKey, RunRecord> open = new HashMap<>();
		for (CatalogueRow row : catalogue) {
			if (row instanceof CatalogueRow.OfRun run && run.run().endedAt() == null) {
				open.put(run.run().key(), run.run());
			}
		}
		List<OpenRun> found = new ArrayList<>();
		Iterator<SpoolFile.Block> newest = file.blocks().descendingIterator();
		for (int count = 0; count < BLOCKS && newest.hasNext() && !open.isEmpty(); count++) {
			for (RunSample sample : runSamples(file, newest.next()).reversed()) {
				RunRecord record = open.remove(sample.run());
				if (record != null) {
					found.add(new OpenRun(record, sample.at(), sample.readings()));
				}
			}
		}
		open.values().forEach((record) -> found.add(new OpenRun(record, record.startedAt(), new Readings())));
		return found;
	}

	private static List<RunSample> runSamples(SpoolFile file, SpoolFile.Block block) throws SQLException {
		byte[] content = file.content(block.number());
		if (content == null) {
			return List.of();
		}
		try {
			return SampleCodec.decode(content)
				.stream()
				.filter(RunSample.class::isInstance)
				.map(RunSample.class::cast)
				.toList();
		}
		catch (IOException | RuntimeException ex) {
			// the writer tells of what can't be read
			return List.of();
		}
	}

}
