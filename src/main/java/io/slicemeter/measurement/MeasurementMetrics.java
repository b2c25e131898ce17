package io.slicemeter.measurement;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.slicemeter.timeseries.RequestRecord;
import org.springframework.stereotype.Component;

/// What the module counts of its own work.
@Component
class MeasurementMetrics {

	private final AtomicInteger running = new AtomicInteger();

	private final Map<String, Counter> requests;

	MeasurementMetrics(MeterRegistry registry) {
		Gauge.builder("slicemeter.measurements.running", this.running, AtomicInteger::get)
			.description("Measurements whose load this process drives")
			.strongReference(true)
			.register(registry);
		this.requests = Arrays.stream(Outcome.values())
			.map(Outcome::label)
			.collect(Collectors.toUnmodifiableMap(Function.identity(),
					(outcome) -> Counter.builder("slicemeter.measurement.requests")
						.description("Requests that measurements sent")
						.baseUnit("requests")
						.tag("outcome", outcome)
						.register(registry)));
	}

	void began() {
		this.running.incrementAndGet();
	}

	void ended() {
		this.running.decrementAndGet();
	}

	void request(RequestRecord request) {
		Counter counter = this.requests.get(request.outcome());
		if (counter != null) {
			counter.increment();
		}
	}

}
