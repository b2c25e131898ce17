package io.slicemeter.runner;

import java.util.Locale;

/// What a run is doing.
public enum RunState {

	/// Its processes run.
	RUNNING,
	/// Frozen by `docker pause`.
	PAUSED,
	/// Over.
	ENDED,
	/// Over before its command ever started.
	FAILED,
	/// Open, but its host has been silent for longer than `slicemeter.host.silent-after`.
	/// Never stored: told from the host's last sign of life when it is asked for.
	UNKNOWN;

	/// As it is stored and shown.
	public String label() {
		return name().toLowerCase(Locale.ROOT);
	}

	/// The state of a label, as it is stored.
	public static RunState ofLabel(String label) {
		return valueOf(label.toUpperCase(Locale.ROOT));
	}

	/// Whether the run may still use something.
	public boolean isOpen() {
		return this == RUNNING || this == PAUSED || this == UNKNOWN;
	}

}
