package io.slicemeter.timeseries;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.slicemeter.runner.RunKey;

/// Looks at what came in lately.
public interface LiveTail {

	/// The samples of the time before now, but for closing rows, and the runs that
	/// started or ended in it. How long ago something was goes by the database's clock.
	/// @param window how far back from now
	/// @param known the newest sample of runs that is known already: of them only newer
	/// ones are told
	LiveRows look(Duration window, Map<RunKey, Instant> known);

}
