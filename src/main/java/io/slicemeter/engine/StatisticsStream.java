package io.slicemeter.engine;

import org.jspecify.annotations.Nullable;

/// The statistics of one container as they arrive: a slot of one reading. A newer reading
/// takes the place of the one that was not taken yet, which is dropped and counted.
public interface StatisticsStream extends AutoCloseable {

	/// Takes the newest reading out of the slot; null where none arrived since the last
	/// call. Never waits.
	@Nullable StatisticsReading take();

	/// Ends the stream. Readings that still arrive are ignored.
	@Override
	void close();

}
