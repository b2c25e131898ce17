package io.slicemeter.measurement;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.slicemeter.measurement.Load.Ending;
import io.slicemeter.timeseries.RequestRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class LoadTests {

	private final ConcurrentLinkedQueue<RequestRecord> records = new ConcurrentLinkedQueue<>();

	@Test
	void requestsGoBackToBackUntilTheLoadIsToEnd() throws InterruptedException {
		Semaphore answers = new Semaphore(0);
		List<String> messages = new java.util.concurrent.CopyOnWriteArrayList<>();
		Load load = load(1, null, Duration.ofMinutes(1), 100, (message) -> {
			messages.add(message);
			answers.acquire();
			return sent(Outcome.OK);
		});
		load.start();
		answers.release(7);
		Awaitility.await().untilAsserted(() -> assertThat(this.records).hasSize(7));
		load.end(new Ending(MeasurementState.STOPPED, "enough"));
		assertThat(load.isOver()).isFalse();
		answers.release();
		assertThat(load.awaitOver(Duration.ofSeconds(10))).isTrue();
		assertThat(this.records).extracting(RequestRecord::id).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
		assertThat(messages).hasSize(8).allMatch((message) -> message.matches("[a-z]{5}")).doesNotHaveDuplicates();
		assertThat(load.ending()).isEqualTo(new Ending(MeasurementState.STOPPED, "enough"));
	}

	@Test
	void asManyAreUnderWayAsAreAskedFor() throws InterruptedException {
		CountDownLatch all = new CountDownLatch(8);
		Load load = load(8, null, Duration.ofMinutes(1), 8, (message) -> {
			all.countDown();
			assertThat(all.await(20, TimeUnit.SECONDS)).isTrue();
			return sent(Outcome.OK);
		});
		load.start();
		assertThat(load.awaitOver(Duration.ofSeconds(30))).isTrue();
		assertThat(this.records.stream().map(RequestRecord::id).sorted()).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L,
				7L);
	}

	@Test
	void itEndsWithTheLastRequestThatMayBeSent() throws InterruptedException {
		Load load = load(4, null, Duration.ofMinutes(1), 50, (message) -> sent(Outcome.OK));
		load.start();
		assertThat(load.awaitOver(Duration.ofSeconds(30))).isTrue();
		assertThat(this.records).hasSize(50);
		assertThat(load.ending().state()).isEqualTo(MeasurementState.STOPPED);
		assertThat(load.ending().reason()).contains("as many requests");
	}

	@Test
	void itEndsWithItsDuration() throws InterruptedException {
		Load load = load(1, 20.0, Duration.ofMillis(400), 1000, (message) -> sent(Outcome.OK));
		load.start();
		assertThat(load.awaitOver(Duration.ofSeconds(30))).isTrue();
		assertThat(load.ending().reason()).contains("duration");
		assertThat(this.records).hasSizeBetween(6, 8);
	}

	@Test
	void whatWaitsBehindASlowAnswerCountsItsWaiting() throws InterruptedException {
		AtomicInteger number = new AtomicInteger();
		Load load = load(1, 100.0, Duration.ofMinutes(1), 30, (message) -> {
			long begun = System.nanoTime();
			if (number.getAndIncrement() == 5) {
				new CountDownLatch(1).await(300, TimeUnit.MILLISECONDS);
			}
			return new Sent(Instant.now(), begun, System.nanoTime() - begun, 200, Outcome.OK);
		});
		load.start();
		assertThat(load.awaitOver(Duration.ofSeconds(30))).isTrue();
		List<RequestRecord> inOrder = this.records.stream()
			.sorted(Comparator.comparingLong(RequestRecord::id))
			.toList();
		RequestRecord behind = inOrder.get(6);
		// it was due 10 ms after the slow one and waited 290 ms for it
		assertThat(behind.latencyNanos()).isGreaterThan(Duration.ofMillis(200).toNanos());
		assertThat(behind.serviceNanos()).isLessThan(Duration.ofMillis(200).toNanos());
		assertThat(inOrder.stream().filter((each) -> each.latencyNanos() > Duration.ofMillis(50).toNanos()).count())
			.isGreaterThan(10);
	}

	@Test
	void whatWasDueAndNeverSentIsCounted() throws InterruptedException {
		Load load = load(1, 100.0, Duration.ofMillis(500), 1000, (message) -> {
			new CountDownLatch(1).await(200, TimeUnit.MILLISECONDS);
			return sent(Outcome.OK);
		});
		load.start();
		assertThat(load.awaitOver(Duration.ofSeconds(30))).isTrue();
		assertThat(load.unsent()).isBetween(40L, 60L);
	}

	@Test
	void failuresAreRecordedAndNotRepeatedAtOnce() throws InterruptedException {
		Load load = load(1, null, Duration.ofMillis(300), 10_000, (message) -> sent(Outcome.REFUSED));
		load.start();
		assertThat(load.awaitOver(Duration.ofSeconds(30))).isTrue();
		assertThat(this.records).hasSizeBetween(2, 31).allMatch((record) -> record.outcome().equals("refused"));
	}

	@Test
	void whatBreaksTheClientFailsTheLoad() throws InterruptedException {
		Load load = load(2, null, Duration.ofMinutes(1), 10_000, (message) -> {
			throw new IllegalStateException("broken");
		});
		load.start();
		assertThat(load.awaitOver(Duration.ofSeconds(30))).isTrue();
		assertThat(load.ending().state()).isEqualTo(MeasurementState.FAILED);
		assertThat(load.ending().reason()).contains("broken");
	}

	private Load load(int concurrency, Double rate, Duration duration, long most, Sender sender) {
		Plan plan = new Plan("http://127.0.0.1/", 5, new Choice(List.of(), List.of(), null), null, concurrency, rate,
				null);
		return new Load(plan, duration, most, sender, this.records::add);
	}

	private static Sent sent(Outcome outcome) {
		return new Sent(Instant.now(), System.nanoTime(), 1_000_000, 200, outcome);
	}

}
