package io.slicemeter.sampling;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.slicemeter.cgroup.CgroupFiles;
import io.slicemeter.cgroup.CgroupRoot;
import io.slicemeter.cgroup.ReadOutcome;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.SliceName;
import io.slicemeter.runner.SliceRecord;
import io.slicemeter.timeseries.Intake;
import io.slicemeter.timeseries.RunSample;
import io.slicemeter.timeseries.Sample;
import io.slicemeter.timeseries.SliceSample;
import org.jspecify.annotations.Nullable;

/// Reads slices from their own cgroups, which keep what their dead children used. A slice
/// has no network files: its traffic is the sum of its runs'.
final class CgroupSliceMeters implements SliceMeters {

	private final HostId host;

	private final CgroupRoot root;

	private final TrackedRuns runs;

	private final SampleClock clock;

	private final Intake intake;

	private final Revisions revisions;

	private final Duration interval;

	private final Moment moment = new Moment();

	private final Map<SliceName, Meter> meters = new ConcurrentHashMap<>();

	/// Runs whose last traffic has not been added yet.
	private final Queue<TrackedRun> ended = new ConcurrentLinkedQueue<>();

	private final SummedCounters network = new SummedCounters((metric) -> metric.column().startsWith("network_"));

	CgroupSliceMeters(HostId host, CgroupRoot root, TrackedRuns runs, SampleClock clock, Intake intake,
			Revisions revisions, Duration interval) {
		this.host = host;
		this.root = root;
		this.runs = runs;
		this.clock = clock;
		this.intake = intake;
		this.revisions = revisions;
		this.interval = interval;
	}

	@Override
	public void reconcile(Collection<SliceName> watched) {
		Set<SliceName> slices = new LinkedHashSet<>(watched);
		watched.forEach((slice) -> slices.addAll(this.root.nestedSlices(slice)));
		this.runs.open().forEach((run) -> slices.add(run.slice()));
		slices.forEach((slice) -> this.meters.computeIfAbsent(slice, Meter::new));
		this.meters.values().forEach(Meter::tellCapacity);
	}

	@Override
	public void ended(TrackedRun run) {
		this.ended.add(run);
	}

	@Override
	public void add(TrackedRun run) {
		SliceName slice = run.slice();
		Sample last = run.last();
		if (last != null) {
			this.network.add(run.key(), slice, last.readings(), run.startSeen());
		}
		this.meters.computeIfAbsent(slice, Meter::new);
	}

	@Override
	public void sample(List<Sample> into) {
		for (TrackedRun run = this.ended.poll(); run != null; run = this.ended.poll()) {
			RunSample closing = run.closingSample();
			if (closing != null) {
				this.network.add(run.key(), run.slice(), closing.readings(), run.startSeen());
			}
		}
		for (Meter meter : this.meters.values()) {
			Sample sample = meter.sample();
			if (sample != null) {
				into.add(sample);
			}
		}
		this.network.retain(this.runs.keys()::contains);
	}

	@Override
	public void close() {
		this.meters.values().forEach(Meter::close);
	}

	/// One slice; its cgroup may vanish and return.
	private final class Meter {

		private final SliceName slice;

		private SeriesMeter series;

		private @Nullable CgroupFiles files;

		private @Nullable Limits toldCapacity;

		Meter(SliceName slice) {
			this.slice = slice;
			this.series = new SeriesMeter(CgroupSliceMeters.this.interval);
		}

		synchronized @Nullable Sample sample() {
			CgroupFiles files = open();
			if (files == null) {
				return null;
			}
			Moment moment = CgroupSliceMeters.this.moment;
			SampleClock clock = CgroupSliceMeters.this.clock;
			long nanos = clock.nanos();
			moment.readings().clear();
			if (files.read(moment.readings()) == ReadOutcome.ENDING) {
				close();
				return null;
			}
			CgroupSliceMeters.this.network.addTotals(this.slice, moment.readings());
			moment.stamp(clock.stamp(nanos), nanos, nanos);
			SeriesMeter.Increment increment = this.series.next(moment);
			return new SliceSample(CgroupSliceMeters.this.host, this.slice, moment.at(), increment.coveredUsec(),
					increment.cpuMillicores(), moment.readings().copy());
		}

		private @Nullable CgroupFiles open() {
			CgroupFiles files = this.files;
			if (files != null) {
				OptionalLong inode = files.currentInode();
				if (inode.isPresent() && inode.getAsLong() == files.inode()) {
					return files;
				}
				close();
			}
			Optional<Path> directory = CgroupSliceMeters.this.root.slice(this.slice);
			if (directory.isEmpty()) {
				return null;
			}
			try {
				files = CgroupFiles.open(directory.get(), CgroupSliceMeters.this.root);
			}
			catch (IOException ex) {
				// vanished between the look and the opening: the next tick looks again
				return null;
			}
			// another cgroup than before: its counters are a new base
			this.series = new SeriesMeter(CgroupSliceMeters.this.interval);
			this.files = files;
			tellCapacity();
			return files;
		}

		synchronized void tellCapacity() {
			if (this.files == null) {
				return;
			}
			Limits capacity = CgroupSliceMeters.this.root.capacity(this.files.directory());
			if (!capacity.equals(this.toldCapacity)) {
				this.toldCapacity = capacity;
				CgroupSliceMeters.this.intake.record(new SliceRecord(CgroupSliceMeters.this.host, this.slice,
						CgroupSliceMeters.this.revisions.next(), false, capacity));
			}
		}

		synchronized void close() {
			if (this.files != null) {
				this.files.close();
				this.files = null;
			}
		}

	}

}
