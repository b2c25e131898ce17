package io.slicemeter.sampling;

import io.micrometer.core.instrument.MeterRegistry;
import io.slicemeter.cgroup.ParseFaults;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Counts faults of kernel files in a metric, and tells the first of each kind.
final class ParseFaultLog {

	private static final Logger logger = LoggerFactory.getLogger(ParseFaultLog.class);

	private ParseFaultLog() {
	}

	static ParseFaults of(MeterRegistry registry) {
		return new ParseFaults((file, fault, path, count) -> {
			registry.counter("slicemeter.kernel.faults", "file", file.fileName(), "fault", fault.label()).increment();
			if (count == 1) {
				logger.warn("{} is {}: its values are left out. More of this kind are only counted.", path,
						fault.label());
			}
		});
	}

}
