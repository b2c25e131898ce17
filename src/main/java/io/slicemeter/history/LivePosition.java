package io.slicemeter.history;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

import io.slicemeter.web.Cursor;

/// How far a client has been told: the `id` of an event. Who told it knows exactly what
/// comes next. Another replica knows only of moments.
///
/// @param epoch what names the history of looks that the event is of
/// @param look the number of the look in that history
/// @param sent how many of the look's events were sent, with this one; [#ALL] for all
/// @param settled what was sampled until then, by the database's clock, has been sent
public record LivePosition(String epoch, long look, int sent, Instant settled) {

	/// Stands for all events of a look.
	public static final int ALL = Integer.MAX_VALUE;

	private static final int KEYS = 4;

	/// The position as clients see it, an opaque text.
	public String encoded() {
		return Cursor.encode(this.epoch, Long.toString(this.look), Integer.toString(this.sent),
				Long.toString(ChronoUnit.MICROS.between(Instant.EPOCH, this.settled)));
	}

	/// Reads what a client sends back; nothing if it is not of this version.
	public static Optional<LivePosition> decode(String text) {
		return Cursor.decode(text, KEYS).flatMap((keys) -> {
			try {
				return Optional
					.of(new LivePosition(keys.getFirst(), Long.parseLong(keys.get(1)), Integer.parseInt(keys.get(2)),
							Instant.EPOCH.plus(Long.parseLong(keys.getLast()), ChronoUnit.MICROS)));
			}
			catch (NumberFormatException ex) {
				return Optional.empty();
			}
		});
	}

}
