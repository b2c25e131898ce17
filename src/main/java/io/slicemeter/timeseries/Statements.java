package io.slicemeter.timeseries;

import java.time.ZoneOffset;
import java.util.Collection;

import org.springframework.jdbc.core.simple.JdbcClient;

/// Gives the questions' statements their parameters.
final class Statements {

	private final JdbcClient jdbc;

	private final Keys keys;

	private final Stored stored;

	Statements(JdbcClient jdbc, Keys keys, Stored stored) {
		this.jdbc = jdbc;
		this.keys = keys;
		this.stored = stored;
	}

	/// @param stepUsec the width of the answer's buckets
	JdbcClient.StatementSpec of(String sql, Segment segment, long stepUsec) {
		return this.jdbc.sql(sql)
			.param("hosts", array(this.keys.hosts()))
			.param("ids", array(this.keys.ids()))
			.param("from", EpochMicros.toInstant(segment.fromUsec()).atOffset(ZoneOffset.UTC))
			.param("to", EpochMicros.toInstant(segment.toUsec()).atOffset(ZoneOffset.UTC))
			.param("rowsFrom", EpochMicros.toInstant(segment.rowsFromUsec()).atOffset(ZoneOffset.UTC))
			.param("fromUsec", segment.fromUsec())
			.param("toUsec", segment.toUsec())
			.param("stepUsec", stepUsec)
			.param("oldestUsec", this.stored.rawFrom());
	}

	static long[] array(Collection<Long> values) {
		return values.stream().mapToLong(Long::longValue).toArray();
	}

}
