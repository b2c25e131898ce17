package io.slicemeter.measurement.web;

import java.time.Instant;
import java.util.List;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// Requests as the API's description tells them; [RequestRows] writes them.
@Schema(name = "MeasurementRequests")
record RequestPage(String id, List<Item> items) {

	/// A request.
	@Schema(name = "MeasurementRequestItem")
	record Item(Instant at, @Schema(description = "From 0, in the order of sending.") long id, int messageLength,
			@Schema(description = "Seconds to the response's headers, with a rate from when it was due.") double latency,
			@Schema(description = "When it was sent, seconds since 1970.") double start,
			@Schema(description = "Seconds to the response's headers from when it was sent.") double serviceTime,
			@Schema(description = "The response's; null where there was none.") @Nullable Integer status,
			@Schema(allowableValues = {
					"ok", "redirect", "http-error", "timeout", "refused", "closed", "tls", "failed" }) String outcome){
	}

}
