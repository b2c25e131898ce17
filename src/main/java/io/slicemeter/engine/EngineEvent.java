package io.slicemeter.engine;

import java.time.Instant;
import java.util.Map;

import io.slicemeter.runner.ContainerId;
import org.jspecify.annotations.Nullable;

/// What the Engine told of a container, as it happened.
public sealed interface EngineEvent {

	/// Which container.
	ContainerId container();

	/// When, by the Engine's clock.
	Instant at();

	/// Its first process runs.
	/// @param name its name, without a slash
	/// @param attributes the event's own: labels, `image`, `name`
	record Started(ContainerId container, Instant at, String name,
			Map<String, String> attributes) implements EngineEvent {
	}

	/// Its first process ended; by then its cgroup is gone.
	/// @param exitCode the exit status; null where the event has none
	record Died(ContainerId container, Instant at, @Nullable Integer exitCode) implements EngineEvent {
	}

	/// The OOM killer ended a process in it; it may live on.
	record OutOfMemory(ContainerId container, Instant at) implements EngineEvent {
	}

	/// It was removed.
	record Destroyed(ContainerId container, Instant at) implements EngineEvent {
	}

	/// It got another name.
	/// @param name the new one, without a slash
	/// @param formerName the old one, without a slash
	record Renamed(ContainerId container, Instant at, String name, String formerName) implements EngineEvent {
	}

	/// It was frozen.
	record Paused(ContainerId container, Instant at) implements EngineEvent {
	}

	/// It goes on.
	record Unpaused(ContainerId container, Instant at) implements EngineEvent {
	}

	/// Its limits changed; an inspection follows with their values.
	record Updated(ContainerId container, Instant at) implements EngineEvent {
	}

}
