package io.slicemeter.timeseries;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;

import org.springframework.jdbc.core.simple.JdbcClient;

/// Gives the questions' statements their parameters.
final class Statements {

	/// How all tables of a question are tied to its keys.
	static final String OF_KEYS_HOST = "host_id = k.host_id";

	private final JdbcClient jdbc;

	private final Keys keys;

	private final Stored stored;

	private final long rangeFromUsec;

	private final boolean distributed;

	/// @param rangeFromUsec the beginning of the whole range, of which segments are parts
	/// @param distributed whether the tables are spread over nodes by their host
	Statements(JdbcClient jdbc, Keys keys, Stored stored, long rangeFromUsec, boolean distributed) {
		this.jdbc = jdbc;
		this.keys = keys;
		this.stored = stored;
		this.rangeFromUsec = rangeFromUsec;
		this.distributed = distributed;
	}

	/// @param stepUsec the width of the answer's buckets
	JdbcClient.StatementSpec of(String sql, Segment segment, long stepUsec) {
		return this.jdbc.sql(this.distributed ? ofOneHost(sql) : sql)
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

	/// Names the host, so that the question goes to its node as a whole.
	private String ofOneHost(String sql) {
		List<Long> hosts = this.keys.hosts().stream().distinct().toList();
		return (hosts.size() == 1) ? sql.replace(OF_KEYS_HOST, "host_id = '%d'::bigint".formatted(hosts.getFirst()))
				: sql;
	}

	private static OffsetDateTime moment(long usec) {
		return EpochMicros.toInstant(usec).atOffset(ZoneOffset.UTC);
	}

	static long[] array(Collection<Long> values) {
		return values.stream().mapToLong(Long::longValue).toArray();
	}

}
