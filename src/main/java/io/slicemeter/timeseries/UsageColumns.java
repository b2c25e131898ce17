package io.slicemeter.timeseries;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

import io.slicemeter.runner.Metric;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;

/// Makes columns of the rows that [UsageSql#buckets()] answers: means of gauges, rates
/// and running totals of counters. A bucket in which no row lies stays empty, but what a
/// counter did there counts in the totals after it.
final class UsageColumns {

	private final Buckets buckets;

	private final List<Metric> metrics;

	private final boolean rate;

	private final Map<Metric, List<@Nullable Number>> columns;

	UsageColumns(Buckets buckets, List<Metric> metrics, boolean rate, Map<Metric, List<@Nullable Number>> columns) {
		this.buckets = buckets;
		this.metrics = metrics;
		this.rate = rate;
		this.columns = columns;
	}

	void fill(JdbcClient.StatementSpec statement) {
		long[][] increases = new long[this.metrics.size()][this.buckets.count()];
		statement.query((row) -> {
			int index = row.getInt("metric");
			Metric metric = this.metrics.get(index);
			long bucket = row.getLong("bucket");
			increases[index][(int) (bucket - this.buckets.first())] = row.getLong("increase");
			if (row.getLong("samples") > 0) {
				boolean total = metric.isCounter() && !this.rate;
				this.buckets.set(this.columns, metric, bucket, total ? (Number) 0L : mean(row, metric));
			}
		});
		for (int index = 0; index < increases.length; index++) {
			Metric metric = this.metrics.get(index);
			if (metric.isCounter() && !this.rate) {
				accumulate(increases[index], this.columns.getOrDefault(metric, List.of()));
			}
		}
	}

	private static void accumulate(long[] increases, List<@Nullable Number> column) {
		long total = 0;
		for (int place = 0; place < increases.length; place++) {
			total += increases[place];
			if (column.get(place) != null) {
				column.set(place, total);
			}
		}
	}

	/// The mean in a row; of a gauge that covers no time (at first sight) the plain one.
	static @Nullable Double mean(ResultSet row, Metric metric) throws SQLException {
		double mean = row.getDouble("mean");
		if (!row.wasNull()) {
			return mean;
		}
		double plain = row.getDouble("plain");
		return (row.wasNull() || metric.isCounter() || metric == Metric.CPU_MILLICORES) ? null : (Double) plain;
	}

}
