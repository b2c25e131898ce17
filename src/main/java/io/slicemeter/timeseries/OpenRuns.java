package io.slicemeter.timeseries;

import java.util.List;

import io.slicemeter.runner.HostId;

/// Tells what an agent left open when it last stopped, so that it can close what ended
/// since.
public interface OpenRuns {

	/// The runs that the last process left open by its own spool: known without a
	/// database.
	List<OpenRun> remembered();

	/// The highest revision that an earlier process gave to a row of the catalogue, by
	/// its spool; 0 if it is not known.
	long newestRevision();

	/// The runs of a host that are open in the catalogue, asked for only where the spool
	/// is new: one that was lost knows nothing of them.
	/// @throws org.springframework.dao.DataAccessException while the database can't be
	/// asked
	List<OpenRun> of(HostId host);

}
