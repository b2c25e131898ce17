package io.slicemeter.sampling;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.slicemeter.cgroup.CgroupFiles;
import io.slicemeter.cgroup.CgroupRoot;
import io.slicemeter.cgroup.ReadOutcome;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.SliceName;
import io.slicemeter.runner.SliceRecord;
import io.slicemeter.timeseries.Intake;
import io.slicemeter.timeseries.RunSample;
import io.slicemeter.timeseries.Sample;
import io.slicemeter.timeseries.SliceSample;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads slices from their own cgroups, which keep what their dead children used. A slice
/// has no network files: its traffic is the sum of its runs'.
final class CgroupSliceMeters implements SliceMeters {

	private static final Logger logger = LoggerFactory.getLogger(CgroupSliceMeters.class);

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
	private final EndedRuns ended = new EndedRuns();

	/// Slices that are not looked after any more.
	private final Queue<SliceName> gone = new ConcurrentLinkedQueue<>();

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
		forgetAllBut(slices);
		this.meters.values().forEach(Meter::lookAgain);
	}

	/// A slice for each job would make more and more to look after.
	private void forgetAllBut(Set<SliceName> slices) {
		this.meters.forEach((slice, meter) -> {
			if (!slices.contains(slice) && this.root.slice(slice).isEmpty()) {
				this.meters.remove(slice);
				meter.close();
				this.gone.add(slice);
			}
		});
	}

	@Override
	public void ended(TrackedRun run) {
		this.ended.add(run);
	}

	@Override
	public void add(TrackedRun run) {
		SliceName slice = run.slice();
		RunSample last = run.last();
		if (last != null) {
			this.network.add(run, last);
		}
		this.meters.computeIfAbsent(slice, Meter::new);
	}

	@Override
	public void sample(List<Sample> into) {
		this.ended.takeAll((run) -> {
			RunSample closing = run.closingSample();
			if (closing != null) {
				this.network.add(run, closing);
			}
		});
		for (Meter meter : this.meters.values()) {
			meter.sample(into);
		}
		this.network.settle();
		for (SliceName slice = this.gone.poll(); slice != null; slice = this.gone.poll()) {
			this.network.forget(slice);
		}
		this.network.retain((run) -> this.runs.keys().contains(run) || this.ended.contains(run));
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

		private @Nullable SliceSample last;

		Meter(SliceName slice) {
			this.slice = slice;
			this.series = new SeriesMeter(CgroupSliceMeters.this.interval);
		}

		synchronized void sample(List<Sample> into) {
			CgroupFiles files = open();
			if (files == null) {
				return;
			}
			Moment moment = CgroupSliceMeters.this.moment;
			SampleClock clock = CgroupSliceMeters.this.clock;
			long nanos = clock.nanos();
			moment.readings().clear();
			if (files.read(moment.readings()) == ReadOutcome.ENDING) {
				close();
				return;
			}
			SliceSample base = base();
			if (base != null) {
				into.add(base);
			}
			CgroupSliceMeters.this.network.addTotals(this.slice, moment.readings());
			moment.stamp(clock.stamp(nanos), nanos, nanos);
			SeriesMeter.Increment increment = this.series.next(moment);
			SliceSample sample = new SliceSample(CgroupSliceMeters.this.host, this.slice, moment.at(),
					increment.coveredUsec(), increment.cpuMillicores(), moment.readings().copy());
			into.add(sample);
			this.last = sample;
		}

		/// The row in front of the first traffic, as [SummedCounters] needs it: from just
		/// after the last row, else from when the first run began. Null where it is not
		/// needed.
		private @Nullable SliceSample base() {
			SummedCounters network = CgroupSliceMeters.this.network;
			if (!network.begins(this.slice)) {
				return null;
			}
			SliceSample last = this.last;
			Instant at = (last != null) ? last.at().plus(1, ChronoUnit.MICROS) : network.begunAt(this.slice);
			if (at == null) {
				return null;
			}
			Readings readings = new Readings();
			if (last != null) {
				for (Metric metric : Metric.read()) {
					if (metric.isCounter() && last.readings().has(metric)) {
						readings.set(metric, last.readings().get(metric));
					}
				}
			}
			Readings traffic = new Readings();
			network.addSettled(this.slice, traffic);
			for (Metric metric : Metric.read()) {
				if (traffic.has(metric)) {
					readings.set(metric, traffic.get(metric));
				}
			}
			return new SliceSample(CgroupSliceMeters.this.host, this.slice, at, null, null, readings);
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

		/// Looks at what seldom changes: which files there are, and the capacity.
		synchronized void lookAgain() {
			CgroupFiles files = this.files;
			if (files == null) {
				return;
			}
			OptionalLong inode = files.currentInode();
			if (inode.isPresent() && inode.getAsLong() == files.inode()) {
				try {
					files.openAbsent();
				}
				catch (IOException ex) {
					logger.warn("Files of {} can't be opened: {}. The next reconcile tries again", this.slice,
							ex.getMessage());
				}
			}
			tellCapacity();
		}

		private void tellCapacity() {
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
