package io.slicemeter.sampling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.slicemeter.engine.StatisticsReading;
import io.slicemeter.engine.StatisticsStream;
import io.slicemeter.engine.StatisticsStreams;
import io.slicemeter.runner.ContainerId;
import org.jspecify.annotations.Nullable;

/// Streams of readings that a test puts in by hand.
final class FakeStreams implements StatisticsStreams {

	private final Map<ContainerId, Slot> open = new HashMap<>();

	private final List<ContainerId> closed = new ArrayList<>();

	@Override
	public StatisticsStream open(ContainerId container) {
		Slot slot = new Slot(container);
		this.open.put(container, slot);
		return slot;
	}

	void put(ContainerId container, StatisticsReading reading) {
		Slot slot = this.open.get(container);
		if (slot == null) {
			throw new IllegalStateException("No stream of " + container);
		}
		slot.reading = reading;
	}

	boolean isOpen(ContainerId container) {
		return this.open.containsKey(container);
	}

	List<ContainerId> closed() {
		return List.copyOf(this.closed);
	}

	private final class Slot implements StatisticsStream {

		private final ContainerId container;

		private @Nullable StatisticsReading reading;

		private Slot(ContainerId container) {
			this.container = container;
		}

		@Override
		public @Nullable StatisticsReading take() {
			StatisticsReading reading = this.reading;
			this.reading = null;
			return reading;
		}

		@Override
		public void close() {
			FakeStreams.this.open.remove(this.container, this);
			FakeStreams.this.closed.add(this.container);
		}

	}

}
