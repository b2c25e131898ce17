package io.slicemeter.timeseries;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.slicemeter.runner.Metric;
import org.jspecify.annotations.Nullable;

/// A series in columns: one bucket a row, all columns of the same length.
///
/// @param resolution what it was made from
/// @param at the starts of the buckets, ascending, without gaps
/// @param columns of each metric a value for each bucket: `Long` for counters as totals,
/// `Double` for gauges and rates, null where there was no sample
public record Series(Resolution resolution, List<Instant> at, Map<Metric, List<@Nullable Number>> columns) {
}
