package io.slicemeter.sampling;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

import org.springframework.scheduling.Trigger;
import org.springframework.scheduling.TriggerContext;

/// Keeps the beat: the next tick is planned one interval after the last planned one. A
/// tick that began more than half an interval late starts a new beat, one interval after
/// its actual start.
///
/// A plain fixed rate fires in a burst after a late tick, and a fixed delay drifts.
final class TickTrigger implements Trigger {

	private final Duration interval;

	private final AtomicLong lateTicks = new AtomicLong();

	TickTrigger(Duration interval) {
		this.interval = interval;
	}

	@Override
	public Instant nextExecution(TriggerContext context) {
		Instant planned = context.lastScheduledExecution();
		Instant started = context.lastActualExecution();
		Instant completed = context.lastCompletion();
		if (planned == null || started == null || completed == null) {
			return context.getClock().instant();
		}
		Instant next = planned.plus(this.interval);
		if (Duration.between(planned, started).compareTo(this.interval.dividedBy(2)) > 0) {
			this.lateTicks.incrementAndGet();
			next = started.plus(this.interval);
		}
		return next;
	}

	/// How many ticks began more than half an interval late.
	long lateTicks() {
		return this.lateTicks.get();
	}

}
