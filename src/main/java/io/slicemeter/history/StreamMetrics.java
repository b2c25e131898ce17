package io.slicemeter.history;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/// What the stream tells of itself.
final class StreamMetrics {

	/// Why a client is let go.
	enum Drop {

		/// More waits for it than is live.
		QUEUE_FULL,
		/// It does not take what it is sent.
		WRITE_TIMEOUT;

		String label() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

	private final MeterRegistry registry;

	private final Counter events;

	private final Counter refused;

	private final Map<Drop, Counter> dropped = new EnumMap<>(Drop.class);

	private final Timer looks;

	private final Counter failures;

	StreamMetrics(MeterRegistry registry) {
		this.registry = registry;
		this.events = counter("events", "events", "Events that were sent to clients of the stream");
		this.refused = counter("refused", "clients", "Clients that found all places of the stream taken");
		for (Drop why : Drop.values()) {
			this.dropped.put(why,
					Counter.builder("slicemeter.stream.dropped")
						.description("Clients of the stream that were let go since they did not keep up, by the reason")
						.baseUnit("clients")
						.tag("why", why.label())
						.register(registry));
		}
		this.looks = Timer.builder("slicemeter.stream.look")
			.description("The time that a look at the newest rows took")
			.register(registry);
		this.failures = counter("failures", "looks", "Looks at the newest rows that failed");
	}

	private Counter counter(String name, String unit, String description) {
		return Counter.builder("slicemeter.stream." + name)
			.description(description)
			.baseUnit(unit)
			.register(this.registry);
	}

	void watch(Supplier<Number> clients) {
		Gauge.builder("slicemeter.stream.clients", clients)
			.description("Clients of the stream")
			.baseUnit("clients")
			.register(this.registry);
	}

	<T> T looking(Supplier<T> look) {
		return Objects.requireNonNull(this.looks.record(look));
	}

	void sent(int events) {
		this.events.increment(events);
	}

	void refused() {
		this.refused.increment();
	}

	void dropped(Drop why) {
		Objects.requireNonNull(this.dropped.get(why)).increment();
	}

	void failed() {
		this.failures.increment();
	}

}
