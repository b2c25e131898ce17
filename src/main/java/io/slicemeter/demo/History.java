package io.slicemeter.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.slicemeter.runner.ClosingRecord;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.OomKill;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.runner.RunState;
import io.slicemeter.timeseries.HostSample;
import io.slicemeter.timeseries.RunSample;
import io.slicemeter.timeseries.Sample;
import io.slicemeter.timeseries.SliceSample;

import org.jspecify.annotations.Nullable;

/// What an agent would have written of a fleet, had there been one: samples of every run,
/// slice and the host, and the runs with their closing records. What still lives at the
/// end goes on under the same keys, as the directories of its cgroups are made already.
final class History implements FleetObserver {

	private final HostId host;

	private final HostTree tree;

	private final Duration step;

	private final Instant from;

	private final Map<Life, Metered> metered = new HashMap<>();

	private final Map<DemoSlice, Last> slices = new HashMap<>();

	private final List<Sample> samples = new ArrayList<>();

	private final List<RunRecord> runs = new ArrayList<>();

	private @Nullable Last hostLast;

	private Instant now;

	/// @param step the time between two samples
	/// @param from where it begins
	History(HostId host, HostTree tree, Duration step, Instant from) {
		this.host = host;
		this.tree = tree;
		this.step = step;
		this.from = from;
		this.now = from;
	}

	/// Lets a fleet live up to a moment, in steps that are short enough for short jobs.
	void live(Fleet fleet, Instant until) {
		Duration part = (this.step.compareTo(Duration.ofSeconds(1)) < 0) ? this.step : Duration.ofSeconds(1);
		Instant sampleAt = this.from.plus(this.step);
		while (this.now.isBefore(until)) {
			Instant next = this.now.plus(part);
			// whoever is told what happens asks for the time
			this.now = next.isAfter(until) ? until : next;
			fleet.advance(this.now);
			if (!this.now.isBefore(sampleAt)) {
				sample(fleet);
				sampleAt = sampleAt.plus(this.step);
			}
		}
		fleet.living().forEach((life) -> this.runs.add(record(life, null)));
	}

	/// In the order of their moments.
	List<Sample> samples() {
		return this.samples;
	}

	List<RunRecord> runs() {
		return this.runs;
	}

	private void sample(Fleet fleet) {
		for (Life life : fleet.living()) {
			metered(life).sample(life, false);
		}
		for (SliceTotals slice : fleet.slices()) {
			Readings readings = slice.readings().copy();
			Last last = this.slices.put(slice.slice(), new Last(this.now, readings.get(Metric.CPU_USAGE_USEC)));
			this.samples.add(new SliceSample(this.host, slice.slice().sliceName(), this.now, covered(last),
					millicores(last, readings), readings));
		}
		double upSeconds = Duration.between(this.from, this.now).toMillis() / 1000.0;
		Readings readings = this.tree.host().readings(fleet.slices(), upSeconds);
		Last last = this.hostLast;
		this.hostLast = new Last(this.now, readings.get(Metric.CPU_USAGE_USEC));
		this.samples.add(new HostSample(this.host, this.now, covered(last), millicores(last, readings),
				this.tree.host().memoryBytes() - readings.get(Metric.MEMORY_BYTES), readings));
	}

	private @Nullable Long covered(@Nullable Last last) {
		return (last != null) ? (Long) (Duration.between(last.at(), this.now).toNanos() / 1000) : null;
	}

	private @Nullable Double millicores(@Nullable Last last, Readings readings) {
		Long coveredUsec = covered(last);
		if (last == null || coveredUsec == null || coveredUsec <= 0) {
			return null;
		}
		return (readings.get(Metric.CPU_USAGE_USEC) - last.usageUsec()) * 1000.0 / coveredUsec;
	}

	private Metered metered(Life life) {
		Metered known = this.metered.get(life);
		if (known == null) {
			throw new IllegalStateException(life.container().name() + " never started");
		}
		return known;
	}

	@Override
	public void started(Life life) {
		long inode = this.tree.prepare(life).inode();
		this.metered.put(life,
				new Metered(RunKey.ofCgroup(this.host, life.container().id(), this.tree.bootId(), inode), this.now));
	}

	@Override
	public void outOfMemory(Life life) {
		metered(life).oomKills.add(new OomKill(this.now, 1));
	}

	@Override
	public void ended(Life life) {
		metered(life).sample(life, true);
		this.runs.add(record(life, this.now));
		this.metered.remove(life);
		this.tree.abandon(life);
	}

	@Override
	public void removed(SimulatedContainer container) {
		this.tree.forget(container);
	}

	/// @param endedAt when the run ended; null while it lives
	private RunRecord record(Life life, @Nullable Instant endedAt) {
		SimulatedContainer container = life.container();
		Metered of = metered(life);
		Instant changedAt = (endedAt != null) ? endedAt : life.startedAt();
		long revision = changedAt.getEpochSecond() * 1_000_000 + changedAt.getNano() / 1000;
		RunRecord record = new RunRecord(of.key, revision, container.runner(), List.of(),
				container.kind().slice().sliceName(), container.id(), container.name(), container.kind().image(),
				container.labels(), "bridge", List.of(), container.kind().limits(), life.startedAt(), true,
				RunState.RUNNING, null, null, null, null, false);
		return (endedAt != null)
				? record.ended(endedAt, life.exitCode(), life.oomKilled()).closed(closing(life, of, endedAt)) : record;
	}

	private ClosingRecord closing(Life life, Metered of, Instant endedAt) {
		Readings readings = life.readings();
		long durationUsec = Duration.between(life.startedAt(), endedAt).toNanos() / 1000;
		long usage = readings.get(Metric.CPU_USAGE_USEC);
		return new ClosingRecord(true, List.of(), null, endedAt, durationUsec, usage,
				ClosingRecord.mean(usage, durationUsec), readings.get(Metric.MEMORY_PEAK_BYTES), "kernel",
				readings.get(Metric.OOM_KILLS), of.oomKills, readings.get(Metric.NETWORK_RECEIVED_BYTES),
				readings.get(Metric.NETWORK_SENT_BYTES), readings.get(Metric.IO_READ_BYTES),
				readings.get(Metric.IO_WRITE_BYTES), of.samples, of.samples, 1.0);
	}

	private record Last(Instant at, long usageUsec) {
	}

	/// What was told of one run so far.
	private final class Metered {

		private final RunKey key;

		private final List<OomKill> oomKills = new ArrayList<>();

		private Last last;

		private long samples;

		Metered(RunKey key, Instant startedAt) {
			this.key = key;
			this.last = new Last(startedAt, 0);
		}

		void sample(Life life, boolean closing) {
			Readings readings = life.readings().copy();
			Double millicores = millicores(this.last, readings);
			Long covered = covered(this.last);
			this.last = new Last(History.this.now, readings.get(Metric.CPU_USAGE_USEC));
			if (closing) {
				Metric.read().stream().filter((metric) -> !metric.isCounter()).forEach(readings::remove);
			}
			this.samples++;
			History.this.samples.add(
					new RunSample(this.key, History.this.now, covered, closing, closing ? null : millicores, readings));
		}

	}

}
