package io.slicemeter.timeseries;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/// What the road to Postgres tells of itself.
final class WriterMetrics implements DiskSpool.Lost {

	private final Counter written;

	private final MeterRegistry registry;

	private final Counter spoolFailures;

	private final Map<SetAside.Why, Counter> setAside = new EnumMap<>(SetAside.Why.class);

	private final Counter queueFull;

	private final Counter spoolFull;

	private final Counter unreadable;

	private final Counter failures;

	private final Timer batches;

	WriterMetrics(MeterRegistry registry) {
		this.registry = registry;
		this.written = counter(registry, "written", "Rows that were written, of the catalogue and samples");
		this.spoolFailures = Counter.builder("slicemeter.spool.failures")
			.description("Times that the disk took nothing")
			.baseUnit("failures")
			.register(registry);
		for (SetAside.Why why : SetAside.Why.values()) {
			this.setAside.put(why, Counter.builder("slicemeter.timeseries.rows.set.aside")
				.description("Rows that were not written, by the reason: bad values, too late, a day that is not kept")
				.baseUnit("rows")
				.tag("why", why.label())
				.register(registry));
		}
		this.queueFull = dropped(registry, "queue-full");
		this.spoolFull = dropped(registry, "spool-full");
		this.unreadable = dropped(registry, "unreadable");
		this.failures = Counter.builder("slicemeter.timeseries.failures")
			.description("Batches that failed and are kept to be written again")
			.baseUnit("batches")
			.register(registry);
		this.batches = Timer.builder("slicemeter.timeseries.batch")
			.description("The time that a batch took to be written")
			.register(registry);
	}

	/// Tells how much waits.
	void watch(Spool spool, InstantSource clock) {
		gauge("slicemeter.spool.depth", "rows", "Samples that wait for the database", spool::depth);
		gauge("slicemeter.spool.size", "bytes", "What samples take in the spool, also those kept to be written again",
				spool::bytes);
		gauge("slicemeter.spool.oldest.age", "seconds", "The age of the oldest sample that waits", () -> {
			Instant oldest = spool.oldest();
			return (oldest != null) ? Duration.between(oldest, clock.instant()).toMillis() / 1000.0 : 0;
		});
	}

	private void gauge(String name, String unit, String description, Supplier<Number> value) {
		Gauge.builder(name, value).description(description).baseUnit(unit).register(this.registry);
	}

	private static Counter counter(MeterRegistry registry, String name, String description) {
		return Counter.builder("slicemeter.timeseries.rows." + name)
			.description(description)
			.baseUnit("rows")
			.register(registry);
	}

	/// The queue to the spool was full.
	void overflowed(int samples) {
		this.queueFull.increment(samples);
	}

	@Override
	public void full(int samples) {
		this.spoolFull.increment(samples);
	}

	@Override
	public void unreadable(int samples) {
		this.unreadable.increment(samples);
	}

	/// There from the start, so that the first loss is an increase.
	private static Counter dropped(MeterRegistry registry, String why) {
		return Counter.builder("slicemeter.spool.samples.dropped")
			.description("Samples that no database will ever see, by the reason")
			.baseUnit("samples")
			.tag("why", why)
			.register(registry);
	}

	void spoolFailed() {
		this.spoolFailures.increment();
	}

	void delivered(int rows, List<SetAside> setAside, Duration time) {
		this.written.increment(rows);
		setAside.forEach((row) -> Objects.requireNonNull(this.setAside.get(row.why())).increment());
		this.batches.record(time);
	}

	void failed() {
		this.failures.increment();
	}

}
