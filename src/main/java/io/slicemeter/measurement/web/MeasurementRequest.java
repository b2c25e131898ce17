package io.slicemeter.measurement.web;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// What a client may ask to be measured, as the API's description tells it;
/// [MeasurementBody] reads it.
@Schema(name = "MeasurementRequest", requiredProperties = "targetUrl")
final class MeasurementRequest {

	@Schema(description = "Where requests are posted to: http or https, an allowed target.",
			example = "http://127.0.0.1:8080/work")
	public @Nullable String targetUrl;

	@Schema(description = "How many letters each message has.", minimum = "1", maximum = "65536", defaultValue = "5")
	public @Nullable Integer messageLength;

	@Schema(description = "Which runners: an array of names, or a selector of labels (`team=core,tier`). Without it all "
			+ "that run; without a list of names those that start later join.",
			oneOf = { String.class, String[].class })
	public @Nullable Object runners;

	@Schema(description = "The name of the only host to look on.")
	public @Nullable String host;

	@Schema(description = "How long it lasts: ISO-8601 (`PT30S`), short (`30s`, `5m`, `1h`) or seconds. Without it until "
			+ "it is stopped, at most as long as `slicemeter.measurement.max-duration`.", example = "30s")
	public @Nullable String duration;

	@Schema(description = "How many requests are under way at once.", minimum = "1", maximum = "64", defaultValue = "1")
	public @Nullable Integer concurrency;

	@Schema(description = "How many requests are sent a second; each is then due at a fixed time, from which its latency "
			+ "counts. Without it each follows the one before.")
	public @Nullable Double rate;

	@Schema(description = "The time between two usage points, a multiple of the agents' interval; without it that.",
			example = "2s")
	public @Nullable String interval;

	private MeasurementRequest() {
	}

}
