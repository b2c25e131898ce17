package io.slicemeter.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.slicemeter.testing.FakeLiveTail;
import io.slicemeter.timeseries.LiveOwner;
import io.slicemeter.web.Problem;
import io.slicemeter.web.ProblemType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static io.slicemeter.testing.FakeLiveTail.at;
import static io.slicemeter.testing.FakeLiveTail.owner;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// The stream over rows in memory, one look at a time. Its own clock does not tick within
/// a test: an interval is longer.
class LiveStreamTests {

	private static final LiveOwner ONE = owner("alpha", 1);

	private final FakeLiveTail tail = new FakeLiveTail();

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final AtomicLong nanos = new AtomicLong();

	private final LiveStream stream = new LiveStream(this.tail,
			new StreamProperties(Duration.ofMinutes(10), 2, Duration.ofSeconds(15), Duration.ofSeconds(10)),
			new StreamMetrics(this.registry), this.nanos::get);

	@BeforeEach
	void start() {
		this.stream.start();
	}

	@AfterEach
	void stop() {
		this.stream.stop();
	}

	private LiveSubscription subscribe() {
		return this.stream.subscribe(LiveFilter.ALL, null);
	}

	private void tick(double seconds) {
		this.tail.now(seconds);
		this.stream.tick();
	}

	private static List<LiveDelivery> waiting(LiveSubscription subscription) {
		List<LiveDelivery> waiting = new ArrayList<>();
		for (LiveDelivery next = next(subscription); next != null; next = next(subscription)) {
			waiting.add(next);
		}
		return waiting;
	}

