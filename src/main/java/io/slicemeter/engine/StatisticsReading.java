package io.slicemeter.engine;

import java.time.Instant;

import io.slicemeter.runner.Readings;

/// What one document of the statistics API says of a container.
///
/// @param readAt the Engine's own time of the reading
/// @param arrivedNanos the monotonic time at which the document arrived
/// @param readings its counters and gauges in Slicemeter's units
public record StatisticsReading(Instant readAt, long arrivedNanos, Readings readings) {
}
