package io.slicemeter.timeseries;

import java.util.List;

import io.slicemeter.runner.HostId;

/// Asks what an agent left open when it last stopped, so that it can close what ended
/// since.
public interface OpenRuns {

	/// The runs of a host that are open in the catalogue.
	/// @throws org.springframework.dao.DataAccessException while the database can't be
	/// asked
	List<OpenRun> of(HostId host);

}
