package io.slicemeter.sampling;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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

	/// The catalogue's row as it was last told; changed under the tracker's lock only.
	private volatile @Nullable RunRecord record;

	private volatile boolean startKnown;

	/// What the Engine said last; null before it was asked.
	private volatile @Nullable Container described;

	private volatile @Nullable RunSample last;

	private volatile @Nullable Totals totals;

	private volatile @Nullable RunSample closingSample;

	private final List<OomKill> oomKillMoments = new ArrayList<>();

	private long oomKills = -1;

	private long largestMemoryBytes = -1;

	private long samples;

	private long coveredUsec;

	private boolean closed;

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
	}

	/// The run was seen to start: its counters were 0 at this point of its reader's
	/// timeline.
	void beginsAt(long timelineNanos) {
		this.meter.beginsAt(timelineNanos);
		this.oomKills = 0;
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
				SeriesMeter.Increment increment = take(moment);
				this.last = new RunSample(this.key, moment.at(), increment.coveredUsec(), false,
						increment.cpuMillicores(), moment.readings().copy());
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
			noteOomKills(moment.readings(), moment.at());
			SeriesMeter.Increment increment = take(moment);
			Readings readings = moment.readings().copy();
			this.totals = totals(moment.at(), null, readings, fillFromLast(readings));
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
			for (Metric metric : Metric.read()) {
				if (outlives(metric) && newest.has(metric)) {
					totals.readings().set(metric, newest.get(metric));
					closing.readings().set(metric, newest.get(metric));
				}
			}
			return more;
		}
		finally {
			this.lock.unlock();
		}
	}

	/// Closes the run without a last reading: its last sample has to do.
	/// @return whether the run was closed by this very call
	boolean closeInexact(Totals.Inexactness reason) {
		this.lock.lock();
		try {
			if (this.closed) {
				return false;
			}
			this.closed = true;
			RunSample last = this.last;
			Readings readings = (last != null) ? last.readings().copy() : new Readings();
			if (this.reader instanceof StatisticsReader statistics) {
				// the kill that ended it was told after the last document
				readings.set(Metric.OOM_KILLS, statistics.oomKills());
			}
			this.totals = (last != null) ? totals(last.at(), reason, readings, List.of())
					: totals(this.appearedAt, Totals.Inexactness.NEVER_READ, readings, List.of());
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	/// Lets the files go.
	void release() {
		this.lock.lock();
		try {
			this.closed = true;
			this.reader.close();
		}
		finally {
			this.lock.unlock();
		}
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
				noteOomKills(moment.readings(), at);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private SeriesMeter.Increment take(Moment moment) {
		SeriesMeter.Increment increment = this.meter.next(moment);
		Readings readings = moment.readings();
		if (readings.has(Metric.MEMORY_CURRENT_BYTES)) {
			this.largestMemoryBytes = Math.max(this.largestMemoryBytes, readings.get(Metric.MEMORY_CURRENT_BYTES));
		}
		if (this.oomKills < 0 && readings.has(Metric.OOM_KILLS)) {
			this.oomKills = readings.get(Metric.OOM_KILLS);
		}
		this.samples++;
		Long covered = increment.coveredUsec();
		this.coveredUsec += (covered != null) ? covered : 0;
		return increment;
	}

	private void noteOomKills(Readings readings, Instant at) {
		if (!readings.has(Metric.OOM_KILLS)) {
			return;
		}
		long kills = readings.get(Metric.OOM_KILLS);
		if (this.oomKills >= 0 && kills > this.oomKills) {
			this.oomKillMoments.add(new OomKill(at, kills - this.oomKills));
		}
		this.oomKills = kills;
	}

	private List<String> fillFromLast(Readings readings) {
		RunSample last = this.last;
		if (last == null) {
			return List.of();
		}
		List<String> inexact = new ArrayList<>();
		for (Metric metric : Metric.read()) {
			if (outlives(metric) && !readings.has(metric) && last.readings().has(metric)) {
				readings.set(metric, last.readings().get(metric));
				inexact.add(metric.jsonName());
			}
		}
		return inexact;
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

	/// Whether a metric still means something when the processes are gone.
	private static boolean outlives(Metric metric) {
		return metric.isCounter() || metric == Metric.MEMORY_PEAK_BYTES;
	}

	private Totals totals(Instant at, Totals.@Nullable Inexactness reason, Readings readings, List<String> inexact) {
		return new Totals(at, reason == null, reason, inexact, readings, this.largestMemoryBytes,
				List.copyOf(this.oomKillMoments), this.samples, this.coveredUsec, this.startSeen);
	}

	/// The Engine told of an OOM kill in the container.
	void oomKilled() {
		if (this.reader instanceof StatisticsReader statistics) {
			statistics.oomKilled();
		}
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
			return List.copyOf(this.oomKillMoments);
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

	/// Its last row; null while it is open, and if the exit was missed.
	@Nullable RunSample closingSample() {
		return this.closingSample;
	}

	/// When it was last seen alive: its newest sample, else its appearance.
	Instant lastSeenAt() {
		RunSample last = this.last;
		return (last != null) ? last.at() : this.appearedAt;
	}

}
