package io.slicemeter.history.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;

import io.slicemeter.history.LiveDelivery;
import io.slicemeter.history.LiveSubscription;
import io.slicemeter.history.web.StreamFrames.Frames;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;

/// Sends one client what its subscription tells, and heartbeats. It runs on a thread of
/// its own, which waits while the client is slow.
final class StreamClient implements Runnable {

	static final MediaType EVENT_STREAM = new MediaType(MediaType.TEXT_EVENT_STREAM, StandardCharsets.UTF_8);

	private static final Logger logger = LoggerFactory.getLogger(StreamClient.class);

	private final LiveSubscription subscription;

	private final ResponseBodyEmitter emitter;

	private final StreamFrames frames;

	private final Duration heartbeat;

	private final @Nullable Instant until;

	/// @param until when it is let go, looked at with each heartbeat; null for never
	StreamClient(LiveSubscription subscription, ResponseBodyEmitter emitter, StreamFrames frames, Duration heartbeat,
			@Nullable Instant until) {
		this.subscription = subscription;
		this.emitter = emitter;
		this.frames = frames;
		this.heartbeat = heartbeat;
		this.until = until;
	}

	@Override
	public void run() {
		try (this.subscription) {
			send(StreamFrames.RETRY, 0);
			long beatenNanos = System.nanoTime();
			while (this.subscription.isOpen() && !isOver()) {
				Duration untilBeat = this.heartbeat.minusNanos(System.nanoTime() - beatenNanos);
				if (untilBeat.isNegative()) {
					send(StreamFrames.HEARTBEAT, 0);
					beatenNanos = System.nanoTime();
					continue;
				}
				LiveDelivery next = this.subscription.next(untilBeat);
				if (next != null) {
					Frames frames = this.frames.of(next, this.subscription.filter());
					if (frames.events() > 0) {
						send(frames.text(), frames.events());
					}
				}
			}
			this.emitter.complete();
		}
		catch (IOException | IllegalStateException ex) {
			// the client has gone, and the server knows it
			logger.debug("A client of the stream has gone: {}", ex.getMessage());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			this.emitter.complete();
		}
		catch (RuntimeException ex) {
			logger.error("A client of the stream can't be told what happens", ex);
			this.emitter.complete();
		}
	}

	private boolean isOver() {
		return this.until != null && !Instant.now().isBefore(this.until);
	}

	private void send(String text, int events) throws IOException {
		this.subscription.sending(System.nanoTime());
		this.emitter.send(text, EVENT_STREAM);
		this.subscription.sent(events);
	}

}
