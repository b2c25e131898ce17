package io.slicemeter.measurement.web;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.slicemeter.measurement.Choice;
import io.slicemeter.measurement.Measurement;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A measurement without its results.
record MeasurementItem(String id, @Schema(allowableValues = {
		"scheduled", "running", "stopped", "failed", "interrupted" }) String state,
		@Schema(description = "Why it ended; null while it runs.") @Nullable String reason, String targetUrl,
		@Schema(description = "The one address that is connected to.") String targetAddress, int messageLength,
		int concurrency,
		@Schema(description = "Requests a second at most; null for back to back.") @Nullable Double rate,
		@Schema(description = "How long it may last.") double durationSeconds, double intervalSeconds,
		Selection runners, Instant createdAt, @Nullable Instant startedAt, @Nullable Instant endedAt,
		@Schema(description = "Requests that are stored.") long requests,
		@Schema(description = "Requests that were due by the rate and not sent before the end.") long unsent){

	static MeasurementItem of(Measurement measurement) {
		return new MeasurementItem(measurement.id().toString(), measurement.state().label(), measurement.reason(),
				measurement.targetUrl(), measurement.targetAddress(), measurement.messageLength(),
				measurement.concurrency(), measurement.rate(), seconds(measurement.duration()),
				seconds(measurement.interval()), Selection.of(measurement.choice()), measurement.createdAt(),
				measurement.startedAt(), measurement.endedAt(), measurement.requests(), measurement.unsent());
	}

	private static double seconds(Duration duration) {
		return duration.toNanos() / 1e9;
	}

	/// Which runners it looks at.
	@Schema(description = "Which runners it looks at: those of `names`, or all that run with `labels`.")
	record Selection(List<String> names,
			@Schema(description = "`key=value`, or `key` for any value.") List<String> labels, @Nullable String host) {

		static Selection of(Choice choice) {
			return new Selection(choice.names(),
					choice.labels()
						.stream()
						.map((label) -> (label.value() != null) ? label.key() + "=" + label.value() : label.key())
						.toList(),
					choice.host());
		}

	}

}
