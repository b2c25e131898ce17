package io.slicemeter.sampling;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

import io.slicemeter.engine.Container;
import io.slicemeter.engine.StatisticsReading;
import io.slicemeter.engine.StatisticsStream;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;

/// Reads a run from the Engine's statistics stream. The Engine does not tell how often
/// the OOM killer struck: its events are counted instead.
final class StatisticsReader implements UsageReader {

	private final StatisticsStream stream;

	private final AtomicLong oomKills = new AtomicLong();

	StatisticsReader(StatisticsStream stream) {
		this.stream = stream;
	}

	/// The Engine told of an OOM kill.
	void oomKilled() {
		this.oomKills.incrementAndGet();
	}

	/// How many OOM kills the Engine told of so far.
	long oomKills() {
		return this.oomKills.get();
	}

	@Override
	public Outcome read(Moment into) {
		StatisticsReading reading = this.stream.take();
		if (reading == null) {
			return Outcome.NOTHING_NEW;
		}
		into.readings().copyFrom(reading.readings());
		into.readings().set(Metric.OOM_KILLS, this.oomKills.get());
		into.stamp(reading.readAt(), timelineNanos(reading.readAt()), reading.arrivedNanos());
		return Outcome.READ;
	}

	@Override
	public void describe(Container container) {
		// the stream needs no more than the container's ID
	}

	@Override
	public Limits limits(Container container) {
		return container.limits();
	}

	/// The Engine's time as a timeline in ns.
	static long timelineNanos(Instant instant) {
		return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
	}

	@Override
	public void close() {
		this.stream.close();
	}

}
