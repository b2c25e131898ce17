package io.slicemeter.sampling;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;

import io.slicemeter.engine.Container;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.OomKill;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.runner.SliceName;
import io.slicemeter.timeseries.RunSample;
import org.jspecify.annotations.Nullable;

import static io.slicemeter.sampling.Tally.outlives;

/// A run that is sampled, from its appearance to its last reading. Until the Engine names
/// its container it has no row in the catalogue.
///
/// The lock guards reading: the exit path waits for it, ticks only try. Nothing is
/// sampled once the run is closed.
final class TrackedRun {

	private final ReentrantLock lock = new ReentrantLock();

	private final RunKey key;

	private final ContainerId container;

	private final SliceName slice;

	private final Instant appearedAt;

	private final boolean startSeen;

	private final UsageReader reader;

	private final SeriesMeter meter;

	private final Tally tally;

	/// When its counters were 0, by the reader's timeline; null if nobody saw that.
	private @Nullable Long begunNanos;

	/// The catalogue's row as it was last told; changed under the tracker's lock only.
	private volatile @Nullable RunRecord record;

	private volatile boolean startKnown;

	private volatile boolean outOfMemory;

	/// What the Engine said last; null before it was asked.
	private volatile @Nullable Container described;

	private volatile @Nullable RunSample last;

	private volatile @Nullable Totals totals;

	private volatile @Nullable RunSample closingSample;

	private boolean closed;

	private volatile boolean released;

	/// @param startSeen whether the agent saw it start: its counters then began at 0
	TrackedRun(Lifetime lifetime, ContainerId container, Instant appearedAt, boolean startSeen, UsageReader reader,
			Duration interval) {
		this.key = lifetime.key();
		this.container = container;
		this.slice = lifetime.slice();
		this.appearedAt = appearedAt;
		this.startSeen = startSeen;
		this.reader = reader;
		this.meter = new SeriesMeter(interval);
		this.tally = new Tally(startSeen ? appearedAt : null);
	}

