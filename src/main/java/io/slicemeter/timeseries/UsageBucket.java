package io.slicemeter.timeseries;

import java.sql.ResultSet;
import java.sql.SQLException;

import io.slicemeter.runner.Metric;
import org.jspecify.annotations.Nullable;

/// What one metric did in one bucket, put together from the parts of the range that it
/// lies in.
final class UsageBucket {

	private double samples;

	private long increase;

	private double weighted;

	private long unitedUsec;

	private @Nullable Double plain;

	/// Adds a row of [SampleQuestions#buckets()].
	void add(ResultSet row) throws SQLException {
		this.samples += row.getDouble("samples");
		this.increase += row.getLong("increase");
		this.weighted += row.getDouble("weighted");
		this.unitedUsec += row.getLong("united_usec");
		double plain = row.getDouble("plain");
		if (!row.wasNull()) {
			this.plain = plain;
		}
	}

	/// Whether a row lies in it.
	boolean isRead() {
		return this.samples > 0;
	}

	long increase() {
		return this.increase;
	}

	/// The mean over the covered time; of a gauge that covers none (at first sight) the
	/// plain one.
	@Nullable Double mean(Metric metric) {
		if (this.unitedUsec > 0) {
			return this.weighted / this.unitedUsec;
		}
		return (metric.isCounter() || metric == Metric.CPU_MILLICORES) ? null : this.plain;
	}

}
