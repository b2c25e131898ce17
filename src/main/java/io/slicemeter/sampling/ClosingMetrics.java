package io.slicemeter.sampling;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;

/// Counts the runs that are closed, of both sources, by how well their totals are known.
final class ClosingMetrics {

	private static final String EXACT = "exact";

	private final MeterRegistry registry;

	ClosingMetrics(MeterRegistry registry) {
		this.registry = registry;
	}

	/// A run was closed.
	/// @param reason why its totals are not exact, see [Totals.Inexactness]; null if they
	/// are
	void closed(@Nullable String reason) {
		Counter.builder("slicemeter.closing.records")
			.description("Runs that were closed, exactly or for which reason not")
			.baseUnit("records")
			.tag("how", (reason != null) ? reason : EXACT)
			.register(this.registry)
			.increment();
	}

}
