package io.slicemeter.timeseries;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;

/// Looks after partitions, rollups and retention, on a thread of its own. Of several
/// instances each tries, and the database lets one at a time do a piece of work. Nothing
/// that a chore throws ends the thread or keeps the other chores from their turn.
final class Maintenance implements SmartLifecycle {

	private static final Log logger = LogFactory.getLog(Maintenance.class);

	/// What one transaction rolls up at most: an hour's backlog is six.
	private static final Duration MOST_MINUTES = Duration.ofMinutes(10);

	private static final int MOST_MARKS = 1_000;

	private static final int MOST_ROWS = 1_000;

	private static final String DROPPED = "Dropped %s, which is past its retention";

	private final MaintenanceFunctions functions;

	private final RetentionProperties retention;

	private final MaintenanceProperties properties;

	private final Clock clock;

	private final Map<Chore, ChoreState> states = Arrays.stream(Chore.values())
		.collect(Collectors.toMap((chore) -> chore, (_) -> new ChoreState(), (one, _) -> one,
				() -> new EnumMap<>(Chore.class)));

	private volatile Watermark watermark = Watermark.NONE;

	private volatile boolean behind;

	private volatile boolean stopping;

	private @Nullable ScheduledExecutorService executor;

	Maintenance(MaintenanceFunctions functions, RetentionProperties retention, MaintenanceProperties properties,
			Clock clock) {
		this.functions = functions;
		this.retention = retention;
		this.properties = properties;
		this.clock = clock;
	}

	@Override
	public synchronized void start() {
		if (this.executor != null) {
			return;
		}
		this.stopping = false;
		ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1,
				Thread.ofPlatform().name("slicemeter-maintenance").daemon(true).factory());
		executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		ScheduledFuture<?> _ = executor.scheduleWithFixedDelay(this::lookAround, 0,
				this.properties.interval().toMillis(), TimeUnit.MILLISECONDS);
		this.executor = executor;
	}

	@Override
	public synchronized void stop() {
		ScheduledExecutorService executor = this.executor;
		if (executor == null) {
			return;
		}
		this.stopping = true;
		executor.shutdown();
		try {
			// what a statement did is undone when its connection goes: no need to wait
			// long
			executor.awaitTermination(2, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		this.executor = null;
	}

	@Override
	public synchronized boolean isRunning() {
		return this.executor != null;
	}

	/// Whether rollups have not moved on for long, whether or not anything failed: a
	/// transaction of somebody else that stays open holds them up, too.
	boolean isBehind() {
		return this.behind;
	}

	/// How far the rollups were when they were looked at last, by whomever.
	Watermark watermark() {
		return this.watermark;
	}

	ChoreState state(Chore chore) {
		ChoreState state = this.states.get(chore);
		if (state == null) {
			throw new IllegalStateException("No state of " + chore);
		}
		return state;
	}

	/// Does what is due.
	void lookAround() {
		for (Chore chore : Chore.values()) {
			if (!this.stopping && state(chore).isDue(this.clock.instant())) {
				attempt(chore);
			}
		}
	}

	private void attempt(Chore chore) {
		ChoreState state = state(chore);
		try {
			boolean ours = perform(chore);
			Duration failing = state.succeeded(this.clock.instant(), ours, chore.rest());
			if (failing != null) {
				logger.info("Maintenance of %s works again, after %d s".formatted(chore.label(), failing.toSeconds()));
			}
		}
		catch (Throwable ex) {
			if (state.failed(this.clock.instant(), ex)) {
				logger.warn(
						"Maintenance of %s failed and is tried again every %d s: %s".formatted(chore.label(),
								this.properties.interval().toSeconds(), ex.getMessage()),
						(WriteFault.sqlException(ex) != null) ? null : ex);
			}
		}
	}

	/// Whether it was ours to do, not another instance's.
	private boolean perform(Chore chore) {
		return switch (chore) {
			case PARTITIONS -> {
				this.functions.keepFor(this.retention);
				yield this.functions.makePartitionsAhead(this.properties.daysAhead()) != null;
			}
			case ROLLUPS -> rollUp();
			case RETENTION -> dropExpired(MaintenanceFunctions.TABLES);
			case CATALOGUE -> {
				boolean measurements = forgetExpired(this.functions::forgetMeasurements);
				yield forgetExpired(this.functions::forgetExpired) || measurements;
			}
		};
	}

	private boolean rollUp() {
		try {
			this.functions.closeMinutes(this.properties.settle());
			Boolean minutes = repeat(() -> this.functions.rollUpMinutes(MOST_MINUTES));
			Boolean hours = repeat(this.functions::rollUpHour);
			Boolean late = repeat(() -> this.functions.rollUpLate(MOST_MARKS));
			return minutes != null || hours != null || late != null;
		}
		finally {
			this.watermark = this.functions.watermark();
			tellWhetherBehind(this.watermark.minutesTo());
		}
	}

	private void tellWhetherBehind(Instant minutesTo) {
		Duration age = minutesTo.equals(Instant.MIN) ? Duration.ZERO
				: Duration.between(minutesTo, this.clock.instant());
		boolean behind = age.compareTo(this.properties.downAfter().plus(this.properties.settle())) > 0;
		if (behind && !this.behind) {
			logger.warn(
					("Nothing of the last %d min is rolled up, so samples are kept for longer: maintenance is catching "
							+ "up, or a transaction that stays open holds it up (see pg_stat_activity)")
						.formatted(age.toMinutes()));
		}
		if (!behind && this.behind) {
			logger.info("Rollups have caught up");
		}
		this.behind = behind;
	}

	private @Nullable Boolean repeat(Supplier<@Nullable Boolean> work) {
		Boolean more;
		do {
			more = work.get();
		}
		while (Boolean.TRUE.equals(more) && !this.stopping);
		return more;
	}

	/// A table that is read for long keeps its old days for now, not the other tables
	/// theirs.
	private boolean dropExpired(List<String> tables) {
		List<Runnable> work = new ArrayList<>();
		for (String table : tables) {
			work.add(() -> {
				tellEach(DROPPED, () -> this.functions.dropExpiredPartition(table));
				tellEach("%s is stored by columns from now on", () -> this.functions.makeColumnar(table));
			});
		}
		work.add(() -> tellEach(DROPPED, this.functions::dropExpiredMeasurementPartition));
		RuntimeException failure = null;
		for (Runnable each : work) {
			try {
				each.run();
			}
			catch (RuntimeException ex) {
				failure = ex;
			}
		}
		if (failure != null) {
			throw failure;
		}
		return true;
	}

	/// Works on one partition after the other, until none is left.
	private void tellEach(String message, Supplier<@Nullable String> partition) {
		String done = partition.get();
		while (done != null && !this.stopping) {
			logger.info(message.formatted(done));
			done = partition.get();
		}
	}

	private boolean forgetExpired(IntFunction<@Nullable Integer> forget) {
		Integer gone = forget.apply(MOST_ROWS);
		boolean ours = gone != null;
		while (gone != null && gone > 0 && !this.stopping) {
			gone = forget.apply(MOST_ROWS);
		}
		return ours;
	}

}
