package io.slicemeter.timeseries;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import javax.sql.DataSource;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.RunKey;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/// The whole road to Postgres as an agent has it, with 50 runs that are sampled whenever
/// a test says so. Notes every sample that the spool took, after it took it.
final class Road implements AutoCloseable {

	static final int RUNS = 50;

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final WriterMetrics metrics = new WriterMetrics(this.registry);

	private final OpenedSpool opened;

	private final HandOver handOver;

	private final Writer writer;

	private final PostgresStore store;

	private final TimeseriesHealthIndicator health;

	private final Noted spool;

	private final AtomicLong lastUsec = new AtomicLong();

	Road(Path directory, DataSource database, @Nullable Path log) {
		this(directory, database, log, 100_000);
	}

	Road(Path directory, DataSource database, @Nullable Path log, int queueSize) {
		TimeseriesProperties properties = new TimeseriesProperties(2_000, Duration.ofMillis(20), Duration.ofSeconds(5),
				Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ZERO, Duration.ofSeconds(5),
				Duration.ofHours(48), Duration.ofSeconds(5));
		this.opened = OpenedSpool.open(directory, new SpoolProperties(directory, DataSize.ofGigabytes(1),
				Duration.ofMillis(300), Duration.ofMinutes(5), Duration.ofHours(1), 100_000), this.metrics);
		this.spool = new Noted(this.opened.spool(), log);
		this.handOver = new HandOver(this.spool, queueSize, Duration.ofMillis(300), this.metrics);
		this.store = new PostgresStore(database, properties.statementTimeout(), properties.lockTimeout());
		this.writer = new Writer(this.spool, this.store, this.metrics, properties);
		this.health = new TimeseriesHealthIndicator(this.spool, this.handOver, this.writer, Duration.ZERO,
				Clock.systemUTC());
		this.handOver.start();
		this.writer.start();
	}

	/// One tick: a sample of each run, none at a moment of an earlier one.
	/// @return how many did not fit
	int tick() {
		long nowUsec = EpochMicros.of(Instant.now());
		Instant at = EpochMicros.toInstant(this.lastUsec.updateAndGet((last) -> Math.max(last + 1, nowUsec)));
		return this.handOver.append(IntStream.range(0, RUNS)
			.mapToObj((number) -> new RunSample(new RunKey(Metered.HOST, 1000 + number), at, 1000L, false, 12.5,
					Metered.readings(Metric.PIDS, number, Metric.CPU_USAGE_USEC, EpochMicros.of(at),
							Metric.MEMORY_CURRENT_BYTES, 123_456_789)))
			.toList());
	}

	Intake intake() {
		return this.handOver;
	}

	Writer writer() {
		return this.writer;
	}

	HandOver handOver() {
		return this.handOver;
	}

	TimeseriesHealthIndicator health() {
		return this.health;
	}

	Spool spool() {
		return this.spool;
	}

	SimpleMeterRegistry registry() {
		return this.registry;
	}

	/// The samples that the spool took, as [#stored(JdbcClient)] names them.
	Set<String> taken() {
		return this.spool.taken;
	}

	double setAside() {
		return this.registry.get("slicemeter.timeseries.rows.set.aside")
			.counters()
			.stream()
			.mapToDouble((counter) -> counter.count())
			.sum();
	}

	/// The samples that are in the table.
	static List<String> stored(JdbcClient database) {
		return database
			.sql("select run_id || ' ' || (extract(epoch from at) * 1000000)::bigint from run_sample where host_id = ?")
			.param(Metered.HOST.value())
			.query(String.class)
			.list();
	}

	/// Checks that everything that was taken is in the table, once.
	static void assertComplete(Collection<String> taken, List<String> stored) {
		assertThat(taken).as("samples were taken").isNotEmpty();
		Set<String> once = Set.copyOf(stored);
		assertThat(stored.size() - once.size()).as("doubled").isZero();
		assertThat(taken.stream().filter((sample) -> !once.contains(sample)).count()).as("lost").isZero();
	}

	@Override
	public void close() {
		this.handOver.stop();
		this.writer.stop();
		this.store.close();
		try {
			this.opened.close();
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/// Notes what a spool took.
	private static final class Noted implements Spool {

		private final Spool spool;

		private final Set<String> taken = ConcurrentHashMap.newKeySet();

		private final @Nullable FileChannel log;

		Noted(Spool spool, @Nullable Path log) {
			this.spool = spool;
			try {
				this.log = (log != null) ? FileChannel.open(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND)
						: null;
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		@Override
		public void append(List<? extends Sample> samples, Collection<CatalogueRow> rows) {
			this.spool.append(samples, rows);
			List<String> names = samples.stream()
				.map((sample) -> ((RunSample) sample).run().runId() + " " + EpochMicros.of(sample.at()))
				.toList();
			this.taken.addAll(names);
			if (this.log != null && !names.isEmpty()) {
				try {
					this.log
						.write(ByteBuffer.wrap((String.join("\n", names) + "\n").getBytes(StandardCharsets.US_ASCII)));
				}
				catch (IOException ex) {
					throw new UncheckedIOException(ex);
				}
			}
		}

		@Override
		public Batch next(int samples) {
			return this.spool.next(samples);
		}

		@Override
		public void commit(Batch batch) {
			this.spool.commit(batch);
		}

		@Override
		public void rewind() {
			this.spool.rewind();
		}

		@Override
		public void forgetWritten() {
			this.spool.forgetWritten();
		}

		@Override
		public void sync() {
			this.spool.sync();
		}

		@Override
		public int depth() {
			return this.spool.depth();
		}

		@Override
		public @Nullable Instant oldest() {
			return this.spool.oldest();
		}

		@Override
		public long bytes() {
			return this.spool.bytes();
		}

	}

}