	/// The run was seen to start: its counters were 0 at this point of its reader's
	/// timeline.
	void beginsAt(long timelineNanos) {
		this.begunNanos = timelineNanos;
		this.meter.beginsAt(timelineNanos);
		this.tally.beginsAtZero();
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
				this.last = row(moment);
			}
			return outcome;
		}
		finally {
			this.lock.unlock();
		}
	}

	/// Looks whether the last process has left, and if so reads the totals. The exit
	/// path: everything that can wait is left for later.
	/// @param moment refilled
	/// @return whether the run was closed by this very call
	boolean exit(Moment moment) {
		if (!(this.reader instanceof CgroupReader cgroup)) {
			return false;
		}
		this.lock.lock();
		try {
			if (this.closed || cgroup.exit(moment) != ExitLook.Found.READ) {
				return false;
			}
			this.closed = true;
			this.tally.noteOomKills(moment.readings(), moment.at());
			SeriesMeter.Increment increment = take(moment);
			Readings readings = moment.readings().copy();
			List<String> inexact = Tally.fill(readings, this.last, cgroup.unread(readings));
			Long begunNanos = this.begunNanos;
			this.totals = this.tally.totals(moment.at(), null, readings, inexact)
				.living((begunNanos != null) ? (moment.timelineNanos() - begunNanos) / 1000 : null);
			this.closingSample = new RunSample(this.key, moment.at(), increment.coveredUsec(), true, null,
					withoutGauges(readings));
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	/// Reads once more what may still grow after the exit.
	/// @param scratch refilled
	/// @return whether there may be more
	boolean readOn(Moment scratch) {
		Totals totals = this.totals;
		RunSample closing = this.closingSample;
		if (totals == null || closing == null || !(this.reader instanceof CgroupReader cgroup)) {
			return false;
		}
		this.lock.lock();
		try {
			boolean more = cgroup.readOn(scratch);
			Readings newest = scratch.readings();
			raise(totals.readings(), newest);
			raise(closing.readings(), newest);
			return more;
		}
		finally {
			this.lock.unlock();
		}
	}

	/// A namespace loses its interfaces one after the other: what is left of it counts
	/// less than the whole did.
	private static void raise(Readings readings, Readings newest) {
		for (Metric metric : Metric.read()) {
			if (outlives(metric) && newest.has(metric)
					&& (!readings.has(metric) || readings.get(metric) < newest.get(metric))) {
				readings.set(metric, newest.get(metric));
			}
		}
	}

	/// Closes the run without a reading at its exit: its last sample has to do. Of source
	/// `docker` the newest document may still wait to be taken: it becomes the last
	/// sample, and [#closingSample()].
	/// @param endedAt when it ended: a document from after that does not count; null
	/// where
	/// nobody says
	/// @return whether the run was closed by this very call
	boolean closeInexact(Totals.Inexactness reason, @Nullable Instant endedAt) {
		this.lock.lock();
		try {
			if (this.closed) {
				return false;
			}
			if (this.reader instanceof StatisticsReader statistics) {
				takeLastDocument(statistics, endedAt);
			}
			this.closed = true;
			RunSample last = this.last;
			Readings readings = (last != null) ? last.readings().copy() : new Readings();
			if (this.reader instanceof StatisticsReader statistics) {
				// the kill that ended it was told after the last document
				readings.set(Metric.OOM_KILLS, statistics.oomKills());
			}
			this.totals = (last != null) ? this.tally.totals(last.at(), reason, readings, List.of())
					: this.tally.totals(this.appearedAt, Totals.Inexactness.NEVER_READ, readings, List.of());
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void takeLastDocument(StatisticsReader statistics, @Nullable Instant endedAt) {
		Moment moment = new Moment();
		if (statistics.read(moment) == UsageReader.Outcome.READ && (endedAt == null || !moment.at().isAfter(endedAt))) {
			RunSample sample = row(moment);
			this.last = sample;
			this.closingSample = sample;
		}
	}

	/// Lets the files go.
	void release() {
		this.lock.lock();
		try {
			this.closed = true;
			this.released = true;
			this.reader.close();
		}
		finally {
			this.lock.unlock();
		}
	}

	/// Whether its files were let go.
	boolean isReleased() {
		return this.released;
	}

	/// The kernel says that something about the run's memory changed.
	void memoryEvents(Moment moment, Instant at) {
		if (!(this.reader instanceof CgroupReader cgroup)) {
			return;
		}
		this.lock.lock();
		try {
			if (!this.closed) {
				cgroup.readOomKills(moment);
				this.tally.noteOomKills(moment.readings(), at);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private RunSample row(Moment moment) {
		SeriesMeter.Increment increment = take(moment);
		return new RunSample(this.key, moment.at(), increment.coveredUsec(), false, increment.cpuMillicores(),
				moment.readings().copy());
	}

	private SeriesMeter.Increment take(Moment moment) {
		SeriesMeter.Increment increment = this.meter.next(moment);
		this.tally.sampled(moment.readings(), increment.coveredUsec());
		return increment;
	}

	private static Readings withoutGauges(Readings readings) {
		Readings counters = readings.copy();
		for (Metric metric : Metric.read()) {
			if (!outlives(metric)) {
				counters.remove(metric);
			}
		}
		return counters;
	}

	/// The Engine told of an OOM kill in the container. It keeps that flag, also when the
	/// container is gone before it could be inspected.
	void outOfMemory() {
		this.outOfMemory = true;
		if (this.reader instanceof StatisticsReader statistics) {
			statistics.oomKilled();
		}
	}

	/// Whether the Engine told of an OOM kill.
	boolean isOutOfMemory() {
		return this.outOfMemory;
	}

	/// Takes what a newer inspection says.
	void describe(Container container) {
		this.described = container;
		this.reader.describe(container);
	}

	/// The bounds that are in force now.
	Limits limits(Container container) {
		return this.reader.limits(container);
	}

	/// Its container as it was last inspected; null before.
	@Nullable Container described() {
		return this.described;
	}

	/// Tries to open its network by a process of its own cgroup.
	/// @return whether nothing is left to try
	boolean openNetwork(OptionalLong pid) {
		return !(this.reader instanceof CgroupReader cgroup) || cgroup.openNetwork(pid);
	}

	/// Opens the files that were absent so far: a controller may have been switched on.
	/// @throws IOException if the process can't open any more files
	void openAbsent() throws IOException {
		if (!(this.reader instanceof CgroupReader cgroup)) {
			return;
		}
		this.lock.lock();
		try {
			if (!this.closed) {
				cgroup.openAbsent();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/// Its cgroup's directory; null with source `docker`.
	@Nullable Path directory() {
		return (this.reader instanceof CgroupReader cgroup) ? cgroup.directory() : null;
	}

	/// Whether the Engine's word that it is over can be true: not while its cgroup
	/// stands. What has none is over when the Engine says so.
	boolean mayBeOver() {
		return !(this.reader instanceof CgroupReader cgroup) || !cgroup.isThere();
	}

	/// Whether the Engine told when it started, by an inspection.
	boolean isStartKnown() {
		return this.startKnown;
	}

	/// The moments of OOM kills so far.
	List<OomKill> oomKillMoments() {
		this.lock.lock();
		try {
			return this.tally.oomKillMoments();
		}
		finally {
			this.lock.unlock();
		}
	}

	RunKey key() {
		return this.key;
	}

	ContainerId container() {
		return this.container;
	}

	SliceName slice() {
		return this.slice;
	}

	/// When it came under the agent's eyes.
	Instant appearedAt() {
		return this.appearedAt;
	}

	boolean startSeen() {
		return this.startSeen;
	}

	/// The catalogue's row as it was last told; null while nobody named its container.
	@Nullable RunRecord record() {
		return this.record;
	}

	/// Whether the Engine has not named its container, or not yet.
	boolean isUnnamed() {
		RunRecord record = this.record;
		return record == null || record.unclaimed();
	}

	/// @param startKnown whether its start is what an inspection said
	void record(RunRecord record, boolean startKnown) {
		this.record = record;
		this.startKnown = startKnown;
	}

	/// The newest sample; null before the first.
	@Nullable RunSample last() {
		return this.last;
	}

	/// Its last reading; null while it is open.
	@Nullable Totals totals() {
		return this.totals;
	}

	/// The row that was made when it closed: its totals, or with source `docker` its last
	/// document. Null while it is open, and where there was nothing left to read.
	@Nullable RunSample closingSample() {
		return this.closingSample;
	}

	/// When it was last seen alive: its newest sample, else its appearance.
	Instant lastSeenAt() {
		RunSample last = this.last;
		return (last != null) ? last.at() : this.appearedAt;
	}

}
