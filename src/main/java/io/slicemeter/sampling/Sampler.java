package io.slicemeter.sampling;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.slicemeter.runner.RunKey;
import io.slicemeter.timeseries.Intake;
import io.slicemeter.timeseries.RunSample;
import io.slicemeter.timeseries.Sample;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The hot loop: one tick reads every open run, then the slices, then the host, and hands
/// it all on in one go. It asks the Engine nothing, waits for nobody, and never dies:
/// what one run throws costs that run that tick.
final class Sampler {

	private static final Logger logger = LoggerFactory.getLogger(Sampler.class);

	private final TrackedRuns runs;

	private final Tracker tracker;

	private final SliceMeters slices;

	private final HostMeter host;

	private final SampleClock clock;

	private final Intake intake;

	private final SamplingMetrics metrics;

	private final UsageMetrics usage;

	private final Moment moment = new Moment();

	private volatile long lastTickNanos;

	/// Runs whose reading failed in the last tick: told when it begins, not at each tick.
	private final Set<RunKey> failing = new HashSet<>();

	Sampler(TrackedRuns runs, Tracker tracker, SliceMeters slices, HostMeter host, SampleClock clock, Intake intake,
			SamplingMetrics metrics, UsageMetrics usage) {
		this.runs = runs;
		this.tracker = tracker;
		this.slices = slices;
		this.host = host;
		this.clock = clock;
		this.intake = intake;
		this.metrics = metrics;
		this.usage = usage;
		this.lastTickNanos = clock.nanos();
	}

	/// One tick.
	void tick() {
		long begunNanos = this.clock.nanos();
		this.clock.compare();
		List<Sample> samples = new ArrayList<>(this.runs.size() + 16);
		for (TrackedRun run : this.runs.open()) {
			try {
				sample(run, samples);
				this.failing.remove(run.key());
			}
			catch (RuntimeException ex) {
				failed(run, ex);
			}
		}
		guarded("slices", () -> this.slices.sample(samples));
		guarded("host", () -> this.host.sample(samples));
		guarded("intake", () -> this.intake.append(samples));
		guarded("metrics", () -> this.usage.ticked(this.runs, samples));
		if (!this.failing.isEmpty()) {
			this.failing.retainAll(this.runs.keys());
		}
		this.lastTickNanos = this.clock.nanos();
		this.metrics.ticked(this.lastTickNanos - begunNanos, samples.size());
	}

	/// How long ago the last tick ended; since the sampler was made, if there was none.
	Duration sinceLastTick(long nowNanos) {
		return Duration.ofNanos(nowNanos - this.lastTickNanos);
	}

	private void sample(TrackedRun run, List<Sample> samples) {
		switch (run.sample(this.moment)) {
			case READ -> {
				RunSample last = run.last();
				if (last != null) {
					samples.add(last);
					this.slices.add(run);
				}
			}
			case NOTHING_NEW -> {
				// the Engine's documents come at its own pace
			}
			case ENDING -> this.tracker.vanished(run);
			case REPLACED -> this.tracker.replaced(run);
		}
	}

	private void failed(TrackedRun run, RuntimeException ex) {
		this.metrics.readFailed();
		if (this.failing.add(run.key())) {
			logger.warn("Run {} of container {} could not be read in this tick", run.key(),
					run.container().abbreviated(), ex);
		}
	}

	private void guarded(String what, Runnable part) {
		try {
			part.run();
		}
		catch (RuntimeException ex) {
			this.metrics.readFailed();
			logger.warn("A tick went on without its {}", what, ex);
		}
	}

}
