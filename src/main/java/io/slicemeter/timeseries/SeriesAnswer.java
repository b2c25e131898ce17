package io.slicemeter.timeseries;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.slicemeter.runner.Metric;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;

/// Puts a series together from the parts of its range.
final class SeriesAnswer {

	private final Keys keys;

	private final SeriesQuery query;

	private final Buckets buckets;

	private final List<Segment> segments;

	private final Map<Metric, List<@Nullable Number>> columns = new LinkedHashMap<>();

	SeriesAnswer(Keys keys, SeriesQuery query, Stored stored) {
		this.keys = keys;
		this.query = query;
		this.buckets = Buckets.of(query);
		this.segments = stored.segments(EpochMicros.of(query.range().from()), EpochMicros.of(query.range().to()),
				Resolution.fitting(this.buckets.stepUsec()));
		query.metrics().forEach((metric) -> this.columns.put(metric, this.buckets.empty()));
	}

	Series answer(Statements statements) {
		List<Metric> asked = this.query.metrics()
			.stream()
			.distinct()
			.filter(this.keys.table().metrics()::contains)
			.toList();
		boolean looks = this.query.aggregation() != Aggregation.MEAN;
		List<Metric> looked = asked.stream().filter((metric) -> looks && !metric.isCounter()).toList();
		List<Metric> averaged = asked.stream().filter((metric) -> !looked.contains(metric)).toList();
		if (!averaged.isEmpty()) {
			UsageColumns means = new UsageColumns(this.buckets, averaged, this.query.rate());
			for (Segment segment : this.segments) {
				means.add(statements.of(Questions.of(this.keys, segment, averaged).buckets(), segment,
						this.buckets.stepUsec()));
			}
			means.fill(this.columns);
		}
		if (!looked.isEmpty()) {
			for (Segment segment : this.segments) {
				look(statements.of(Questions.of(this.keys, segment, looked).looks(this.query.aggregation()), segment,
						this.buckets.stepUsec()), looked);
			}
		}
		return empty();
	}

	/// The series as far as it is filled.
	Series empty() {
		Resolution resolution = this.segments.stream()
			.map(Segment::resolution)
			.max(Resolution::compareTo)
			.orElse(Resolution.RAW);
		return new Series(resolution, this.buckets.starts(), this.columns);
	}

	private void look(JdbcClient.StatementSpec statement, List<Metric> looked) {
		statement.query((row) -> {
			Metric metric = looked.get(row.getInt("metric"));
			long bucket = row.getLong("bucket");
			double value = row.getDouble("value");
			Number before = this.buckets.get(this.columns, metric, bucket);
			this.buckets.set(this.columns, metric, bucket, switch (this.query.aggregation()) {
				case MIN -> (before != null) ? Math.min(before.doubleValue(), value) : value;
				case MAX -> (before != null) ? Math.max(before.doubleValue(), value) : value;
				case MEAN, LAST -> value;
			});
		});
	}

}
