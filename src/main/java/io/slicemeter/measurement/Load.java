package io.slicemeter.measurement;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import io.slicemeter.timeseries.RequestRecord;
import org.jspecify.annotations.Nullable;

/// Sends requests from some virtual threads at once until it is to end.
///
/// Without a rate each thread sends its next request when it has the answer to the one
/// before. With a rate requests are due at fixed times, whoever is free sends the next one,
/// and its latency counts from when it was due: a slow answer that holds up those behind it
/// shows in theirs, too (no coordinated omission).
final class Load {

	/// After a failure without an answer: who is refused at once would else do nothing
	/// but
	/// ask again.
	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

	private static final long LONGEST_SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private final Sender sender;

	private final Consumer<RequestRecord> into;

	private final int concurrency;

	private final @Nullable Double rate;

	private final int messageLength;

	private final long durationNanos;

	private final long mostRequests;

	private final AtomicLong due = new AtomicLong();

	private final AtomicLong ids = new AtomicLong();

	private final AtomicReference<@Nullable Ending> ending = new AtomicReference<>();

	private final CountDownLatch over;

	private volatile long beginNanos;

	private volatile long endNanos;

	private volatile @Nullable Instant endedAt;

	/// @param into takes each request when it is over
	Load(Plan plan, Duration duration, long mostRequests, Sender sender, Consumer<RequestRecord> into) {
		this.sender = sender;
		this.into = into;
		this.concurrency = plan.concurrency();
		this.rate = plan.rate();
		this.messageLength = plan.messageLength();
		this.durationNanos = duration.toNanos();
		this.mostRequests = mostRequests;
		this.over = new CountDownLatch(plan.concurrency());
	}

	void start() {
		this.beginNanos = System.nanoTime();
		for (int number = 0; number < this.concurrency; number++) {
			Thread.ofVirtual().name("slicemeter-load-" + number).start(this::work);
		}
	}

	/// Sends nothing more; what is under way is waited for.
	void end(Ending ending) {
		if (this.ending.compareAndSet(null, ending)) {
			this.endNanos = System.nanoTime();
			this.endedAt = Instant.now();
		}
	}

	/// When nothing more was sent; null while it goes on.
	@Nullable Instant endedAt() {
		return this.endedAt;
	}

	/// Whether the last request is over.
	boolean isOver() {
		return this.over.getCount() == 0;
	}

	boolean awaitOver(Duration most) throws InterruptedException {
		return this.over.await(most.toNanos(), TimeUnit.NANOSECONDS);
	}

	/// Why it ends; null while it goes on.
	@Nullable Ending ending() {
		return this.ending.get();
	}

	/// How many requests were due by the rate and not sent before the end.
	long unsent() {
		Double perSecond = this.rate;
		if (perSecond == null || this.ending.get() == null) {
			return 0;
		}
		long wanted = (long) Math.floor((this.endNanos - this.beginNanos) / 1e9 * perSecond);
		return Math.max(Math.min(wanted, this.mostRequests) - this.ids.get(), 0);
	}

	private void work() {
		try {
			while (this.ending.get() == null && sendNext()) {
				// the next one
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (Throwable ex) {
			end(new Ending(MeasurementState.FAILED, "The load failed: " + ex));
		}
		finally {
			this.over.countDown();
		}
	}

	private boolean sendNext() throws InterruptedException {
		Double perSecond = this.rate;
		long dueNanos = (perSecond == null) ? System.nanoTime()
				: this.beginNanos + (long) (this.due.getAndIncrement() * 1e9 / perSecond);
		if (!sleepUntil(dueNanos)) {
			return false;
		}
		long id = this.ids.getAndIncrement();
		if (id >= this.mostRequests) {
			this.ids.decrementAndGet();
			end(new Ending(MeasurementState.STOPPED, "It has sent as many requests as one may"));
			return false;
		}
		Sent sent = this.sender.send(message());
		if (!sent.outcome().isAnswered() && isInterrupted()) {
			// it was not the server that failed
			return false;
		}
		long waited = (perSecond == null) ? 0 : Math.max(sent.sentNanos() - dueNanos, 0);
		this.into.accept(new RequestRecord(id, sent.at(), waited + sent.serviceNanos(), sent.serviceNanos(),
				this.messageLength, sent.status(), sent.outcome().label()));
		if (!sent.outcome().isTimed()) {
			sleepUntil(System.nanoTime() + PAUSE_NANOS);
		}
		return true;
	}

	private boolean isInterrupted() {
		Ending why = this.ending.get();
		return why != null && why.state() == MeasurementState.INTERRUPTED;
	}

	/// Whether the load still goes on then.
	private boolean sleepUntil(long moment) throws InterruptedException {
		while (this.ending.get() == null) {
			long now = System.nanoTime();
			long timeLeft = this.durationNanos - (now - this.beginNanos);
			if (timeLeft <= 0) {
				end(new Ending(MeasurementState.STOPPED, "Its duration is over"));
				return false;
			}
			if (moment - now <= 0) {
				return true;
			}
			LockSupport.parkNanos(Math.min(Math.min(moment - now, timeLeft), LONGEST_SLEEP_NANOS));
			if (Thread.interrupted()) {
				throw new InterruptedException();
			}
		}
		return false;
	}

	private String message() {
		char[] letters = new char[this.messageLength];
		ThreadLocalRandom random = ThreadLocalRandom.current();
		for (int place = 0; place < letters.length; place++) {
			letters[place] = (char) ('a' + random.nextInt(26));
		}
		return new String(letters);
	}

	/// Why load ends.
	///
	/// @param state what the measurement is then
	/// @param reason why, for people
	record Ending(MeasurementState state, String reason) {
	}

}
