package io.slicemeter.engine;

import io.slicemeter.runner.ContainerId;

/// The Engine's statistics API: one stream for each container that is watched.
public interface StatisticsStreams {

	/// Opens the stream of a container. A stream that fails is opened again, with a
	/// growing pause, until it is closed.
	StatisticsStream open(ContainerId container);

}
