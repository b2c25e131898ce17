package io.slicemeter.timeseries;

import java.time.LocalDate;

/// Where batches are written. Each method is one transaction: all of it or nothing.
interface Store {

	/// Writes a batch; what is there already stays as it is, so that a batch may be
	/// written again.
	void write(Batch batch);

	/// Makes the partitions of a UTC day where they are missing.
	void ensurePartition(LocalDate day);

}
