package io.slicemeter.runner;

import java.util.Locale;

/// Where a host's figures come from.
public enum Source {

	/// The kernel's own files, on cgroup v2.
	CGROUP,
	/// The Engine's statistics API.
	DOCKER;

	/// The source of a label, as it is stored.
	public static Source ofLabel(String label) {
		return valueOf(label.toUpperCase(Locale.ROOT));
	}

	/// As it is stored and shown.
	public String label() {
		return name().toLowerCase(Locale.ROOT);
	}

}
