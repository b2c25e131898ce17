package io.slicemeter.engine;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import com.github.dockerjava.api.model.Event;
import org.jspecify.annotations.Nullable;

/// What one subscription delivered and nobody handled yet. Whoever delivers never waits:
/// an Engine drops events silently for slow readers. When the queue is full the newest is
/// lost, and that fact kept: a reconcile makes up for it.
final class EventQueue {

	private final BlockingQueue<Signal> signals = new LinkedBlockingQueue<>();

	private final AtomicBoolean overflowed = new AtomicBoolean();

	private final int capacity;

	EventQueue(int capacity) {
		this.capacity = capacity;
	}

	/// Takes an event in.
	/// @return whether there was room
	boolean deliver(Event event) {
		if (this.signals.size() >= this.capacity) {
			this.overflowed.set(true);
			return false;
		}
		return this.signals.add(new Arrived(event));
	}

	/// Nothing comes after this. There is always room for it.
	void end(String why) {
		this.signals.add(new Ended(why));
	}

	@Nullable Signal poll(long nanos) throws InterruptedException {
		return this.signals.poll(Math.max(0, nanos), TimeUnit.NANOSECONDS);
	}

	int size() {
		return this.signals.size();
	}

	/// Whether something was lost since this was last asked.
	boolean takeOverflow() {
		return this.overflowed.getAndSet(false);
	}

	/// What a subscription delivers.
	sealed interface Signal {

	}

	/// An event, as the Engine told it.
	record Arrived(Event event) implements Signal {
	}

	/// The subscription is over.
	record Ended(String why) implements Signal {
	}

}
