package io.slicemeter.sampling;

import io.slicemeter.engine.Container;
import io.slicemeter.runner.Limits;

/// Reads one run.
sealed interface UsageReader extends AutoCloseable permits CgroupReader, StatisticsReader {

	/// Reads what the run has used, and stamps it.
	Outcome read(Moment into);

	/// Takes what a newer inspection says of the container.
	void describe(Container container);

	/// The bounds that are in force.
	Limits limits(Container container);

	@Override
	void close();

	/// How a reading went.
	enum Outcome {

		/// There is a reading.
		READ,
		/// The source has nothing newer than what was read last.
		NOTHING_NEW,
		/// The run's cgroup is gone.
		ENDING,
		/// Another cgroup stands where the run's was.
		REPLACED

	}

}
