package io.slicemeter.measurement;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/// A measurement as it is stored.
///
/// @param id what names it
/// @param state where it is in its life
/// @param reason why it ended; null while it runs
/// @param owner the process that drives its load
/// @param targetUrl where requests go
/// @param targetAddress the address that is connected to
/// @param messageLength how many letters a request carries
/// @param concurrency how many requests are under way at once
/// @param rate how many are sent a second at most; null for back to back
/// @param duration how long it may last
/// @param interval the time between two usage points
/// @param choice which runners it looks at
/// @param members the runners that it has found so far
/// @param createdAt when it was asked for
/// @param startedAt when load began; null before
/// @param endedAt when load ended; null before
/// @param stopAskedAt when it was asked to stop; null if it was not
/// @param requests how many requests are stored
/// @param unsent how many were due by the rate and not sent before the end
/// @param latencies what came of the requests
/// @param usage what the runners used, once that is final
public record Measurement(UUID id, MeasurementState state, @Nullable String reason, UUID owner, String targetUrl,
		String targetAddress, int messageLength, int concurrency, @Nullable Double rate, Duration duration,
		Duration interval, Choice choice, List<Member> members, Instant createdAt, @Nullable Instant startedAt,
		@Nullable Instant endedAt, @Nullable Instant stopAskedAt, long requests, long unsent,
		Latencies.Stored latencies, @Nullable UsageReport usage) {

	public Measurement {
		members = List.copyOf(members);
	}

	/// From when on load was sent.
	Instant begin() {
		return (this.startedAt != null) ? this.startedAt : this.createdAt;
	}

	/// What came of the requests.
	public LatencyFigures figures(Instant now) {
		Instant end = (this.endedAt != null) ? this.endedAt : now;
		return Latencies.of(this.latencies).figures(Duration.between(begin(), end).toNanos() / 1e9);
	}

}
