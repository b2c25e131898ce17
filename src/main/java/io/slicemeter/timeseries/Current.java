package io.slicemeter.timeseries;

import java.time.Instant;
import java.util.Map;

import io.slicemeter.runner.Metric;

/// The newest sample of a run, a slice or a host.
///
/// @param at when it was read
/// @param values what was read: `Double` for `cpuMillicores`, `Long` for all else; what
/// was absent is not in it
public record Current(Instant at, Map<Metric, Number> values) {
}
