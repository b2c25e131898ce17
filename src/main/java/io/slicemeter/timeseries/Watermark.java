package io.slicemeter.timeseries;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;

/// How far the rollups are. Where nothing was done yet it is [Instant#MIN].
///
/// @param closedTo samples before it are late
/// @param minutesTo everything before it is rolled up by minutes
/// @param hoursTo everything before it is rolled up by hours
record Watermark(Instant closedTo, Instant minutesTo, Instant hoursTo) {

	/// Nothing is rolled up.
	static final Watermark NONE = new Watermark(Instant.MIN, Instant.MIN, Instant.MIN);

	/// Of three columns in µs since the epoch, null for none.
	static Watermark of(ResultSet row, int first) throws SQLException {
		return new Watermark(moment(row, first), moment(row, first + 1), moment(row, first + 2));
	}

	private static Instant moment(ResultSet row, int column) throws SQLException {
		long usec = row.getLong(column);
		return row.wasNull() ? Instant.MIN : EpochMicros.toInstant(usec);
	}

}
