package io.slicemeter.history.web;

import java.util.List;

import io.slicemeter.history.LiveDelivery;
import io.slicemeter.history.LiveFilter;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Writes events as `text/event-stream` wants them.
/// https://html.spec.whatwg.org/multipage/server-sent-events.html
final class StreamFrames {

	/// After which time a client that lost its connection is to come back, ms.
	static final String RETRY = "retry: 3000\n\n";

	/// A comment, so that nobody between takes the connection for dead.
	static final String HEARTBEAT = ": heartbeat\n\n";

	private final ObjectWriter json;

	StreamFrames(JsonMapper json) {
		// a line break would end the data
		this.json = json.writer().without(SerializationFeature.INDENT_OUTPUT);
	}

	/// All that a client is sent of a delivery, in one piece.
	Frames of(LiveDelivery delivery, LiveFilter filter) {
		List<StreamEvent> events = StreamEvent.of(delivery.look(), filter);
		StringBuilder text = new StringBuilder();
		for (int number = Math.min(delivery.skipped(), events.size()) + 1; number <= events.size(); number++) {
			StreamEvent event = events.get(number - 1);
			text.append("id: ")
				.append(delivery.position(number, number == events.size()).encoded())
				.append("\nevent: ")
				.append(event.event())
				.append("\ndata: ")
				.append(this.json.writeValueAsString(event))
				.append("\n\n");
		}
		return new Frames(text.toString(), Math.max(0, events.size() - delivery.skipped()));
	}

	/// @param events how many events it is
	record Frames(String text, int events) {
	}

}
