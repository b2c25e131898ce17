package io.slicemeter.measurement;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.slicemeter.measurement.Load.Ending;
import io.slicemeter.timeseries.RequestRecord;
import io.slicemeter.timeseries.RequestRecords;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A measurement whose load this process drives: stores what comes of the requests, tells
/// the database that it lives, and looks for runners that join.
///
/// Requests wait in a queue to be stored. None is ever dropped: if they can't be stored for
/// so long that it is full, the measurement fails.
final class ActiveMeasurement {

	private static final Logger log = LoggerFactory.getLogger(ActiveMeasurement.class);

	static final int MOST_WAITING = 200_000;

	private static final int BATCH = 5_000;

	private static final Duration LOOK_FOR_RUNNERS_EVERY = Duration.ofSeconds(2);

	private static final Duration PROGRESS_EVERY = Duration.ofSeconds(1);

	/// How long what is left is tried to be stored after the end.
	private static final Duration LAST_TRIES = Duration.ofMinutes(1);

	private final Measurement measurement;

	private final MeasurementStore store;

	private final RequestRecords requests;

	private final Members finder;

	private final MeasurementMetrics metrics;

	private final Set<Member> members;

	private final Latencies latencies = new Latencies();

	private final BlockingQueue<RequestRecord> waiting = new LinkedBlockingQueue<>(MOST_WAITING);

	private final List<RequestRecord> batch = new ArrayList<>();

	private final Load load;

	private final LoadClient client;

	private final CountDownLatch done = new CountDownLatch(1);

	private final Instant startedAt = Instant.now();

	private long stored;

	private long progressNanos = System.nanoTime();

	private long joinNanos = System.nanoTime();

	private @Nullable Instant failingSince;

	/// @param client closed at the end
	ActiveMeasurement(Measurement measurement, Plan plan, long mostRequests, LoadClient client, MeasurementStore store,
			RequestRecords requests, Members finder, MeasurementMetrics metrics) {
		this.measurement = measurement;
		this.store = store;
		this.requests = requests;
		this.finder = finder;
		this.metrics = metrics;
		this.members = new LinkedHashSet<>(measurement.members());
		this.client = client;
		this.load = new Load(plan, measurement.duration(), mostRequests, client, this::take);
	}

	void start() {
		this.load.start();
		Thread.ofVirtual().name("slicemeter-measurement-" + this.measurement.id()).start(this::keep);
	}

	/// Sends nothing more.
	void stop(Ending ending) {
		this.load.end(ending);
	}

	/// Sends nothing more, and gives up what is under way.
	void interrupt(Ending ending) {
		this.load.end(ending);
		this.client.close();
	}

	boolean isDone() {
		return this.done.getCount() == 0;
	}

	/// Whether it is over and stored.
	boolean awaitDone(Duration most) throws InterruptedException {
		return this.done.await(most.toNanos(), TimeUnit.NANOSECONDS);
	}

	/// As it is now.
	Measurement now() {
		return state(MeasurementState.RUNNING, null, null);
	}

	private void take(RequestRecord request) {
		this.latencies.add(request);
		this.metrics.request(request);
		if (!this.waiting.offer(request)) {
			this.load
				.end(new Ending(MeasurementState.FAILED, "Its requests can't be stored as quickly as they are sent"));
			put(request);
		}
	}

	private void put(RequestRecord request) {
		try {
			this.waiting.put(request);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void keep() {
		try {
			while (!this.load.isOver() || !this.waiting.isEmpty() || !this.batch.isEmpty()) {
				if (!round()) {
					return;
				}
			}
			end();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (RuntimeException ex) {
			log.error("The measurement {} can't be ended", this.measurement.id(), ex);
		}
		finally {
			this.load.end(new Ending(MeasurementState.FAILED, "It can't be kept"));
			this.client.close();
			this.metrics.ended();
			this.done.countDown();
		}
	}

	/// Whether it is still ours to go on with.
	private boolean round() throws InterruptedException {
		if (this.batch.isEmpty()) {
			RequestRecord first = this.waiting.poll(100, TimeUnit.MILLISECONDS);
			if (first != null) {
				this.batch.add(first);
				this.waiting.drainTo(this.batch, BATCH - 1);
			}
		}
		try {
			if (!this.batch.isEmpty()) {
				this.requests.append(this.measurement.id(), this.batch);
				this.stored += this.batch.size();
				this.batch.clear();
			}
			if (isDue(this.progressNanos, PROGRESS_EVERY)) {
				this.progressNanos = System.nanoTime();
				join();
				if (!this.store.progress(state(MeasurementState.RUNNING, null, null))) {
					log.warn("The measurement {} was taken for deserted, and ends", this.measurement.id());
					return false;
				}
				boolean asked = this.store.find(this.measurement.id())
					.map((now) -> now.stopAskedAt() != null)
					.orElse(true);
				if (asked) {
					stop(new Ending(MeasurementState.STOPPED, Measurements.ASKED));
				}
			}
			if (this.failingSince != null) {
				log.info("The measurement {} is stored again", this.measurement.id());
				this.failingSince = null;
			}
			return true;
		}
		catch (RuntimeException ex) {
			return outlast(ex);
		}
	}

	private void join() {
		if (isDue(this.joinNanos, LOOK_FOR_RUNNERS_EVERY) && this.load.ending() == null) {
			this.joinNanos = System.nanoTime();
			this.finder.join(this.measurement.choice(), this.members);
		}
	}

	private static boolean isDue(long lastNanos, Duration every) {
		return System.nanoTime() - lastNanos >= every.toNanos();
	}

	private boolean outlast(RuntimeException failure) throws InterruptedException {
		Instant now = Instant.now();
		if (this.failingSince == null) {
			this.failingSince = now;
			log.warn("The measurement {} can't be stored, and is tried again every second: {}", this.measurement.id(),
					failure.getMessage());
		}
		if (this.load.isOver() && now.isAfter(this.failingSince.plus(LAST_TRIES))) {
			log.error("The measurement {} is given up with {} requests that could not be stored", this.measurement.id(),
					this.batch.size() + this.waiting.size());
			return false;
		}
		TimeUnit.SECONDS.sleep(1);
		return true;
	}

	private void end() throws InterruptedException {
		Ending ending = this.load.ending();
		if (ending == null) {
			ending = new Ending(MeasurementState.FAILED, "The load ended by itself");
		}
		this.finder.join(this.measurement.choice(), this.members);
		Measurement over = state(ending.state(), ending.reason(), this.load.endedAt());
		for (int attempt = 0;; attempt++) {
			try {
				this.store.end(over);
				return;
			}
			catch (RuntimeException ex) {
				if (attempt >= LAST_TRIES.toSeconds()) {
					throw ex;
				}
				TimeUnit.SECONDS.sleep(1);
			}
		}
	}

	private Measurement state(MeasurementState state, @Nullable String reason, @Nullable Instant endedAt) {
		Measurement first = this.measurement;
		return new Measurement(first.id(), state, reason, first.owner(), first.targetUrl(), first.targetAddress(),
				first.messageLength(), first.concurrency(), first.rate(), first.duration(), first.interval(),
				first.choice(), List.copyOf(this.members), first.createdAt(), this.startedAt, endedAt, null,
				this.stored, this.load.unsent(), this.latencies.stored(), null);
	}

}
