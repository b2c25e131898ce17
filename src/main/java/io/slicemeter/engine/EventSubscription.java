package io.slicemeter.engine;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Event;
import org.jspecify.annotations.Nullable;

/// The Engine's stream of events. Called on docker-java's own thread, which it never
/// keeps waiting: all it does is put into the queue.
final class EventSubscription implements ResultCallback<Event> {

	private final EventQueue queue;

	private final Runnable lost;

	private final CompletableFuture<Void> started = new CompletableFuture<>();

	// When the daemon dies docker-java calls onError and then onComplete too.
	private final AtomicBoolean ended = new AtomicBoolean();

	private volatile @Nullable Closeable response;

	/// @param lost called for each event that found no room
	EventSubscription(EventQueue queue, Runnable lost) {
		this.queue = queue;
		this.lost = lost;
	}

	@Override
	public void onStart(Closeable response) {
		Thread.currentThread().setName("slicemeter-engine-events");
		this.response = response;
		if (this.ended.get()) {
			closeResponse();
		}
		this.started.complete(null);
	}

	@Override
	public void onNext(Event event) {
		if (!this.ended.get() && !this.queue.deliver(event)) {
			this.lost.run();
		}
	}

	@Override
	public void onError(Throwable problem) {
		this.started.completeExceptionally(problem);
		end("The event stream broke: " + EngineLostException.rootMessage(problem));
	}

	@Override
	public void onComplete() {
		this.started.complete(null);
		end("The Engine ended the event stream");
	}

	/// Waits until the Engine accepted the subscription.
	void awaitStart(Duration atMost) throws InterruptedException {
		try {
			this.started.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (ExecutionException ex) {
			throw new EngineLostException("Subscribing to events failed", ex);
		}
		catch (TimeoutException ex) {
			throw new EngineLostException("Subscribing to events got no answer within " + atMost);
		}
	}

	@Override
	public void close() {
		end("Closed");
		closeResponse();
	}

	private void end(String why) {
		if (this.ended.compareAndSet(false, true)) {
			this.queue.end(why);
		}
	}

	private void closeResponse() {
		Closeable open = this.response;
		if (open == null) {
			return;
		}
		try {
			open.close();
		}
		catch (IOException ex) {
			// It is closed one way or the other.
		}
	}

}
