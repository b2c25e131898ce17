package io.slicemeter.timeseries;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.slicemeter.runner.Metric;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;

/// Makes columns of the rows that [SampleQuestions#buckets()] and its like over rollups
/// answer: means of gauges, rates and running totals of counters. A bucket in which no row
/// lies stays empty, but what a counter did there counts in the totals after it.
final class UsageColumns {

	private final Buckets buckets;

	private final List<Metric> metrics;

	private final boolean rate;

	private final Map<Metric, UsageBucket[]> found = new LinkedHashMap<>();

	UsageColumns(Buckets buckets, List<Metric> metrics, boolean rate) {
		this.buckets = buckets;
		this.metrics = metrics;
		this.rate = rate;
		metrics.forEach((metric) -> this.found.put(metric, emptyBuckets(buckets.count())));
	}

	private static UsageBucket[] emptyBuckets(int count) {
		UsageBucket[] empty = new UsageBucket[count];
		for (int place = 0; place < count; place++) {
			empty[place] = new UsageBucket();
		}
		return empty;
	}

	/// Adds what a part of the range says.
	void add(JdbcClient.StatementSpec statement) {
		statement.query((row) -> {
			UsageBucket[] column = this.found.get(this.metrics.get(row.getInt("metric")));
			int place = (int) (row.getLong("bucket") - this.buckets.first());
			if (column != null && place >= 0 && place < column.length) {
				column[place].add(row);
			}
		});
	}

	/// Puts the values into the columns.
	void fill(Map<Metric, List<@Nullable Number>> columns) {
		this.found.forEach((metric, column) -> {
			boolean total = metric.isCounter() && !this.rate;
			long increase = 0;
			for (int place = 0; place < column.length; place++) {
				increase += column[place].increase();
				if (column[place].isRead()) {
					this.buckets.set(columns, metric, this.buckets.first() + place,
							total ? (Number) increase : column[place].mean(metric));
				}
			}
		});
	}

}
