package io.slicemeter.history;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import io.slicemeter.runner.RunKey;
import io.slicemeter.timeseries.LiveRows;
import io.slicemeter.timeseries.LiveTail;
import io.slicemeter.web.Problem;
import io.slicemeter.web.ProblemType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;

/// Tells clients what happens: one look at the database every second, whatever the number
/// of clients, and none while there are none.
///
/// Each client has a thread and a queue of its own. Whoever does not keep up is let go:
/// when 30 s of looks wait, or when it does not take what it is sent.
public final class LiveStream implements SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(LiveStream.class);

	/// How long the looks go on without a client: one that lost its connection comes back
	/// in that time, and is told exactly what it missed.
	private static final Duration LINGER = LiveHistory.WINDOW;

	/// Between, only what is newer than the newest sample of its run is asked for: a
	/// run's
	/// samples come in their order nearly always.
	private static final Duration SWEEP = Duration.ofSeconds(5);

	private static final Duration WAIT_FOR_FIRST_LOOK = Duration.ofSeconds(5);

	private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

	private static final int LEAST_ROOM = 5;

	private final LiveTail tail;

	private final StreamProperties properties;

	private final StreamMetrics metrics;

	private final LongSupplier nanoTime;

	/// Held by who opens or closes the tail. Taken before the monitor.
	private final ReentrantLock tailLock = new ReentrantLock();

	private final Object monitor = new Object();

	/// Also those that were dropped and whose thread still waits for the network: they
	/// count until they have gone.
	private final Set<LiveSubscription> subscriptions = new LinkedHashSet<>();

	private @Nullable LiveHistory history;

	private @Nullable ScheduledThreadPoolExecutor executor;

	private @Nullable ScheduledFuture<?> ticking;

	private long aloneSinceNanos;

	private long looks;

	private boolean failing;

	LiveStream(LiveTail tail, StreamProperties properties, StreamMetrics metrics, LongSupplier nanoTime) {
		this.tail = tail;
		this.properties = properties;
		this.metrics = metrics;
		this.nanoTime = nanoTime;
		metrics.watch(this::clients);
	}

	/// Takes a client in. It is told what happens from now on, and before that what it
	/// missed since it was where it says.
	/// @param after where it was when its last connection ended; null if it is new
	/// @throws Problem if there are too many already
	public LiveSubscription subscribe(LiveFilter filter, @Nullable LivePosition after) {
		if (!lockTail()) {
			throw unavailable("The database has not answered the clients before yet");
		}
		try {
			boolean closed;
			synchronized (this.monitor) {
				checkRoom();
				closed = this.history == null;
			}
			if (closed) {
				open();
			}
			synchronized (this.monitor) {
				return add(filter, after);
			}
		}
		finally {
			this.tailLock.unlock();
		}
	}

	private boolean lockTail() {
		try {
			return this.tailLock.tryLock(WAIT_FOR_FIRST_LOOK.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	private void checkRoom() {
		if (this.executor == null) {
			throw unavailable("The service is stopping");
		}
		if (this.subscriptions.size() >= this.properties.maxClients()) {
			this.metrics.refused();
			throw unavailable("All %d places of the stream are taken".formatted(this.properties.maxClients()));
		}
	}

	private static Problem unavailable(String why) {
		return Problem
			.of(ProblemType.STREAM_UNAVAILABLE, "%s; try again in %d s".formatted(why, RETRY_AFTER.toSeconds()))
			.retryAfter(RETRY_AFTER);
	}

	/// What the first look finds was there before the first client.
	private void open() {
		LiveHistory opened = new LiveHistory();
		opened.add(look(Map.of()));
		synchronized (this.monitor) {
			if (this.executor == null) {
				throw unavailable("The service is stopping");
			}
			this.history = opened;
			this.looks = 1;
			this.aloneSinceNanos = this.nanoTime.getAsLong();
			long everyMillis = this.properties.interval().toMillis();
			this.ticking = this.executor.scheduleWithFixedDelay(this::tick, everyMillis, everyMillis,
					TimeUnit.MILLISECONDS);
		}
	}

	private LiveSubscription add(LiveFilter filter, @Nullable LivePosition after) {
		LiveHistory current = this.history;
		if (current == null) {
			throw unavailable("The service is stopping");
		}
		List<LiveDelivery> missed = (after != null) ? current.since(after) : List.of();
		long room = LiveHistory.WINDOW.dividedBy(this.properties.interval());
		LiveSubscription subscription = new LiveSubscription(this, filter, missed, (int) Math.max(room, LEAST_ROOM));
		this.subscriptions.add(subscription);
		return subscription;
	}

	/// One look and what follows from it. Never fails: the next may succeed.
	void tick() {
		try {
			lookAround();
			if (this.failing) {
				logger.info("The stream goes on: the database answers again");
			}
			this.failing = false;
		}
		catch (RuntimeException | Error ex) {
			this.metrics.failed();
			if (!this.failing && isRunning()) {
				logger.warn("The stream stands still, the database can't be asked; trying again: {}",
						String.valueOf(ex.getMessage()).lines().findFirst().orElse(""));
			}
			this.failing = true;
		}
		dropStuck();
		closeIfAlone();
	}

	private void lookAround() {
		LiveHistory current;
		Map<RunKey, Instant> known;
		synchronized (this.monitor) {
			current = this.history;
			if (current == null) {
				return;
			}
			long sweepEvery = Math.max(1, SWEEP.dividedBy(this.properties.interval()));
			known = (this.looks++ % sweepEvery == 0) ? Map.of() : current.newest();
		}
		LiveRows rows = look(known);
		synchronized (this.monitor) {
			if (current == this.history) {
				publish(current.add(rows));
			}
		}
	}

	private LiveRows look(Map<RunKey, Instant> known) {
		return this.metrics.looking(() -> this.tail.look(LiveHistory.WINDOW, known));
	}

	private void publish(LiveLook look) {
		if (look.isEmpty()) {
			return;
		}
		for (LiveSubscription subscription : this.subscriptions) {
			if (subscription.isOpen() && !subscription.offer(look)) {
				drop(subscription, StreamMetrics.Drop.QUEUE_FULL);
			}
		}
	}

	private void dropStuck() {
		long nowNanos = this.nanoTime.getAsLong();
		synchronized (this.monitor) {
			for (LiveSubscription subscription : this.subscriptions) {
				if (subscription.isOpen() && subscription.isStuck(nowNanos, this.properties.writeTimeout())) {
					drop(subscription, StreamMetrics.Drop.WRITE_TIMEOUT);
				}
			}
		}
	}

	private void drop(LiveSubscription subscription, StreamMetrics.Drop why) {
		logger.debug("A client of the stream does not keep up: {}", why);
		subscription.end();
		this.metrics.dropped(why);
	}

	/// Whoever opens the tail meanwhile has a client for it.
	private void closeIfAlone() {
		if (!this.tailLock.tryLock()) {
			return;
		}
		try {
			synchronized (this.monitor) {
				if (this.subscriptions.isEmpty()
						&& this.nanoTime.getAsLong() - this.aloneSinceNanos > LINGER.toNanos()) {
					closeTail();
				}
			}
		}
		finally {
			this.tailLock.unlock();
		}
	}

	private void closeTail() {
		if (this.ticking != null) {
			this.ticking.cancel(false);
		}
		this.ticking = null;
		this.history = null;
	}

	void leave(LiveSubscription subscription) {
		synchronized (this.monitor) {
			subscription.end();
			if (this.subscriptions.remove(subscription) && this.subscriptions.isEmpty()) {
				this.aloneSinceNanos = this.nanoTime.getAsLong();
			}
		}
	}

	void sent(int events) {
		this.metrics.sent(events);
	}

	int clients() {
		synchronized (this.monitor) {
			return this.subscriptions.size();
		}
	}

	boolean isLooking() {
		synchronized (this.monitor) {
			return this.history != null;
		}
	}

	/// How often a client is told that the stream is alive.
	public Duration heartbeat() {
		return this.properties.heartbeat();
	}

	@Override
	public void start() {
		synchronized (this.monitor) {
			if (this.executor == null) {
				this.executor = new ScheduledThreadPoolExecutor(1,
						Thread.ofPlatform().name("slicemeter-stream").daemon(true).factory());
				this.executor.setRemoveOnCancelPolicy(true);
			}
		}
	}

	/// Lets all clients go, before the web server waits for the last answers.
	@Override
	public void stop() {
		synchronized (this.monitor) {
			if (this.executor != null) {
				// a look that is under way ends by itself
				this.executor.shutdown();
			}
			this.executor = null;
			closeTail();
			this.subscriptions.forEach(LiveSubscription::end);
		}
	}

	@Override
	public boolean isRunning() {
		synchronized (this.monitor) {
			return this.executor != null;
		}
	}

}
