package io.slicemeter.measurement;

import java.time.Duration;
import java.util.List;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// What measurements may do.
///
/// @param allowedTargets where load may be sent: `loopback`, `runners` (the addresses of
/// the containers that run), addresses and networks such as `10.0.0.0/8` or `fd00::/8`
/// @param maxRunning how many measurements may run at once over all processes, 1 to 64
/// @param maxDuration how long one may last, 1 s to 24 h; it is also the duration of those
/// that ask for none
/// @param maxRequests after how many requests one ends, 1 to 10,000,000
/// @param maxRate how many requests a second one may ask for, 1 to 100,000
/// @param maxStoredRequests with how many stored requests in all no measurement is started
/// any more, until old ones are deleted or past their retention, 0 to 10,000,000,000
/// @param maxRunners how many runners one may look at, 1 to 1,000
@ConfigurationProperties("slicemeter.measurement")
public record MeasurementProperties(@DefaultValue( {
		"loopback", "runners" }) List<String> allowedTargets, @DefaultValue("4") int maxRunning,
		@DefaultValue("1h") Duration maxDuration, @DefaultValue("1000000") int maxRequests,
		@DefaultValue("10000") int maxRate, @DefaultValue("20000000") long maxStoredRequests,
		@DefaultValue("100") int maxRunners){

	public MeasurementProperties {
		allowedTargets = List.copyOf(allowedTargets);
		within("max-running", maxRunning, 1, 64);
		within("max-duration", maxDuration.toSeconds(), 1, 86_400);
		within("max-requests", maxRequests, 1, 10_000_000);
		within("max-rate", maxRate, 1, 100_000);
		within("max-stored-requests", maxStoredRequests, 0, 10_000_000_000L);
		within("max-runners", maxRunners, 1, 1_000);
		AllowedTargets.parse(allowedTargets);
	}

	private static void within(String name, long value, long least, long most) {
		if (value < least || value > most) {
			throw new IllegalArgumentException(
					"slicemeter.measurement.%s must be %,d to %,d, not %,d".formatted(name, least, most, value));
		}
	}

}
