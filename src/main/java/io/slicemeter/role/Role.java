package io.slicemeter.role;

import java.util.Map;

/// What a process is.
enum Role {

	/// Everything in one process: meters this machine, stores, answers.
	STANDALONE;

	/// The properties that this role presets. Whatever the user sets anywhere has
	/// precedence.
	Map<String, Object> presets() {
		return switch (this) {
			// It asks nobody who they are, so it answers this machine alone, and tells
			// its health in full: there its user sees why no runner shows up.
			case STANDALONE ->
				Map.of("server.address", "127.0.0.1", "management.endpoint.health.show-details", "always");
		};
	}

}
