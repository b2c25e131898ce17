package io.slicemeter.timeseries;

import java.util.List;

import io.slicemeter.runner.HostRecord;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.runner.SliceRecord;

/// Takes everything into the spool.
final class SpoolIntake implements Intake {

	private final Spool spool;

	private final WriterMetrics metrics;

	SpoolIntake(Spool spool, WriterMetrics metrics) {
		this.spool = spool;
		this.metrics = metrics;
	}

	@Override
	public int append(List<? extends Sample> samples) {
		int dropped = this.spool.append(samples);
		this.metrics.dropped(dropped);
		return dropped;
	}

	@Override
	public void record(HostRecord host) {
		this.spool.record(new CatalogueRow.OfHost(host, System.nanoTime()));
	}

	@Override
	public void record(SliceRecord slice) {
		this.spool.record(new CatalogueRow.OfSlice(slice));
	}

	@Override
	public void record(RunRecord run) {
		this.spool.record(new CatalogueRow.OfRun(run));
	}

}
