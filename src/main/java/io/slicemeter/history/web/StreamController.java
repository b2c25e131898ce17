package io.slicemeter.history.web;

import java.security.Principal;

import io.slicemeter.history.LiveFilter;
import io.slicemeter.history.LivePosition;
import io.slicemeter.history.LiveStream;
import io.slicemeter.history.LiveSubscription;
import io.slicemeter.history.Runners;
import io.slicemeter.web.TokenExpiry;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.http.CacheControl;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;

/// The REST of the live stream.
@RestController
@Tag(name = "stream", description = "What happens now.")
class StreamController {

	/// No time-out: a client stays as long as it likes.
	private static final Long FOREVER = 0L;

	private final LiveStream stream;

	private final Runners runners;

	private final StreamFrames frames;

	StreamController(LiveStream stream, Runners runners, JsonMapper json) {
		this.stream = stream;
		this.runners = runners;
		this.frames = new StreamFrames(json);
	}

	@GetMapping(path = "/api/v1/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
	@Operation(operationId = "stream", summary = "Samples, and runs starting and ending, as they happen",
			description = "Server-sent events: from the connection on, what reaches the database within 30 s. The `id` of "
					+ "an event, sent back in `Last-Event-ID`, gives what was missed of the last 30 s first. Clients that do "
					+ "not keep up are let go. A comment is sent every 15 s.")
	@ApiResponse(responseCode = "200",
			content = @Content(mediaType = MediaType.TEXT_EVENT_STREAM_VALUE, schema = @Schema(
					description = "The `data` of an event.",
					oneOf = { StreamEvent.Samples.class, StreamEvent.RunStarted.class, StreamEvent.RunEnded.class })))
	ResponseEntity<ResponseBodyEmitter> stream(@ParameterObject StreamParameters parameters,
			@Parameter(description = "The `id` of the last event that the client was sent.") @RequestHeader(
					name = "Last-Event-ID", required = false) @Nullable String lastEventId,
			HttpMethod method, @Nullable Principal client) {
		LiveFilter filter = parameters.filter();
		filter.hosts().forEach((host) -> this.runners.mustBeKnown(host, null));
		filter.slices().forEach((slice) -> this.runners.mustBeKnown(null, slice));
		ResponseEntity.BodyBuilder answer = ResponseEntity.ok()
			.contentType(MediaType.TEXT_EVENT_STREAM)
			.cacheControl(CacheControl.noStore())
			// nginx would hold events back until a buffer is full
			.header("X-Accel-Buffering", "no");
		if (method.equals(HttpMethod.HEAD)) {
			return answer.build();
		}
		LiveSubscription subscription = this.stream.subscribe(filter, position(lastEventId));
		ResponseBodyEmitter emitter = new ResponseBodyEmitter(FOREVER);
		emitter.onCompletion(subscription::close);
		Thread.ofVirtual()
			.name("slicemeter-stream-client")
			.start(new StreamClient(subscription, emitter, this.frames, this.stream.heartbeat(),
					TokenExpiry.of(client)));
		return answer.body(emitter);
	}

	/// An ID that is not ours is that of another version: its client begins anew.
	private static @Nullable LivePosition position(@Nullable String lastEventId) {
		return (lastEventId != null) ? LivePosition.decode(lastEventId).orElse(null) : null;
	}

}
