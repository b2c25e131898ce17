package io.slicemeter.sampling;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.runner.RunnerName;
import io.slicemeter.runner.SliceName;
import io.slicemeter.timeseries.RunSample;
import io.slicemeter.timeseries.Sample;
import io.slicemeter.timeseries.SliceSample;
import org.jspecify.annotations.Nullable;

/// What runners and slices use, for Prometheus and the like. Bounded: a runner's series
/// go when its last run ends, and there are never more than so many. Used by the thread
/// of the ticks alone.
final class UsageMetrics {

	/// A slice that misses so many ticks is gone; source `docker` has slower readings.
	private static final int MISSED_TICKS = 30;

	private final MeterRegistry registry;

	private final String host;

	private final int most;

	private final Counter overflowed;

	private final Map<RunKey, Live> runs = new HashMap<>();

	private final Map<RunnerOfSlice, Runner> runners = new HashMap<>();

	private final Map<SliceName, Slice> slices = new HashMap<>();

	/// Runs that found no room: each is counted once.
	private final Set<RunKey> refused = new HashSet<>();

	private long ticks;

	/// @param most how many runners are exported, and how many slices
	UsageMetrics(MeterRegistry registry, String host, int most) {
		this.registry = registry;
		this.host = host;
		this.most = most;
		this.overflowed = Counter.builder("slicemeter.metrics.overflowed")
			.description("Runs whose runner is not exported since slicemeter.metrics.max-runners are")
			.baseUnit("runs")
			.register(registry);
	}

	/// Takes what a tick has read.
	void ticked(TrackedRuns open, List<Sample> samples) {
		this.ticks++;
		for (TrackedRun run : open.open()) {
			RunRecord record = run.record();
			RunSample last = run.last();
			if (record != null && last != null) {
				sampled(run.key(), run.slice(), record.runner(), last.readings(), run::closingSample);
			}
		}
		for (Sample sample : samples) {
			if (sample instanceof SliceSample slice) {
				sampled(slice);
			}
		}
		endAllBut(open.keys());
		forgetSilentSlices();
	}

	void sampled(RunKey key, SliceName slice, RunnerName name, Readings readings,
			Supplier<@Nullable RunSample> closing) {
		Live live = this.runs.get(key);
		if (live != null && live.readings == readings) {
			return;
		}
		if (live != null && !live.name.runner().equals(name)) {
			end(key, live);
			live = null;
		}
		if (live == null) {
			live = begin(key, new RunnerOfSlice(slice, name), closing);
		}
		if (live != null) {
			live.take(readings);
		}
	}

	private @Nullable Live begin(RunKey key, RunnerOfSlice name, Supplier<@Nullable RunSample> closing) {
		Runner runner = this.runners.get(name);
		if (runner == null) {
			if (this.runners.size() >= this.most) {
				if (this.refused.add(key)) {
					this.overflowed.increment();
				}
				return null;
			}
			runner = new Runner(new UsageSeries(this.registry, "runner",
					Tags.of("host", this.host, "slice", name.slice().value(), "runner", name.runner().value())));
			this.runners.put(name, runner);
		}
		this.refused.remove(key);
		Live live = new Live(key, name, runner, closing);
		this.runs.put(key, live);
		return live;
	}

	private void sampled(SliceSample sample) {
		Slice slice = this.slices.get(sample.slice());
		if (slice == null) {
			if (this.slices.size() >= this.most) {
				return;
			}
			slice = new Slice(new UsageSeries(this.registry, "slice",
					Tags.of("host", this.host, "slice", sample.slice().value())));
			this.slices.put(sample.slice(), slice);
		}
		slice.series.update(slice.readings, sample.readings(), List.of(sample.readings()));
		slice.readings = sample.readings();
		slice.seen = this.ticks;
	}

	/// Ends the runs that are not open any more.
	void endAllBut(Set<RunKey> open) {
		Iterator<Map.Entry<RunKey, Live>> all = this.runs.entrySet().iterator();
		while (all.hasNext()) {
			Map.Entry<RunKey, Live> each = all.next();
			if (!open.contains(each.getKey())) {
				all.remove();
				leave(each.getKey(), each.getValue());
			}
		}
		this.refused.retainAll(open);
	}

	private void end(RunKey key, Live live) {
		this.runs.remove(key);
		leave(key, live);
	}

	/// The runner of a run that ends has the run's final counters, if another of its runs
	/// goes on.
	private void leave(RunKey key, Live live) {
		RunSample closing = live.closing.get();
		if (closing != null) {
			live.take(closing.readings());
		}
		live.runner.living.remove(key);
		if (live.runner.living.isEmpty()) {
			live.runner.series.remove();
			this.runners.remove(live.name);
		}
	}

	private void forgetSilentSlices() {
		this.slices.values().removeIf((slice) -> {
			boolean gone = this.ticks - slice.seen > MISSED_TICKS;
			if (gone) {
				slice.series.remove();
			}
			return gone;
		});
	}

	private record RunnerOfSlice(SliceName slice, RunnerName runner) {
	}

	private static final class Runner {

		private final UsageSeries series;

		private final Map<RunKey, Readings> living = new HashMap<>();

		Runner(UsageSeries series) {
			this.series = series;
		}

	}

	private static final class Slice {

		private final UsageSeries series;

		private Readings readings = new Readings();

		private long seen;

		Slice(UsageSeries series) {
			this.series = series;
		}

	}

	private static final class Live {

		private final RunKey key;

		private final RunnerOfSlice name;

		private final Runner runner;

		private final Supplier<@Nullable RunSample> closing;

		private Readings readings = new Readings();

		Live(RunKey key, RunnerOfSlice name, Runner runner, Supplier<@Nullable RunSample> closing) {
			this.key = key;
			this.name = name;
			this.runner = runner;
			this.closing = closing;
		}

		void take(Readings now) {
			this.runner.living.put(this.key, now);
			this.runner.series.update(this.readings, now, this.runner.living.values());
			this.readings = now;
		}

	}

}
