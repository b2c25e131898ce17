package io.slicemeter.history;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/// One client of the stream: what it is to be told waits here. Looks are shared by all
/// clients, so that one that is slow holds no more memory than one that is not.
public final class LiveSubscription implements AutoCloseable {

	private static final LiveDelivery END = new LiveDelivery(
			new LiveLook("", 0, Instant.EPOCH, Instant.EPOCH, Instant.EPOCH, List.of(), List.of(), List.of()), 0, true);

	private final LiveStream stream;

	private final LiveFilter filter;

	private final BlockingQueue<LiveDelivery> waiting;

	private volatile boolean open = true;

	private volatile boolean writing;

	private volatile long writingSinceNanos;

	/// @param missed what it is told first
	/// @param room how many looks may wait
	LiveSubscription(LiveStream stream, LiveFilter filter, List<LiveDelivery> missed, int room) {
		this.stream = stream;
		this.filter = filter;
		this.waiting = new LinkedBlockingQueue<>(room + missed.size());
		this.waiting.addAll(missed);
	}

	/// What the client wants to be told of.
	public LiveFilter filter() {
		return this.filter;
	}

	/// Whether more is to come. The client is to be let go once it isn't.
	public boolean isOpen() {
		return this.open;
	}

	/// What the client is to be told next; null if there is nothing within a time.
	public @Nullable LiveDelivery next(Duration wait) throws InterruptedException {
		LiveDelivery next = this.waiting.poll(wait.toNanos(), TimeUnit.NANOSECONDS);
		return (next == END) ? null : next;
	}

	/// Something is being sent to the client from now on.
	public void sending(long nowNanos) {
		this.writingSinceNanos = nowNanos;
		this.writing = true;
	}

	/// It was sent.
	/// @param events how many events it was
	public void sent(int events) {
		this.writing = false;
		this.stream.sent(events);
	}

	/// Whether the client has not taken what is being sent for so long.
	boolean isStuck(long nowNanos, Duration after) {
		return this.writing && nowNanos - this.writingSinceNanos > after.toNanos();
	}

	/// Whether there was room for it.
	boolean offer(LiveLook look) {
		return !look.hasSomethingFor(this.filter) || this.waiting.offer(LiveDelivery.of(look));
	}

	/// Nothing more comes, and what waits is not told any more.
	void end() {
		this.open = false;
		this.waiting.clear();
		this.waiting.add(END);
	}

	@Override
	public void close() {
		this.stream.leave(this);
	}

}
