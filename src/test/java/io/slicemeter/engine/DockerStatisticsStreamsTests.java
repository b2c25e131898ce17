package io.slicemeter.engine;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.Metric;
import io.slicemeter.testing.FakeContainer;
import io.slicemeter.testing.FakeEngine;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Timeout(120)
class DockerStatisticsStreamsTests {

	private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

	private final FakeEngine engine = FakeEngine.start();

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final List<Duration> pauses = new CopyOnWriteArrayList<>();

	private final Semaphore reopen = new Semaphore(0);

	private final FakeContainer container = this.engine.run("a");

	private @Nullable DockerStatisticsStreams streams;

	@BeforeAll
	static void bePatient() {
		Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
	}

	@AfterEach
	void stop() throws IOException {
		if (this.streams != null) {
			this.streams.close();
		}
		this.engine.close();
	}

	@Test
	void givesTheNewestReadingOnceAndCountsTheOnesItReplaced() {
		StatisticsStream stream = open();
		assertThat(stream.take()).isNull();
		read(1, 1000);
		read(2, 2000);
		read(3, 3000);
		awaitReadings(3);
		StatisticsReading reading = stream.take();
		assertThat(reading).isNotNull();
		assertThat(reading.readAt()).isEqualTo(NOON.plusSeconds(3));
		assertThat(reading.readings().get(Metric.CPU_USAGE_USEC)).isEqualTo(3);
		assertThat(stream.take()).isNull();
		assertThat(count("slicemeter.engine.readings.dropped")).isEqualTo(2);
	}

	@Test
	void takesTheArrivalFromTheMonotonicClock() {
		StatisticsStream stream = open();
		long before = System.nanoTime();
		read(1, 1000);
		awaitReadings(1);
		StatisticsReading reading = stream.take();
		assertThat(reading).isNotNull();
		assertThat(reading.arrivedNanos()).isBetween(before, System.nanoTime());
	}

	@Test
	void skipsDocumentsWithoutANewReading() {
		StatisticsStream stream = open();
		read(2, 2000);
		awaitReadings(1);
		stream.take();
		read(2, 2000);
		read(1, 1000);
		this.container.statistics("{\"read\":\"2026-11-30T12:00:09Z\"}");
		this.container.statistics("nonsense");
		this.container.statistics("");
		this.container.statistics(Fixtures.text("stats-stopped.json").strip());
		await().until(() -> count("slicemeter.engine.documents.skipped") == 5);
		assertThat(stream.take()).isNull();
		read(3, 3000);
		awaitReadings(2);
		assertThat(stream.take()).isNotNull();
		assertThat(this.engine.requests("/stats")).isOne();
	}

	@Test
	void ignoresReadingsAfterItIsClosed() {
		StatisticsStream stream = open();
		read(1, 1000);
		awaitReadings(1);
		stream.close();
		read(2, 2000);
		assertThat(stream.take()).isNull();
		await().until(() -> this.engine.statisticsSubscribers(this.container.id()) == 0);
		await().untilAsserted(() -> assertThat(threads()).isEmpty());
		assertThat(stream.take()).isNull();
		assertThat(this.pauses).isEmpty();
		stream.close();
	}

	@Test
	void opensAFailedStreamAgainWithGrowingPausesUntilAGoodReading() {
		StatisticsStream stream = open();
		for (int failure = 1; failure <= 3; failure++) {
			int expected = failure;
			this.engine.cutStatistics(this.container.id());
			await().until(() -> this.pauses.size() == expected);
			this.reopen.release();
			awaitSubscriber();
		}
		assertThat(this.pauses.stream().map(Duration::toSeconds)).containsExactly(5L, 10L, 20L);
		read(1, 1000);
		awaitReadings(1);
		assertThat(stream.take()).isNotNull();
		this.engine.cutStatistics(this.container.id());
		await().until(() -> this.pauses.size() == 4);
		assertThat(this.pauses.getLast()).isEqualTo(Duration.ofSeconds(5));
		assertThat(count("slicemeter.engine.streams.failed")).isEqualTo(4);
	}

