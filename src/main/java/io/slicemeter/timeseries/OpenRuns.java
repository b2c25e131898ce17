package io.slicemeter.timeseries;

import java.util.List;

import io.slicemeter.runner.HostId;

/// Tells what an agent left open when it last stopped, so that it can close what ended
/// since.
public interface OpenRuns {

	/// The runs that the last process left open by its own spool: known without a
	/// database.
	List<OpenRun> remembered();

	/// The runs of a host that are open in the catalogue. A spool that was lost knows
	/// nothing of them.
	/// @throws org.springframework.dao.DataAccessException while the database can't be
	/// asked
	List<OpenRun> of(HostId host);

}
