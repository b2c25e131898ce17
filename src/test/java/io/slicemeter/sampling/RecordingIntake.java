package io.slicemeter.sampling;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.slicemeter.runner.HostRecord;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.runner.SliceName;
import io.slicemeter.runner.SliceRecord;
import io.slicemeter.timeseries.HostSample;
import io.slicemeter.timeseries.Intake;
import io.slicemeter.timeseries.RunSample;
import io.slicemeter.timeseries.Sample;
import io.slicemeter.timeseries.SliceSample;

import static org.assertj.core.api.Assertions.assertThat;

/// Keeps everything that goes in.
final class RecordingIntake implements Intake {

	private final List<Sample> samples = new ArrayList<>();

	private final List<HostRecord> hosts = new ArrayList<>();

	private final Map<SliceName, SliceRecord> slices = new LinkedHashMap<>();

	private final List<RunRecord> runs = new ArrayList<>();

	@Override
	public synchronized int append(List<? extends Sample> samples) {
		this.samples.addAll(samples);
		return 0;
	}

	@Override
	public synchronized void record(HostRecord host) {
		this.hosts.add(host);
	}

	@Override
	public synchronized void record(SliceRecord slice) {
		this.slices.put(slice.slice(), slice);
	}

	@Override
	public synchronized void record(RunRecord run) {
		this.runs.add(run);
	}

	/// All rows of runs that were told, in their order.
	synchronized List<RunRecord> runRows() {
		return List.copyOf(this.runs);
	}

	/// The newest row of each run, in the order in which the runs were first told.
	synchronized List<RunRecord> runs() {
		Map<RunKey, RunRecord> newest = new LinkedHashMap<>();
		for (RunRecord run : this.runs) {
			RunRecord before = newest.put(run.key(), run);
			if (before != null) {
				assertThat(run.revision()).isGreaterThan(before.revision());
			}
		}
		return List.copyOf(newest.values());
	}

	synchronized List<RunSample> runSamples() {
		return this.samples.stream().filter(RunSample.class::isInstance).map(RunSample.class::cast).toList();
	}

	synchronized List<SliceSample> sliceSamples(String slice) {
		return this.samples.stream()
			.filter(SliceSample.class::isInstance)
			.map(SliceSample.class::cast)
			.filter((sample) -> sample.slice().value().equals(slice))
			.toList();
	}

	synchronized List<HostSample> hostSamples() {
		return this.samples.stream().filter(HostSample.class::isInstance).map(HostSample.class::cast).toList();
	}

	synchronized Map<SliceName, SliceRecord> slices() {
		return Map.copyOf(this.slices);
	}

	synchronized List<HostRecord> hosts() {
		return List.copyOf(this.hosts);
	}

	synchronized void forgetSamples() {
		this.samples.clear();
	}

}
