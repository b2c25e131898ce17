package io.slicemeter.engine;

import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/// What the module counts of its own work.
final class EngineMeters {

	private final MeterRegistry registry;

	private final Map<String, Counter> events;

	private final Map<String, Counter> inspections;

	private final Counter eventsIgnored;

	private final Counter eventsRepeated;

	private final Counter eventsLost;

	private final Counter listenerFailures;

	private final Counter connects;

	private final Counter reconciles;

	private final Counter readings;

	private final Counter readingsDropped;

	private final Counter documentsSkipped;

	private final Counter streamsRefused;

	private final Counter streamsFailed;

	EngineMeters(MeterRegistry registry) {
		this.registry = registry;
		this.events = byTag("slicemeter.engine.events", "action", "events",
				"Events of containers that the Engine told and that were handled", EventDecoder.ACTIONS);
		this.inspections = byTag("slicemeter.engine.inspections", "outcome", "inspections",
				"Containers that the Engine was asked about", "found", "gone", "failed");
		this.eventsIgnored = counter("slicemeter.engine.events.ignored", "events",
				"Events that are malformed or not asked for");
		this.eventsRepeated = counter("slicemeter.engine.events.repeated", "events",
				"Events that a new subscription told again");
		this.eventsLost = counter("slicemeter.engine.events.lost", "events",
				"Events that found the queue full and are made up for by a reconcile");
		this.listenerFailures = counter("slicemeter.engine.listener.failures", "failures",
				"Times that what the Engine told could not be handled");
		this.connects = counter("slicemeter.engine.reconnects", "attempts", "Attempts to connect to the Engine");
		this.reconciles = counter("slicemeter.engine.reconciles", "reconciles",
				"Times that all living containers were listed and inspected");
		this.readings = counter("slicemeter.engine.readings", "readings", "Usable readings of statistics streams");
		this.readingsDropped = counter("slicemeter.engine.readings.dropped", "readings",
				"Readings that a newer one replaced before they were taken");
		this.documentsSkipped = counter("slicemeter.engine.documents.skipped", "documents",
				"Documents of statistics streams that hold no new reading");
		this.streamsRefused = counter("slicemeter.engine.streams.refused", "streams",
				"Statistics streams that were not opened because too many are open");
		this.streamsFailed = counter("slicemeter.engine.streams.failed", "failures",
				"Times that a statistics stream ended by itself or could not be opened");
	}

	private Map<String, Counter> byTag(String name, String tag, String unit, String description, String... values) {
		return Stream.of(values)
			.collect(Collectors.toUnmodifiableMap(Function.identity(),
					(value) -> Counter.builder(name)
						.description(description)
						.baseUnit(unit)
						.tag(tag, value)
						.register(this.registry)));
	}

	private Counter counter(String name, String unit, String description) {
		return Counter.builder(name).description(description).baseUnit(unit).register(this.registry);
	}

	void connected(BooleanSupplier connected) {
		Gauge.builder("slicemeter.engine.connected", connected, (now) -> now.getAsBoolean() ? 1 : 0)
			.description("1 while the Engine answers, else 0")
			.baseUnit("boolean")
			.strongReference(true)
			.register(this.registry);
	}

	void streams(IntSupplier open) {
		Gauge.builder("slicemeter.engine.streams", open, IntSupplier::getAsInt)
			.description("Statistics streams that are open")
			.baseUnit("streams")
			.strongReference(true)
			.register(this.registry);
	}

	void event(EngineEvent event) {
		increment(this.events, EventDecoder.action(event));
	}

	void eventIgnored() {
		this.eventsIgnored.increment();
	}

	void eventRepeated() {
		this.eventsRepeated.increment();
	}

	void eventLost() {
		this.eventsLost.increment();
	}

	void listenerFailed() {
		this.listenerFailures.increment();
	}

	void connecting() {
		this.connects.increment();
	}

	void reconcile() {
		this.reconciles.increment();
	}

	void inspection(Inspection inspection) {
		increment(this.inspections, switch (inspection) {
			case Inspection.Found _ -> "found";
			case Inspection.Gone _ -> "gone";
			case Inspection.Failed _ -> "failed";
		});
	}

	void reading() {
		this.readings.increment();
	}

	void readingDropped() {
		this.readingsDropped.increment();
	}

	void documentSkipped() {
		this.documentsSkipped.increment();
	}

	void streamRefused() {
		this.streamsRefused.increment();
	}

	void streamFailed() {
		this.streamsFailed.increment();
	}

	private static void increment(Map<String, Counter> counters, String value) {
		Counter counter = counters.get(value);
		if (counter != null) {
			counter.increment();
		}
	}

}
