package io.slicemeter.measurement;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.slicemeter.measurement.Load.Ending;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/// Looks after measurements: those that nobody drives any more become `interrupted`, of
/// those that are over the usage is kept for good once all samples are there, and those
/// that this process drives end with it.
@Component
class MeasurementKeeper implements SmartLifecycle {

	private static final Logger log = LoggerFactory.getLogger(MeasurementKeeper.class);

	private static final Duration EVERY = Duration.ofSeconds(2);

	/// An owner writes every second.
	static final Duration SILENT = Duration.ofSeconds(15);

	/// Samples that have not come until then are late, and may lack.
	private static final Duration WAIT_FOR_SAMPLES = Duration.ofSeconds(30);

	private static final int MOST = 20;

	private final Measurements measurements;

	private final MeasurementStore store;

	private final Usages usages;

	private @Nullable ScheduledExecutorService executor;

	private boolean failing;

	MeasurementKeeper(Measurements measurements, MeasurementStore store, Usages usages) {
		this.measurements = measurements;
		this.store = store;
		this.usages = usages;
	}

	@Override
	public synchronized void start() {
		if (this.executor != null) {
			return;
		}
		ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1,
				Thread.ofPlatform().name("slicemeter-measurements").daemon(true).factory());
		executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		ScheduledFuture<?> _ = executor.scheduleWithFixedDelay(this::look, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
		this.executor = executor;
	}

	@Override
	public synchronized void stop() {
		ScheduledExecutorService executor = this.executor;
		if (executor == null) {
			return;
		}
		executor.shutdown();
		this.measurements.active()
			.values()
			.forEach((active) -> active
				.interrupt(new Ending(MeasurementState.INTERRUPTED, "The process that drove its load ended")));
		for (ActiveMeasurement active : this.measurements.active().values()) {
			try {
				active.awaitDone(Duration.ofSeconds(3));
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
		this.executor = null;
	}

	@Override
	public synchronized boolean isRunning() {
		return this.executor != null;
	}

	/// Does what is due; never fails.
	void look() {
		this.measurements.active().values().removeIf(ActiveMeasurement::isDone);
		try {
			if (this.store.takesWrites()) {
				interruptDeserted();
				keepUsages();
			}
			this.failing = false;
		}
		catch (RuntimeException ex) {
			if (!this.failing) {
				log.warn("Measurements can't be looked after, and are tried again every {} s: {}", EVERY.toSeconds(),
						ex.getMessage());
			}
			this.failing = true;
		}
	}

	private void interruptDeserted() {
		for (Measurement deserted : this.store.deserted(SILENT, this.measurements.active().keySet())) {
			if (this.store.end(this.measurements.interrupted(deserted))) {
				log.info("The measurement {} is interrupted: nobody drives its load", deserted.id());
			}
		}
	}

	private void keepUsages() {
		Instant now = Instant.now();
		for (Measurement over : this.store.withoutUsage(MOST)) {
			Instant end = over.endedAt();
			if (end == null || now.isAfter(end.plus(WAIT_FOR_SAMPLES)) || this.usages.isComplete(over)) {
				this.store.keepUsage(over.id(), this.usages.report(over, (end != null) ? end : now));
			}
		}
	}

}
