package io.slicemeter.timeseries;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.slicemeter.runner.Metric;
import io.slicemeter.timeseries.UsageSummary.Distribution;

import org.springframework.jdbc.core.simple.JdbcClient;

/// Puts a summary together from the parts of its range.
final class SummaryAnswer {

	private static final List<Metric> DISTRIBUTED = List.of(Metric.CPU_MILLICORES, Metric.MEMORY_BYTES);

	/// Shorter ranges are answered from samples where they are kept: these are few, and
	/// tell percentiles exactly.
	private static final long LONG_USEC = TimeUnit.HOURS.toMicros(2);

	private final Keys keys;

	private final Segment whole;

	private final List<Segment> segments;

	private final Statements statements;

	private final Map<Metric, Long> increases = new EnumMap<>(Metric.class);

	SummaryAnswer(Keys keys, TimeRange range, Stored stored, Statements statements) {
		this.keys = keys;
		this.whole = new Segment(Resolution.RAW, EpochMicros.of(range.from()), EpochMicros.of(range.to()), false);
		this.segments = stored.segments(this.whole.fromUsec(), this.whole.toUsec(),
				coarsest(this.whole.toUsec() - this.whole.fromUsec()));
		this.statements = statements;
	}

	/// From where a range of a length is answered at most.
	static Resolution coarsest(long lengthUsec) {
		return (lengthUsec <= LONG_USEC) ? Resolution.RAW : Resolution.HOURS;
	}

	/// @param nowUsec what has not come yet was not lived
	UsageSummary answer(long nowUsec) {
		List<Metric> missing = totals();
		Map<Metric, UsageBucket> whole = buckets(missing);
		boolean raw = this.segments.stream().allMatch((segment) -> segment.resolution() == Resolution.RAW);
		Map<Metric, Distribution> distributions = raw ? fromSamples(whole) : fromHistogram(whole);
		Coverage coverage = new Coverage();
		for (Segment segment : this.segments) {
			coverage.add(of(segment, Questions.of(this.keys, segment, List.of()).coverage()));
		}
		SampleQuestions catalogue = new SampleQuestions(this.keys.table(), List.of(), this.keys.isSingle(), false);
		coverage.lived(of(this.whole, catalogue.lifetimes()), this.whole, nowUsec);
		return new UsageSummary(coverage.share(), coverage.coveredUsec(), this.increases,
				distribution(distributions, whole, Metric.CPU_MILLICORES),
				distribution(distributions, whole, Metric.MEMORY_BYTES), coverage.memoryPeakBytes(),
				raw ? "raw" : "histogram");
	}

	/// Adds up the counters, and gives those that must be told one by one.
	private List<Metric> totals() {
		List<Metric> counters = this.keys.table().metrics().stream().filter(Metric::isCounter).toList();
		List<Metric> single = new ArrayList<>(DISTRIBUTED);
		Set<Metric> read = EnumSet.noneOf(Metric.class);
		for (Segment segment : this.segments) {
			of(segment, Questions.of(this.keys, segment, List.of()).totals(counters)).query((row) -> {
				for (int place = 0; place < counters.size(); place++) {
					Metric counter = counters.get(place);
					if (row.getBoolean("gaps_" + place) && !single.contains(counter)) {
						single.add(counter);
					}
					this.increases.merge(counter, row.getLong("increase_" + place), Long::sum);
					if (row.getLong("samples_" + place) > 0) {
						read.add(counter);
					}
				}
			});
		}
		this.increases.keySet().retainAll(read);
		return single;
	}

	/// One bucket as wide as all time up to the range's end.
	private Map<Metric, UsageBucket> buckets(List<Metric> metrics) {
		Map<Metric, UsageBucket> whole = new EnumMap<>(Metric.class);
		for (Segment segment : this.segments) {
			of(segment, Questions.of(this.keys, segment, metrics).buckets()).query((row) -> {
				whole.computeIfAbsent(metrics.get(row.getInt("metric")), (_) -> new UsageBucket()).add(row);
			});
		}
		for (Metric metric : metrics) {
			UsageBucket bucket = whole.get(metric);
			if (metric.isCounter() && bucket != null && bucket.isRead()) {
				this.increases.put(metric, bucket.increase());
			}
		}
		return whole;
	}

	private Map<Metric, Distribution> fromSamples(Map<Metric, UsageBucket> whole) {
		Map<Metric, Distribution> distributions = new EnumMap<>(Metric.class);
		for (Segment segment : this.segments) {
			SampleQuestions questions = new SampleQuestions(this.keys.table(), DISTRIBUTED, this.keys.isSingle(),
					segment.afterRollup());
			of(segment, questions.distribution()).query((row) -> {
				Metric metric = DISTRIBUTED.get(row.getInt("metric"));
				UsageBucket bucket = whole.get(metric);
				distributions.put(metric, new Distribution((bucket != null) ? bucket.mean(metric) : null,
						row.getDouble("least"), row.getDouble("p50"), row.getDouble("p95"), row.getDouble("greatest")));
			});
		}
		return distributions;
	}

	private Map<Metric, Distribution> fromHistogram(Map<Metric, UsageBucket> whole) {
		Map<Metric, HistogramAnswer> found = new EnumMap<>(Metric.class);
		for (Segment segment : this.segments) {
			Questions questions = Questions.of(this.keys, segment, DISTRIBUTED);
			HistogramAnswer.read(found, DISTRIBUTED, of(segment, questions.bins()));
		}
		Map<Metric, Distribution> distributions = new EnumMap<>(Metric.class);
		found.forEach((metric, answer) -> {
			UsageBucket bucket = whole.get(metric);
			distributions.put(metric, answer.distribution((bucket != null) ? bucket.mean(metric) : null));
		});
		return distributions;
	}

	/// A run that is shorter than half an interval has no rate of its own, which its mean
	/// may exceed.
	private static Distribution distribution(Map<Metric, Distribution> distributions, Map<Metric, UsageBucket> whole,
			Metric metric) {
		Distribution found = distributions.get(metric);
		UsageBucket bucket = whole.get(metric);
		if (found == null) {
			return new Distribution((bucket != null && bucket.isRead()) ? bucket.mean(metric) : null, null, null, null,
					null);
		}
		Double mean = found.mean();
		Double max = found.max();
		if (mean == null || max == null || max >= mean) {
			return found;
		}
		return new Distribution(mean, found.min(), found.p50(), found.p95(), mean);
	}

	private JdbcClient.StatementSpec of(Segment segment, String sql) {
		return this.statements.of(sql, segment, this.whole.toUsec());
	}

}
