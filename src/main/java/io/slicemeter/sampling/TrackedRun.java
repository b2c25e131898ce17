package io.slicemeter.sampling;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;

import io.slicemeter.engine.Container;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.timeseries.RunSample;
import org.jspecify.annotations.Nullable;

/// A run that is sampled: its reader, its meter and the catalogue's row of it.
///
/// The lock guards reading: nothing is sampled once the run is closed.
final class TrackedRun {

	private final ReentrantLock lock = new ReentrantLock();

	private final RunKey key;

	private final UsageReader reader;

	private final SeriesMeter meter;

	private volatile RunRecord record;

	private volatile @Nullable RunSample last;

	private final boolean startKnown;

	private volatile Container container;

	private boolean closed;

	/// @param startKnown whether the Engine told when it started, rather than the agent
	/// guessing
	TrackedRun(RunRecord record, UsageReader reader, Container container, boolean startKnown, Duration interval) {
		this.key = record.key();
		this.record = record;
		this.reader = reader;
		this.container = container;
		this.startKnown = startKnown;
		this.meter = new SeriesMeter(interval);
	}

	/// The run was seen to start: its counters were 0 at this point of its reader's
	/// timeline.
	void beginsAt(long timelineNanos) {
		this.meter.beginsAt(timelineNanos);
	}

	/// Reads the run for one tick.
	/// @param moment refilled
	/// @return how the reading went; after [UsageReader.Outcome#READ] the sample is
	/// [#last()]
	UsageReader.Outcome sample(Moment moment) {
		if (!this.lock.tryLock()) {
			return UsageReader.Outcome.NOTHING_NEW;
		}
		try {
			if (this.closed) {
				return UsageReader.Outcome.NOTHING_NEW;
			}
			UsageReader.Outcome outcome = this.reader.read(moment);
			if (outcome == UsageReader.Outcome.READ) {
				SeriesMeter.Increment increment = this.meter.next(moment);
				this.last = new RunSample(this.key, moment.at(), increment.coveredUsec(), false,
						increment.cpuMillicores(), moment.readings().copy());
			}
			return outcome;
		}
		finally {
			this.lock.unlock();
		}
	}

	/// Ends reading, for good.
	void close() {
		this.lock.lock();
		try {
			this.closed = true;
			this.reader.close();
		}
		finally {
			this.lock.unlock();
		}
	}

	/// The Engine told of an OOM kill in the container.
	void oomKilled() {
		if (this.reader instanceof StatisticsReader statistics) {
			statistics.oomKilled();
		}
	}

	/// Takes what a newer inspection says.
	void describe(Container container) {
		this.container = container;
		this.reader.describe(container);
	}

	/// The bounds that are in force now.
	Limits limits(Container container) {
		return this.reader.limits(container);
	}

	/// Its container as it was last inspected.
	Container container() {
		return this.container;
	}

	/// Whether the Engine told when it started.
	boolean isStartKnown() {
		return this.startKnown;
	}

	RunKey key() {
		return this.key;
	}

	/// The catalogue's row as it was last told.
	RunRecord record() {
		return this.record;
	}

	void record(RunRecord record) {
		this.record = record;
	}

	/// The newest sample; null before the first.
	@Nullable RunSample last() {
		return this.last;
	}

	/// When it was last seen alive: its newest sample, else its start.
	Instant lastSeenAt() {
		RunSample last = this.last;
		return (last != null) ? last.at() : this.record.startedAt();
	}

}
