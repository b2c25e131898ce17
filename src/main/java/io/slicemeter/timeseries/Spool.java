package io.slicemeter.timeseries;

import java.time.Instant;
import java.util.Collection;
import java.util.List;

import org.jspecify.annotations.Nullable;

/// What waits for the database. Filled by one thread, drained by one writer:
/// [#next(int)] shows the oldest rows, [#commit(Batch)] notes that they are written, so
/// that whatever fails between leaves them here.
interface Spool {

	/// Takes in samples, and rows of the catalogue in place of older ones of the same
	/// key. What was taken in survives the death of the process.
	/// @throws SpoolException if nothing was taken in
	void append(List<? extends Sample> samples, Collection<CatalogueRow> rows);

	/// The rows of the catalogue that are to be written, and the oldest samples.
	/// @param samples how many samples are enough; a little more may come
	Batch next(int samples);

	/// Notes that the batch that [#next(int)] gave last is written.
	void commit(Batch batch);

	/// What was written lately is to be written again: the database that took it may have
	/// lost it.
	void rewind();

	/// Forgets what was written long enough ago.
	/// @throws SpoolException if the disk does not take that
	void forgetWritten();

	/// Makes everything that was taken in survive a power cut.
	/// @throws SpoolException if that can't be done
	void sync();

	/// How many samples wait.
	int depth();

	/// When the oldest sample that waits was taken; null when none waits.
	@Nullable Instant oldest();

	/// What all samples take, also those that are kept to be written again.
	long bytes();

}
