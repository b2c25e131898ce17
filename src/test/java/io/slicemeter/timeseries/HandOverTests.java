package io.slicemeter.timeseries;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.RunKey;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class HandOverTests {

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final HangingSpool spool = new HangingSpool();

	private final HandOver handOver = new HandOver(this.spool, 100, Duration.ofMillis(100),
			new WriterMetrics(this.registry));

	private final RunKey run = Metered.newRun();

	@AfterEach
	void stop() {
		this.handOver.stop();
	}

	private List<RunSample> samples(int from, int to) {
		return IntStream.range(from, to)
			.mapToObj((number) -> new RunSample(this.run, Metered.at(number), null, false, null,
					Metered.readings(Metric.PIDS, number)))
			.toList();
	}

	@Test
	void whoeverAppendsNeverWaitsForADiskThatHangsAndAnOverflowIsCounted() {
		this.spool.disk.lock();
		try {
			this.handOver.start();
			assertThat(this.handOver.append(samples(0, 60))).isZero();
			Awaitility.await().until(() -> this.spool.disk.hasQueuedThreads());
			assertThat(this.handOver.append(samples(60, 100))).isZero();
			assertThat(this.handOver.append(samples(100, 130))).isEqualTo(30);
			this.handOver.record(Metered.started(this.run, 0, null));
		}
		finally {
			this.spool.disk.unlock();
		}
		Awaitility.await().until(() -> this.handOver.waiting() == 0);
		assertThat(this.spool.samples).isEqualTo(samples(0, 100));
		Awaitility.await().until(() -> !this.spool.rows.isEmpty());
		assertThat(this.registry.get("slicemeter.spool.samples.dropped").tag("why", "queue-full").counter().count())
			.isEqualTo(30);
		Awaitility.await().atMost(10, TimeUnit.SECONDS).until(() -> this.spool.syncs > 0);
	}

	@Test
	void whatTheDiskRefusesIsHandedOverAgainInItsOrder() {
		this.spool.refuses = true;
		this.handOver.start();
		this.handOver.append(samples(0, 10));
		this.handOver.record(Metered.started(this.run, 0, null));
		Awaitility.await().until(() -> this.handOver.failure() != null);
		this.handOver.append(samples(10, 20));
		this.spool.refuses = false;
		Awaitility.await().until(() -> this.handOver.waiting() == 0);
		assertThat(this.spool.samples).isEqualTo(samples(0, 20));
		assertThat(this.spool.rows).hasSize(1);
		Awaitility.await().until(() -> this.handOver.failure() == null);
	}

	@Test
	void stoppingHandsOverWhatWaits() {
		this.handOver.append(samples(0, 10));
		this.handOver.start();
		this.handOver.stop();
		assertThat(this.spool.samples).hasSize(10);
	}

	/// Takes everything, once its disk lets it.
	private static final class HangingSpool implements Spool {

		private final ReentrantLock disk = new ReentrantLock();

		private final List<Sample> samples = new ArrayList<>();

		private final List<CatalogueRow> rows = new ArrayList<>();

		private volatile boolean refuses;

		private volatile int syncs;

		@Override
		public void append(List<? extends Sample> samples, Collection<CatalogueRow> rows) {
			this.disk.lock();
			try {
				if (this.refuses) {
					throw new SpoolException("refused", new IllegalStateException());
				}
				this.samples.addAll(samples);
				this.rows.addAll(rows);
			}
			finally {
				this.disk.unlock();
			}
		}

		@Override
		public void sync() {
			this.syncs++;
		}

		@Override
		public void forgetWritten() {
			// nothing was written
		}

		@Override
		public Batch next(int samples) {
			return Batch.EMPTY;
		}

		@Override
		public void commit(Batch batch) {
			throw new UnsupportedOperationException();
		}

		@Override
		public void rewind() {
			throw new UnsupportedOperationException();
		}

		@Override
		public int depth() {
			return 0;
		}

		@Override
		public @Nullable Instant oldest() {
			return null;
		}

		@Override
		public long bytes() {
			return 0;
		}

	}

}
