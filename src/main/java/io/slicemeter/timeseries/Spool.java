package io.slicemeter.timeseries;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/// What waits for the database. Taken in at any time by any thread, drained by one
/// writer: [#next(int)] shows the oldest rows, [#commit(Batch)] forgets them once they
/// are written, so that whatever fails between leaves them here.
interface Spool {

	/// Takes in samples.
	/// @return how many of them did not fit
	int append(List<? extends Sample> samples);

	/// Takes in a row of the catalogue, in place of an older one of the same key.
	void record(CatalogueRow row);

	/// All rows of the catalogue that wait, and the oldest samples.
	/// @param samples how many samples at most
	Batch next(int samples);

	/// Forgets a batch that [#next(int)] gave last.
	void commit(Batch batch);

	/// How many samples wait.
	int depth();

	/// When the oldest sample that waits was taken; null when none waits.
	@Nullable Instant oldest();

}
