package io.slicemeter.sampling;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.slicemeter.runner.Readings;

/// The exported figures of one runner or one slice. A counter adds up the increases of
/// everything that runs under the name, so it doesn't fall when one of two runs ends. A
/// figure is exported from the moment at which it was first read: what this host can't
/// tell isn't shown as 0.
final class UsageSeries {

	private static final UsageMeter[] METERS = UsageMeter.values();

	private final MeterRegistry registry;

	private final String subject;

	private final Tags tags;

	/// By the ordinal of the meter, in the unit of the readings.
	private final long[] values = new long[METERS.length];

	private final boolean[] exported = new boolean[METERS.length];

	private final List<Meter> meters = new ArrayList<>();

	/// @param subject `runner` or `slice`
	UsageSeries(MeterRegistry registry, String subject, Tags tags) {
		this.registry = registry;
		this.subject = subject;
		this.tags = tags;
	}

	/// Takes what is new of one of those under this name.
	/// @param before what it had read before; empty at first sight
	/// @param living what each of them that is alive has read now
	void update(Readings before, Readings now, Collection<Readings> living) {
		for (UsageMeter meter : METERS) {
			if (now.has(meter.metric())) {
				take(meter, before, now, living);
			}
		}
	}

	private void take(UsageMeter meter, Readings before, Readings now, Collection<Readings> living) {
		synchronized (this.values) {
			if (meter.metric().isCounter()) {
				long base = before.has(meter.metric()) ? before.get(meter.metric()) : 0;
				this.values[meter.ordinal()] += Math.max(0, now.get(meter.metric()) - base);
			}
			else {
				this.values[meter.ordinal()] = living.stream()
					.filter((each) -> each.has(meter.metric()))
					.mapToLong((each) -> each.get(meter.metric()))
					.sum();
			}
		}
		if (!this.exported[meter.ordinal()]) {
			this.exported[meter.ordinal()] = true;
			this.meters.add(export(meter));
		}
	}

	private Meter export(UsageMeter meter) {
		Tags all = this.tags.and(meter.tags());
		if (meter.metric().isCounter()) {
			return FunctionCounter.builder(meter.meterName(this.subject), this, (series) -> series.value(meter))
				.description(meter.description())
				.baseUnit(meter.baseUnit())
				.tags(all)
				.register(this.registry);
		}
		return Gauge.builder(meter.meterName(this.subject), this, (series) -> series.value(meter))
			.description(meter.description())
			.baseUnit(meter.baseUnit())
			.tags(all)
			.register(this.registry);
	}

	private double value(UsageMeter meter) {
		synchronized (this.values) {
			return meter.inBaseUnit(this.values[meter.ordinal()]);
		}
	}

	/// Takes everything back.
	void remove() {
		this.meters.forEach(this.registry::remove);
		this.meters.clear();
	}

}