	@Test
	void doesNotUseAReadingAgainAfterReopening() {
		StatisticsStream stream = open();
		read(5, 5000);
		awaitReadings(1);
		stream.take();
		this.reopen.release();
		this.engine.cutStatistics(this.container.id());
		await().until(() -> this.engine.requests("/stats") == 2);
		awaitSubscriber();
		read(5, 5000);
		await().until(() -> count("slicemeter.engine.documents.skipped") == 1);
		assertThat(stream.take()).isNull();
	}

	@Test
	void triesAgainAfterAnErrorOfTheEngine() {
		this.engine.fail("/stats", 500);
		start();
		streams().open(this.container.id());
		await().until(() -> this.pauses.size() == 1);
		this.engine.recover();
		this.reopen.release();
		awaitSubscriber();
	}

	@Test
	void triesAgainWhenTheEngineFallsSilent() {
		start(Duration.ofMillis(300));
		streams().open(this.container.id());
		await().until(() -> this.pauses.size() == 1);
		assertThat(count("slicemeter.engine.streams.failed")).isOne();
	}

	@Test
	void givesUpAContainerThatDoesNotExist() {
		start();
		StatisticsStream stream = streams().open(new ContainerId("ef".repeat(32)));
		await().until(() -> this.engine.requests("/stats") == 1);
		await().untilAsserted(() -> assertThat(threads()).isEmpty());
		assertThat(this.pauses).isEmpty();
		assertThat(stream.take()).isNull();
		await().until(() -> this.registry.get("slicemeter.engine.streams").gauge().value() == 0);
	}

	@Test
	void opensNoMoreThanAllowed() {
		start();
		List<StatisticsStream> open = List.of(streams().open(this.container.id()), streams().open(this.container.id()),
				streams().open(this.container.id()));
		await().until(() -> this.engine.statisticsSubscribers(this.container.id()) == 3);
		StatisticsStream refused = streams().open(this.container.id());
		read(1, 1000);
		awaitReadings(3);
		assertThat(refused.take()).isNull();
		refused.close();
		assertThat(count("slicemeter.engine.streams.refused")).isOne();
		assertThat(this.registry.get("slicemeter.engine.streams").gauge().value()).isEqualTo(3);
		open.getFirst().close();
		streams().open(this.container.id());
		await().until(() -> this.engine.requests("/stats") == 4);
	}

	@Test
	void closesAllStreams() throws IOException {
		open();
		long closing = System.nanoTime();
		streams().close();
		assertThat(Duration.ofNanos(System.nanoTime() - closing)).isLessThan(Duration.ofSeconds(4));
		await().untilAsserted(() -> assertThat(threads()).isEmpty());
		streams().open(this.container.id());
		assertThat(threads()).isEmpty();
	}

	private StatisticsStream open() {
		start();
		StatisticsStream stream = streams().open(this.container.id());
		awaitSubscriber();
		return stream;
	}

	private void start() {
		start(Duration.ofSeconds(20));
	}

	private void start(Duration responseTimeout) {
		DockerProperties properties = new DockerProperties(this.engine.host(), false, null, Duration.ofHours(1),
				Duration.ofSeconds(5), 1000, 3, Duration.ofSeconds(2), responseTimeout, Duration.ofSeconds(5),
				Duration.ofMinutes(2));
		Pause pause = (length, ended) -> {
			this.pauses.add(length);
			while (!this.reopen.tryAcquire()) {
				if (Pause.REAL.await(Duration.ofMillis(10), ended)) {
					return true;
				}
			}
			return false;
		};
		this.streams = new DockerStatisticsStreams(EngineAddress.of(properties, Map.of()), properties,
				new NetworkProperties(List.of("eth*")), new EngineMeters(this.registry), pause,
				BackoffTests.withoutJitter());
	}

	private DockerStatisticsStreams streams() {
		DockerStatisticsStreams started = this.streams;
		assertThat(started).isNotNull();
		return started;
	}

	private void read(int second, long cpuNanos) {
		this.container.statistics(NOON.plusSeconds(second), cpuNanos, 4096, 1, 2);
	}

	private void awaitSubscriber() {
		await().until(() -> this.engine.statisticsSubscribers(this.container.id()) == 1);
	}

	private void awaitReadings(int count) {
		await().until(() -> count("slicemeter.engine.readings") == count);
	}

	private double count(String name) {
		return this.registry.get(name).counter().count();
	}

	private static List<String> threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.startsWith("slicemeter-engine-statistics"))
			.toList();
	}

}
