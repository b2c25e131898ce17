package io.slicemeter.measurement;

import java.util.Locale;

/// Where a measurement is in its life.
public enum MeasurementState {

	/// It is about to run.
	SCHEDULED,
	/// Load is sent.
	RUNNING,
	/// It ended as it was to: it was asked to stop, or its time or its requests were
	/// over.
	STOPPED,
	/// It could not go on.
	FAILED,
	/// The process that drove the load ended; what was measured is kept.
	INTERRUPTED;

	/// As it is stored and shown, e.g. `running`.
	public String label() {
		return name().toLowerCase(Locale.ROOT);
	}

	public boolean isOver() {
		return this != SCHEDULED && this != RUNNING;
	}

	static MeasurementState ofLabel(String label) {
		return valueOf(label.toUpperCase(Locale.ROOT));
	}

}
