package io.slicemeter.timeseries;

import java.time.Instant;
import java.time.LocalDate;

/// Where batches are written. Each method but the last two is one transaction: all of it
/// or nothing.
interface Store {

	/// Writes a batch; what is there already stays as it is, so that a batch may be
	/// written again.
	void write(Batch batch);

	/// Makes the partitions of a UTC day where they are missing.
	void ensurePartition(LocalDate day);

	/// Connects, if there is no connection.
	/// @return whether a connection was made since this was asked last: then it may be
	/// another server now
	boolean connect();

	/// The store's own clock, as far as it was heard of.
	Instant now();

	/// There is nothing to write now.
	void rest();

}
