package io.slicemeter.engine;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

import com.github.dockerjava.api.model.Event;
import com.github.dockerjava.api.model.EventActor;
import io.slicemeter.runner.ContainerId;
import org.jspecify.annotations.Nullable;

/// Turns the Engine's events into ours.
final class EventDecoder {

	/// The actions that the Engine is asked for. Each health check alone is three exec
	/// events: without the filter they would be most of the stream.
	static final String[] ACTIONS = { "start", "die", "oom", "destroy", "rename", "pause", "unpause", "update" };

	private static final long NANOS_PER_SECOND = 1_000_000_000L;

	private EventDecoder() {
	}

	/// Reads one event.
	/// @return null if it is none of ours, or does not say which container or when
	static @Nullable EngineEvent decode(Event event) {
		EventActor actor = event.getActor();
		String id = (actor != null && actor.getId() != null) ? actor.getId() : event.getId();
		Instant at = at(event);
		String action = (event.getAction() != null) ? event.getAction() : event.getStatus();
		if (id == null || !ContainerId.isValid(id) || at == null || action == null) {
			return null;
		}
		return decode(action, new ContainerId(id), at, attributes(actor));
	}

	private static @Nullable EngineEvent decode(String action, ContainerId container, Instant at,
			Map<String, String> attributes) {
		String name = InspectionDecoder.withoutSlash(attributes.getOrDefault("name", ""));
		// Other actions may come from an engine that ignores the filter, some with text
		// after them, e.g. "exec_create: sh -c true".
		return switch (action) {
			case "start" -> new EngineEvent.Started(container, at, name, attributes);
			case "die" -> new EngineEvent.Died(container, at, exitCode(attributes.get("exitCode")));
			case "oom" -> new EngineEvent.OutOfMemory(container, at);
			case "destroy" -> new EngineEvent.Destroyed(container, at);
			case "rename" -> new EngineEvent.Renamed(container, at, name,
					InspectionDecoder.withoutSlash(attributes.getOrDefault("oldName", "")));
			case "pause" -> new EngineEvent.Paused(container, at);
			case "unpause" -> new EngineEvent.Unpaused(container, at);
			case "update" -> new EngineEvent.Updated(container, at);
			default -> null;
		};
	}

	/// The short name of an event's kind, as the Engine calls it.
	static String action(EngineEvent event) {
		return switch (event) {
			case EngineEvent.Started _ -> "start";
			case EngineEvent.Died _ -> "die";
			case EngineEvent.OutOfMemory _ -> "oom";
			case EngineEvent.Destroyed _ -> "destroy";
			case EngineEvent.Renamed _ -> "rename";
			case EngineEvent.Paused _ -> "pause";
			case EngineEvent.Unpaused _ -> "unpause";
			case EngineEvent.Updated _ -> "update";
		};
	}

	private static @Nullable Instant at(Event event) {
		Long nanos = event.getTimeNano();
		if (nanos != null && nanos > 0) {
			return Instant.ofEpochSecond(nanos / NANOS_PER_SECOND, nanos % NANOS_PER_SECOND);
		}
		Long seconds = event.getTime();
		return (seconds != null && seconds > 0) ? Instant.ofEpochSecond(seconds) : null;
	}

	private static Map<String, String> attributes(@Nullable EventActor actor) {
		Map<String, String> attributes = new HashMap<>();
		if (actor != null && actor.getAttributes() != null) {
			actor.getAttributes().forEach((key, value) -> {
				if (key != null && value != null) {
					attributes.put(key, value);
				}
			});
		}
		return Map.copyOf(attributes);
	}

	private static @Nullable Integer exitCode(@Nullable String text) {
		try {
			return (text != null) ? Integer.valueOf(text.strip()) : null;
		}
		catch (NumberFormatException ex) {
			return null;
		}
	}

}
