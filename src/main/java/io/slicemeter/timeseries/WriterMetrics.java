package io.slicemeter.timeseries;

import java.time.Duration;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/// What the road to Postgres tells of itself.
final class WriterMetrics {

	private final Counter written;

	private final Counter dropped;

	private final Counter setAside;

	private final Counter failures;

	private final Timer batches;

	WriterMetrics(MeterRegistry registry, Spool spool) {
		this.written = counter(registry, "written", "Rows that were written, of the catalogue and samples");
		this.dropped = counter(registry, "dropped", "Samples that the full queue did not take");
		this.setAside = counter(registry, "set.aside", "Rows that the database can't take");
		this.failures = Counter.builder("slicemeter.timeseries.failures")
			.description("Batches that failed and are kept to be written again")
			.baseUnit("batches")
			.register(registry);
		this.batches = Timer.builder("slicemeter.timeseries.batch")
			.description("The time that a batch took to be written")
			.register(registry);
		Gauge.builder("slicemeter.timeseries.queue.depth", spool, Spool::depth)
			.description("Samples that wait for the database")
			.baseUnit("rows")
			.strongReference(true)
			.register(registry);
	}

	private static Counter counter(MeterRegistry registry, String name, String description) {
		return Counter.builder("slicemeter.timeseries.rows." + name)
			.description(description)
			.baseUnit("rows")
			.register(registry);
	}

	void dropped(int rows) {
		if (rows > 0) {
			this.dropped.increment(rows);
		}
	}

	void delivered(int rows, int setAside, Duration time) {
		this.written.increment(rows);
		this.setAside.increment(setAside);
		this.batches.record(time);
	}

	void failed() {
		this.failures.increment();
	}

}
