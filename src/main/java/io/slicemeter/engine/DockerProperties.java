package io.slicemeter.engine;

import java.nio.file.Path;
import java.time.Duration;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// How the Docker Engine is reached and followed.
///
/// @param host where the Engine listens: `unix:///path/to/socket` or `tcp://host:port`.
/// Without it the environment's `DOCKER_HOST`, else `unix:///var/run/docker.sock`
/// @param tlsVerify whether a `tcp://` Engine is spoken to over TLS. Without it whether
/// the environment's `DOCKER_TLS_VERIFY` is set
/// @param certPath the directory of `ca.pem`, `cert.pem` and `key.pem`. Without it the
/// environment's `DOCKER_CERT_PATH`, else `~/.docker`
/// @param reconcileInterval how often everything that lives is listed and inspected
/// again; 100 ms to 1 h
/// @param eventOverlap how far before the last handled event a new subscription begins; 0
/// s to 10 min
/// @param eventQueue how many events may wait before the rest is made up for by a
/// reconcile; 1 to 1000000
/// @param maxStreams how many statistics streams may be open at a time; 1 to 100000
/// @param connectTimeout how long connecting may take; 100 ms to 5 min
/// @param responseTimeout how long an answer, or the next reading of a statistics stream,
/// may take; 100 ms to 5 min
/// @param reconnectFirst the first pause after a failed connection or stream; doubles
/// with each failure; 10 ms to 1 h
/// @param reconnectMax the longest pause between connections or streams, at least the
/// first; 10 ms to 1 h
@Validated
@ConfigurationProperties("slicemeter.docker")
record DockerProperties(@Nullable String host, @Nullable Boolean tlsVerify, @Nullable Path certPath,
		@DefaultValue("30s") @DurationMin(millis = 100, message = "must be between 100ms and 1h") @DurationMax(
				hours = 1, message = "must be between 100ms and 1h") Duration reconcileInterval,
		@DefaultValue("5s") @DurationMin(message = "must be between 0s and 10m") @DurationMax(minutes = 10,
				message = "must be between 0s and 10m") Duration eventOverlap,
		@DefaultValue("10000") @Min(value = 1, message = "must be between 1 and 1000000") @Max(value = 1_000_000,
				message = "must be between 1 and 1000000") int eventQueue,
		@DefaultValue("500") @Min(value = 1, message = "must be between 1 and 100000") @Max(value = 100_000,
				message = "must be between 1 and 100000") int maxStreams,
		@DefaultValue("5s") @DurationMin(millis = 100, message = "must be between 100ms and 5m") @DurationMax(
				minutes = 5, message = "must be between 100ms and 5m") Duration connectTimeout,
		@DefaultValue("20s") @DurationMin(millis = 100, message = "must be between 100ms and 5m") @DurationMax(
				minutes = 5, message = "must be between 100ms and 5m") Duration responseTimeout,
		@DefaultValue("5s") @DurationMin(millis = 10, message = "must be between 10ms and 1h") @DurationMax(hours = 1,
				message = "must be between 10ms and 1h") Duration reconnectFirst,
		@DefaultValue("2m") @DurationMin(millis = 10, message = "must be between 10ms and 1h") @DurationMax(hours = 1,
				message = "must be between 10ms and 1h") Duration reconnectMax) {

	@AssertTrue(message = "reconnect-max must be at least reconnect-first")
	boolean isReconnectMaxLongEnough() {
		return this.reconnectMax.compareTo(this.reconnectFirst) >= 0;
	}

}
