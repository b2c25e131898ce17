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
			// It asks nobody who they are, so it answers this machine alone.
			case STANDALONE -> Map.of("server.address", "127.0.0.1");
		};
	}

}
