package io.slicemeter.measurement;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/// A request that was sent, and what came of it.
///
/// @param at when it was sent
/// @param sentNanos the same on the monotonic clock
/// @param serviceNanos from then to the response's headers, or to the failure
/// @param status of the response; null where there was none
/// @param outcome how it went
record Sent(Instant at, long sentNanos, long serviceNanos, @Nullable Integer status, Outcome outcome) {
}
