package io.slicemeter.timeseries;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;

/// Which share of the time that some keys lived in a range is covered by rows, put
/// together from the parts of the range.
final class Coverage {

	private final Map<Integer, Read> read = new HashMap<>();

	private long coveredUsec;

	private long livedUsec;

	private @Nullable Long memoryPeakBytes;

	/// Adds the rows of [Questions#coverage()].
	void add(JdbcClient.StatementSpec statement) {
		statement.query((row) -> {
			this.coveredUsec += row.getLong("covered_usec");
			Long peak = row.getObject("memory_peak_bytes", Long.class);
			if (peak != null && (this.memoryPeakBytes == null || peak > this.memoryPeakBytes)) {
				this.memoryPeakBytes = peak;
			}
			Long first = row.getObject("first_covered_usec", Long.class);
			Long newest = row.getObject("newest_usec", Long.class);
			if (first != null && newest != null) {
				this.read.merge(row.getInt("key"), new Read(first, newest), Read::and);
			}
		});
	}

	/// Adds up how long each key lived, of the rows of [SampleQuestions#lifetimes()].
	void lived(JdbcClient.StatementSpec statement, Segment range, long nowUsec) {
		statement.query((row) -> {
			this.livedUsec += Math.max(0, end(row, range, nowUsec) - begin(row, range));
		});
	}

	/// From its start; of what has none told, from where on it is covered.
	private long begin(ResultSet row, Segment range) throws SQLException {
		Long started = row.getObject("started_usec", Long.class);
		if (started != null) {
			return Math.max(range.fromUsec(), started);
		}
		if (row.getBoolean("has_before")) {
			return range.fromUsec();
		}
		Read read = this.read.get(row.getInt("key"));
		return (read != null) ? Math.max(range.fromUsec(), read.firstCoveredUsec()) : range.fromUsec();
	}

	/// To its end; what is open lives to its newest row, unless that is long ago.
	private long end(ResultSet row, Segment range, long nowUsec) throws SQLException {
		Long ended = row.getObject("ended_usec", Long.class);
		if (ended != null) {
			return Math.min(range.toUsec(), ended);
		}
		long end = Math.min(range.toUsec(), nowUsec);
		Read read = this.read.get(row.getInt("key"));
		boolean lately = read != null && read.newestUsec() >= end - 3 * row.getLong("interval_usec");
		return (read != null && lately) ? Math.min(range.toUsec(), read.newestUsec()) : end;
	}

	long coveredUsec() {
		return this.coveredUsec;
	}

	/// At most 1; null where none lived.
	@Nullable Double share() {
		return (this.livedUsec > 0) ? (Double) Math.min(1.0, (double) this.coveredUsec / this.livedUsec) : null;
	}

	@Nullable Long memoryPeakBytes() {
		return this.memoryPeakBytes;
	}

	/// From when to when a key was read.
	private record Read(long firstCoveredUsec, long newestUsec) {

		Read and(Read other) {
			return new Read(Math.min(this.firstCoveredUsec, other.firstCoveredUsec),
					Math.max(this.newestUsec, other.newestUsec));
		}

	}

}
