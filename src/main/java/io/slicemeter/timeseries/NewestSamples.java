package io.slicemeter.timeseries;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.slicemeter.runner.RunKey;
import org.jspecify.annotations.Nullable;

/// The newest sample of each run that is not over: with it the run is closed if it ends
/// while no agent is running.
///
/// Not thread-safe: its spool's lock guards it.
final class NewestSamples {

	private final Map<RunKey, RunSample> newest = new LinkedHashMap<>();

	private boolean changed;

	/// Takes in samples in their order.
	void take(List<? extends Sample> samples) {
		for (Sample sample : samples) {
			if (sample instanceof RunSample run) {
				this.newest.merge(run.run(), run, (old, added) -> added.at().isBefore(old.at()) ? old : added);
				this.changed = true;
			}
		}
	}

	/// Forgets the runs that are over.
	void over(List<CatalogueRow> rows) {
		for (CatalogueRow row : rows) {
			if (row instanceof CatalogueRow.OfRun run && run.run().endedAt() != null) {
				this.changed |= this.newest.remove(run.run().key()) != null;
			}
		}
	}

	@Nullable RunSample of(RunKey run) {
		return this.newest.get(run);
	}

	/// Whether something changed since this was asked last.
	boolean changed() {
		boolean changed = this.changed;
		this.changed = false;
		return changed;
	}

	byte[] encoded() {
		return SampleCodec.encode(new ArrayList<>(this.newest.values()));
	}

	/// @param encoded what another process kept; null if there is nothing
	static NewestSamples of(byte @Nullable [] encoded) throws IOException {
		NewestSamples samples = new NewestSamples();
		if (encoded != null) {
			samples.take(SampleCodec.decode(encoded));
		}
		return samples;
	}

}
