package io.slicemeter.timeseries;

import java.util.List;

import io.slicemeter.runner.Metric;

/// The statements that ask for one part of a range. Whatever the part is answered from,
/// the columns of the answers are the same, and answers of adjoining parts add up.
sealed interface Questions permits SampleQuestions, RollupQuestions {

	/// The questions over a part.
	/// @param metrics the metrics; in the answers each goes by its place in this list
	static Questions of(Keys keys, Segment segment, List<Metric> metrics) {
		return switch (segment.resolution()) {
			case RAW -> new SampleQuestions(keys.table(), metrics, keys.isSingle(), segment.afterRollup());
			case MINUTES, HOURS -> new RollupQuestions(keys.table(), segment.resolution(), metrics, keys.isSingle());
		};
	}

	/// For each `metric` and `bucket`: `samples` (how many rows), `increase` of counters,
	/// `weighted` (Σ level × covered time) and `united_usec` (the time that is covered by
	/// any key), whose quotient is the mean, and `plain`, the mean of gauges where no
	/// time
	/// is covered.
	String buckets();

	/// For each `metric` and `bucket` the `value` of one look at the joined runs.
	String looks(Aggregation aggregation);

	/// For each `metric` how many `looks` lie in each `bin` of a [Histogram]; the `least`
	/// and the `greatest` of them.
	String bins();

	/// In one row, of each counter by its place: `increase_0`, `samples_0` (how many
	/// rows), and `gaps_0`, whether values are missing between others. Where they are,
	/// the increase is not right, and [#buckets()] tells it. This is for many counters at
	/// once: one pass over the rows instead of one for each.
	String totals(List<Metric> counters);

	/// The increase of the first metric of each `key`, as `value`.
	String increases();

	/// The largest value of the first metric of each `key`, as `value`.
	String peaks();

	/// Of each `key`: `covered_usec`, `memory_peak_bytes`, from when on it is covered
	/// (`first_covered_usec`) and when it was read last (`newest_usec`).
	String coverage();

	/// What a question is about that takes one look at the joined runs.
	static String look(Aggregation aggregation) {
		return switch (aggregation) {
			case MIN -> "min(total)";
			case MAX -> "max(total)";
			case LAST -> "(array_agg(total order by at_usec desc))[1]";
			case MEAN -> throw new IllegalArgumentException("A mean takes all the time, not looks");
		};
	}

}
