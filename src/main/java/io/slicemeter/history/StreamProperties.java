package io.slicemeter.history;

import java.time.Duration;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// How the live stream is kept.
///
/// @param interval time between two looks at the newest rows, shared by all clients, 100
/// ms to 10 s
/// @param maxClients how many clients the stream has at most, 0 to 10,000; further ones
/// are told to try again later
/// @param heartbeat how often a client is told that the stream is alive, 1 s to 5 min
/// @param writeTimeout for how long a client may take nothing of what it is sent before
/// it is let go, 1 s to 5 min
@Validated
@ConfigurationProperties("slicemeter.stream")
record StreamProperties(
		@DefaultValue("1s") @DurationMin(millis = 100, message = StreamProperties.INTERVAL) @DurationMax(seconds = 10,
				message = StreamProperties.INTERVAL) Duration interval,
		@DefaultValue("100") @Min(value = 0, message = StreamProperties.CLIENTS) @Max(value = 10_000,
				message = StreamProperties.CLIENTS) int maxClients,
		@DefaultValue("15s") @DurationMin(seconds = 1, message = StreamProperties.PATIENCE) @DurationMax(minutes = 5,
				message = StreamProperties.PATIENCE) Duration heartbeat,
		@DefaultValue("10s") @DurationMin(seconds = 1, message = StreamProperties.PATIENCE) @DurationMax(minutes = 5,
				message = StreamProperties.PATIENCE) Duration writeTimeout) {

	static final String INTERVAL = "must be from 100ms to 10s, but is ${validatedValue}";

	static final String CLIENTS = "must be from 0 to 10000, but is ${validatedValue}";

	static final String PATIENCE = "must be from 1s to 5m, but is ${validatedValue}";

}
