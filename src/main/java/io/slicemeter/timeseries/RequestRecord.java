package io.slicemeter.timeseries;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/// One request of a measurement.
///
/// @param id its number, from 0, in the order of sending
/// @param sentAt when it was sent
/// @param latencyNanos to the response's headers, from when it was to be sent
/// @param serviceNanos the same from when it was sent
/// @param messageLength how many letters it carried
/// @param status of the response; null where there was none
/// @param outcome how it went, a word
public record RequestRecord(long id, Instant sentAt, long latencyNanos, long serviceNanos, int messageLength,
		@Nullable Integer status, String outcome) {
}
