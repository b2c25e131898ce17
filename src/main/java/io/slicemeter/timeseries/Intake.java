package io.slicemeter.timeseries;

import java.util.List;

import io.slicemeter.runner.HostRecord;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.runner.SliceRecord;

/// Where everything that an agent learns goes in, on its way to Postgres. No method waits
/// for a disk or a database.
///
/// Samples are a queue, bounded: what does not fit is dropped and counted. Catalogue rows
/// are state: of each key the latest is kept, none is dropped, and they are written
/// before the samples that need them.
public interface Intake {

	/// Takes the samples of one tick, in one go.
	/// @return how many of them did not fit
	int append(List<? extends Sample> samples);

	/// Takes the state of the host.
	void record(HostRecord host);

	/// Takes the state of a slice.
	void record(SliceRecord slice);

	/// Takes the state of a run.
	void record(RunRecord run);

}
