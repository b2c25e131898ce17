package io.slicemeter.sampling;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

/// Slices as the sum of their runs, for a source that can't see the slices themselves:
/// counters add up over all runs, gauges over those that live.
///
/// Belongs to the sampling thread, but for [#reconcile].
final class SummedSliceMeters implements SliceMeters {

	private final HostId host;

	private final TrackedRuns runs;

	private final SampleClock clock;

	private final Intake intake;

	private final Revisions revisions;

	private final Duration interval;

	private final SummedCounters counters = new SummedCounters((metric) -> true);

	private final Map<SliceName, SeriesMeter> meters = new HashMap<>();

	private final EndedRuns ended = new EndedRuns();

	/// When each slice was sampled last.
	private final Map<SliceName, Instant> lastAt = new HashMap<>();

	private final Moment moment = new Moment();

	SummedSliceMeters(HostId host, TrackedRuns runs, SampleClock clock, Intake intake, Revisions revisions,
			Duration interval) {
		this.host = host;
		this.runs = runs;
		this.clock = clock;
		this.intake = intake;
		this.revisions = revisions;
		this.interval = interval;
	}

	@Override
	public void reconcile(Collection<SliceName> watched) {
		// a slice is known by its runs alone
	}

	@Override
	public void ended(TrackedRun run) {
		this.ended.add(run);
	}

	@Override
	public void add(TrackedRun run) {
		RunSample last = run.last();
		if (last == null) {
			return;
		}
		SliceName slice = run.slice();
		this.counters.add(run, last);
		if (!this.meters.containsKey(slice)) {
			this.meters.put(slice, new SeriesMeter(this.interval));
			this.intake.record(new SliceRecord(this.host, slice, this.revisions.next(), true, Limits.UNKNOWN));
		}
	}

	@Override
	public void sample(List<Sample> into) {
		// its last row may hold what no tick saw, or be its only one
		this.ended.takeAll(this::add);
		long nanos = this.clock.nanos();
		Instant at = this.clock.stamp(nanos);
		this.counters.retain((run) -> this.runs.keys().contains(run) || this.ended.contains(run));
		this.meters.forEach((slice, meter) -> {
			SliceSample base = base(slice, meter, at, nanos);
			if (base != null) {
				into.add(base);
			}
			into.add(sample(slice, meter, at, nanos));
			this.lastAt.put(slice, at);
		});
		this.counters.settle();
	}

	/// The row in front of a slice's first one, from when its first run began, and in
	/// front of the first value of a counter that comes up later: what the runs used
	/// until
	/// then would be lost without it. Null where it is not needed.
	private @Nullable SliceSample base(SliceName slice, SeriesMeter meter, Instant at, long nanos) {
		Readings readings = this.moment.readings();
		readings.clear();
		Instant last = this.lastAt.get(slice);
		if (last != null) {
			if (!this.counters.begins(slice)) {
				return null;
			}
			this.counters.addSettled(slice, readings);
			return new SliceSample(this.host, slice, last.plus(1, ChronoUnit.MICROS), null, null, readings.copy());
		}
		Instant begun = this.counters.begunAt(slice);
		if (begun == null) {
			return null;
		}
		this.counters.addSettled(slice, readings);
		// the start is told by the Engine's clock, which may be ahead of ours
		Instant from = begun.isBefore(at) ? begun : at.minus(this.interval);
		long fromNanos = nanos - Duration.between(from, at).toNanos();
		this.moment.stamp(from, fromNanos, fromNanos);
		SeriesMeter.Increment unknown = meter.next(this.moment);
		return new SliceSample(this.host, slice, from, unknown.coveredUsec(), unknown.cpuMillicores(), readings.copy());
	}

	private SliceSample sample(SliceName slice, SeriesMeter meter, Instant at, long nanos) {
		Readings readings = this.moment.readings();
		readings.clear();
		this.counters.addTotals(slice, readings);
		Instant stale = at.minus(this.interval.multipliedBy(3));
		for (TrackedRun run : this.runs.open()) {
			RunSample last = run.last();
			if (last != null && last.at().isAfter(stale) && slice.contains(run.slice())) {
				addGauges(last.readings(), readings);
			}
		}
		this.moment.stamp(at, nanos, nanos);
		SeriesMeter.Increment increment = meter.next(this.moment);
		return new SliceSample(this.host, slice, at, increment.coveredUsec(), increment.cpuMillicores(),
				readings.copy());
	}

	private static void addGauges(Readings run, Readings sum) {
		for (Metric metric : Metric.read()) {
			// peaks of different moments don't add up
			if (!metric.isCounter() && metric != Metric.MEMORY_PEAK_BYTES && run.has(metric)) {
				sum.add(metric, run.get(metric));
			}
		}
	}

	@Override
	public void close() {
		// nothing is held open
	}

}