	private static @Nullable LiveDelivery next(LiveSubscription subscription) {
		try {
			return subscription.next(Duration.ZERO);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private double dropped(String why) {
		return this.registry.get("slicemeter.stream.dropped").tag("why", why).counter().count();
	}

	@Test
	void whoIsNewIsToldNothingOld() {
		this.tail.sample(ONE, 0).started(ONE, 0);
		LiveSubscription first = subscribe();
		assertThat(waiting(first)).isEmpty();
		this.tail.sample(ONE, 1);
		tick(1);
		LiveSubscription second = subscribe();
		assertThat(waiting(second)).isEmpty();
		assertThat(waiting(first)).singleElement()
			.satisfies((delivery) -> assertThat(delivery.look().samples()).singleElement()
				.satisfies((sample) -> assertThat(sample.at()).isEqualTo(at(1))));
	}

	@Test
	void oneLookServesAllClients() {
		LiveSubscription first = subscribe();
		LiveSubscription second = subscribe();
		this.tail.sample(ONE, 1);
		tick(1);
		assertThat(this.tail.looks()).hasSize(2);
		assertThat(waiting(first)).hasSize(1);
		assertThat(waiting(second)).hasSize(1);
		assertThat(this.registry.get("slicemeter.stream.look").timer().count()).isEqualTo(2);
	}

	@Test
	void nothingOlderThan30SecondsIsTold() {
		LiveSubscription client = subscribe();
		this.tail.sample(ONE, 9).sample(ONE, 11);
		tick(40);
		assertThat(waiting(client)).singleElement()
			.satisfies((delivery) -> assertThat(delivery.look().samples()).hasSize(1));
	}

	@Test
	void whoFiltersIsNotWokenByOthers() {
		LiveSubscription client = this.stream.subscribe(new LiveFilter(Set.of(), List.of(), Set.of("runner-2")), null);
		this.tail.sample(ONE, 1);
		tick(1);
		assertThat(waiting(client)).isEmpty();
		this.tail.sample(owner("alpha", 2), 2);
		tick(2);
		assertThat(waiting(client)).hasSize(1);
	}

	@Test
	void whoComesBackIsToldWhatItMissed() {
		LiveSubscription client = subscribe();
		this.tail.sample(ONE, 1);
		tick(1);
		LivePosition position = waiting(client).getFirst().position(1, true);
		client.close();
		this.tail.sample(ONE, 2);
		tick(2);
		LiveSubscription again = this.stream.subscribe(LiveFilter.ALL, position);
		assertThat(waiting(again)).singleElement()
			.satisfies((delivery) -> assertThat(delivery.look().samples()).singleElement()
				.satisfies((sample) -> assertThat(sample.at()).isEqualTo(at(2))));
	}

	@Test
	void whoDoesNotKeepUpIsLetGoAndCounted() {
		LiveSubscription slow = subscribe();
		LiveSubscription quick = subscribe();
		for (int second = 1; second <= 6; second++) {
			this.tail.sample(ONE, second);
			tick(second);
			assertThat(waiting(quick)).hasSize(1);
		}
		assertThat(slow.isOpen()).isFalse();
		assertThat(quick.isOpen()).isTrue();
		assertThat(waiting(slow)).isEmpty();
		assertThat(dropped("queue-full")).isEqualTo(1);
		assertThat(dropped("write-timeout")).isZero();
		// until its thread has ended it holds its place
		assertThat(this.stream.clients()).isEqualTo(2);
		slow.close();
		assertThat(this.stream.clients()).isEqualTo(1);
	}

	@Test
	void whoDoesNotTakeWhatItIsSentIsLetGoAndCounted() {
		LiveSubscription stuck = subscribe();
		stuck.sending(0);
		this.nanos.set(Duration.ofSeconds(10).toNanos());
		tick(1);
		assertThat(stuck.isOpen()).isTrue();
		this.nanos.set(Duration.ofSeconds(11).toNanos());
		tick(2);
		tick(3);
		assertThat(stuck.isOpen()).isFalse();
		assertThat(dropped("write-timeout")).isEqualTo(1);
	}

	@Test
	void whoTookItInTimeStays() {
		LiveSubscription client = subscribe();
		client.sending(0);
		client.sent(3);
		this.nanos.set(Duration.ofSeconds(60).toNanos());
		tick(1);
		assertThat(client.isOpen()).isTrue();
		assertThat(this.registry.get("slicemeter.stream.events").counter().count()).isEqualTo(3);
	}

	@Test
	void clientsAreBounded() {
		LiveSubscription first = subscribe();
		subscribe();
		Problem problem = catchThrowableOfType(Problem.class, this::subscribe);
		assertThat(problem.type()).isEqualTo(ProblemType.STREAM_UNAVAILABLE);
		assertThat(problem.getHeaders().getFirst("Retry-After")).isEqualTo("5");
		assertThat(this.registry.get("slicemeter.stream.refused").counter().count()).isEqualTo(1);
		assertThat(this.registry.get("slicemeter.stream.clients").gauge().value()).isEqualTo(2);
		first.close();
		assertThat(subscribe().isOpen()).isTrue();
	}

	@Test
	void looksEndAWhileAfterTheLastClient() {
		assertThat(this.stream.isLooking()).isFalse();
		LiveSubscription client = subscribe();
		client.close();
		this.nanos.set(Duration.ofSeconds(29).toNanos());
		tick(29);
		assertThat(this.stream.isLooking()).isTrue();
		this.nanos.set(Duration.ofSeconds(31).toNanos());
		tick(31);
		assertThat(this.stream.isLooking()).isFalse();
		assertThat(subscribe().isOpen()).isTrue();
		assertThat(this.stream.isLooking()).isTrue();
	}

	@Test
	void aDatabaseThatDoesNotAnswerRefusesTheFirstClientAndKeepsThoseThatAreThere() {
		this.tail.failWith(new IllegalStateException("no database"));
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(this::subscribe);
		assertThat(this.stream.isLooking()).isFalse();
		this.tail.failWith(null);
		LiveSubscription client = subscribe();
		this.tail.failWith(new IllegalStateException("no database"));
		this.tail.sample(ONE, 1);
		tick(1);
		tick(2);
		assertThat(client.isOpen()).isTrue();
		assertThat(this.registry.get("slicemeter.stream.failures").counter().count()).isEqualTo(2);
		this.tail.failWith(null);
		tick(3);
		assertThat(waiting(client)).hasSize(1);
	}

	@Test
	void stoppingLetsAllGoAndTakesNobodyIn() {
		LiveSubscription client = subscribe();
		this.stream.stop();
		assertThat(client.isOpen()).isFalse();
		assertThat(this.stream.isLooking()).isFalse();
		assertThat(catchThrowableOfType(Problem.class, this::subscribe).type())
			.isEqualTo(ProblemType.STREAM_UNAVAILABLE);
	}

	@Test
	void betweenSweepsOnlyWhatIsNewerIsAskedFor() {
		LiveStream quick = new LiveStream(this.tail,
				new StreamProperties(Duration.ofSeconds(1), 2, Duration.ofSeconds(15), Duration.ofSeconds(10)),
				new StreamMetrics(new SimpleMeterRegistry()), this.nanos::get);
		quick.start();
		this.tail.sample(ONE, 0);
		quick.subscribe(LiveFilter.ALL, null);
		for (int look = 0; look < 5; look++) {
			quick.tick();
		}
		quick.stop();
		assertThat(this.tail.looks().subList(0, 6)).extracting((known) -> known.containsKey(ONE.run()))
			.containsExactly(false, true, true, true, true, false);
	}

}
