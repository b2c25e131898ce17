package io.slicemeter.timeseries;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;

import org.springframework.jdbc.core.simple.JdbcClient;

/// Gives the questions' statements their parameters.
final class Statements {

	private final JdbcClient jdbc;

	private final Keys keys;

	private final Stored stored;

	private final long rangeFromUsec;

	/// @param rangeFromUsec the beginning of the whole range, of which segments are parts
	Statements(JdbcClient jdbc, Keys keys, Stored stored, long rangeFromUsec) {
		this.jdbc = jdbc;
		this.keys = keys;
		this.stored = stored;
		this.rangeFromUsec = rangeFromUsec;
	}

	/// @param stepUsec the width of the answer's buckets
	JdbcClient.StatementSpec of(String sql, Segment segment, long stepUsec) {
		return this.jdbc.sql(sql)
			.param("hosts", array(this.keys.hosts()))
			.param("ids", array(this.keys.ids()))
			.param("from", moment(segment.fromUsec()))
			.param("to", moment(segment.toUsec()))
			.param("rowsFrom", moment(segment.rowsFromUsec()))
			.param("fromUsec", segment.fromUsec())
			.param("toUsec", segment.toUsec())
			.param("rangeFromUsec", this.rangeFromUsec)
			.param("rolledTo", moment(this.stored.minutesTo()))
			.param("stepUsec", stepUsec)
			.param("oldestUsec", this.stored.rawFrom());
	}

	private static OffsetDateTime moment(long usec) {
		return EpochMicros.toInstant(usec).atOffset(ZoneOffset.UTC);
	}

	static long[] array(Collection<Long> values) {
		return values.stream().mapToLong(Long::longValue).toArray();
	}

}
