package io.slicemeter.timeseries;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.slicemeter.runner.Metric;

/// Questions over samples. Each is put together from [SampleSteps], where it is told what
/// figures mean.
final class SampleQuestions implements Questions {

	private final SampleTable table;

	private final List<Metric> metrics;

	private final boolean single;

	private final SampleSteps steps;

	/// @param metrics the metrics; in the answers each goes by its place in this list
	/// @param single whether one key alone is asked for: then there is nothing to join
	/// @param afterRollup whether what lies before `from` is told by rollups
	SampleQuestions(SampleTable table, List<Metric> metrics, boolean single, boolean afterRollup) {
		this.table = table;
		this.metrics = metrics;
		this.single = single;
		this.steps = new SampleSteps(table, metrics, single, afterRollup);
	}

	@Override
	public String buckets() {
		return SampleSteps.with(this.steps.keys(), this.steps.known(this.steps.columns()), this.steps.spans(),
				this.steps.united(), SampleSteps.pieces())
				+ """
						select metric, bucket, sum(samples)::bigint as samples, sum(increase)::bigint as increase,
							sum(weighted) as weighted, coalesce(sum(united_usec), 0)::bigint as united_usec, sum(plain) as plain
						from (
							select metric, bucket, key,
								count(*) filter (where own) as samples,
								sum(%s - %s) as increase,
								sum(case when covered_from is not null then
									level * greatest(least(until_usec, at_usec) - greatest(begin_usec, covered_from), 0) end)
									as weighted,
								sum(case when new_from is not null then
									greatest(least(until_usec, at_usec) - greatest(begin_usec, new_from), 0) end) as united_usec,
								avg(level) filter (where own) as plain
							from pieces
							group by metric, bucket, key
						) as per_key
						group by metric, bucket
						"""
					.formatted(SampleSteps.grown("until_usec"), SampleSteps.grown("begin_usec"));
	}

	@Override
	public String looks(Aggregation aggregation) {
		return SampleSteps.with(this.steps.keys(), this.steps.known(this.steps.columns()), this.steps.spans(),
				this.steps.levels(), SampleSteps.totals(this.single)) + """
						select metric, at_usec / :stepUsec as bucket, %s as value from totals group by metric, bucket
						""".formatted(Questions.look(aggregation));
	}

	/// For each metric the least, the greatest and the percentiles of the looks.
	String distribution() {
		return looked() + """
				select metric, (select min(total) from totals t where t.metric = c.metric) as least,
					(select max(total) from totals t where t.metric = c.metric) as greatest,
					percentile_cont(0.5) within group (order by total) as p50,
					percentile_cont(0.95) within group (order by total) as p95
				from cells c
				group by metric
				""";
	}

	@Override
	public String bins() {
		return looked()
				+ """
						select metric, bin_of(total) as bin, count(*)::float8 as looks, min(total) as least, max(total) as greatest
						from cells
						group by metric, bin
						union all
						select metric, null, 0, min(total), max(total) from totals group by metric
						""";
	}

	private String looked() {
		return SampleSteps.with(this.steps.keys(), this.steps.known(this.steps.columns()), this.steps.spans(),
				this.steps.levels(), SampleSteps.totals(this.single))
				+ """
						, cells as (
							select distinct on (metric, cell) metric, total
							from (select t.*, at_usec / (select max(interval_usec) from keys) as cell from totals t) as looked
							order by metric, cell, at_usec desc
						)
						""";
	}

	@Override
	public String totals(List<Metric> counters) {
		String before = counters.stream()
			.map(Metric::column)
			.map((column) -> "lag(%1$s) over row_before as before_%1$s".formatted(column))
			.collect(Collectors.joining(", "));
		String sums = IntStream.range(0, counters.size())
			.mapToObj((index) -> total(index, counters.get(index).column()))
			.collect(Collectors.joining(", "));
		return SampleSteps.with(this.steps.keys(),
				this.steps.known(SampleSteps.columns(counters.stream().map(Metric::column))))
				+ """
						select %s
						from (
							select l.*, since_usec < from_usec or at_usec > :toUsec as cut,
								greatest(from_usec - since_usec, 0)::float8 / (at_usec - since_usec) as cut_begin,
								(least(at_usec, :toUsec) - least(since_usec, :toUsec))::float8 / (at_usec - since_usec) as cut_end
							from (
								select l.*, coalesce(before_usec, case when %s
									then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end)
									as since_usec
								from (
									select k.*, lag(at_usec) over row_before as before_usec, %s
									from known k
									window row_before as (partition by key order by at_usec)
								) as l
								where part >= 0
								offset 0
							) as l
							offset 0
						) as l
						"""
					.formatted(sums, this.table.countsFromZero(), before);
	}

	private String total(int index, String column) {
		return """
				sum(case when cut then floor(%2$s * cut_end)::bigint - floor(%2$s * cut_begin)::bigint else %2$s end)::bigint
					as increase_%1$d,
				count(%3$s) filter (where part = 0) as samples_%1$d,
				coalesce(bool_or(%3$s is not null and before_%3$s is null and before_usec is not null), false) as gaps_%1$d"""
			.formatted(index, """
					case when before_%1$s <= %1$s then %1$s - before_%1$s when before_%1$s is not null then %2$s
						when since_usec is not null then %1$s end""".formatted(column,
					this.table.increaseAfterFall().replace("value", column)), column);
	}

	@Override
	public String increases() {
		return SampleSteps.with(this.steps.keys(), this.steps.known(this.steps.columns()), this.steps.spans()) + """
				select key, sum(%s - %s)::bigint as value
				from spans
				group by key
				having bool_or(part = 0)
				""".formatted(SampleSteps.grown(":toUsec"), SampleSteps.grown("from_usec"));
	}

	@Override
	public String peaks() {
		return SampleSteps.with(this.steps.keys())
				+ """
						select k.key, (select round(max(s.%s))::bigint from %s s where %s and s.at >= :from and s.at < :to) as value
						from keys k
						"""
					.formatted(this.metrics.getFirst().column(), this.table.table(Resolution.RAW),
							this.table.belongs());
	}

	@Override
	public String coverage() {
		String peak = this.table.metrics().contains(Metric.MEMORY_PEAK_BYTES) ? "s.memory_peak_bytes"
				: "null::bigint as memory_peak_bytes";
		return SampleSteps.with(this.steps.keys(), this.steps.known(peak))
				+ """
						select key, coalesce(sum(greatest(least(at_usec, :toUsec)
								- greatest(at_usec - covered_usec, before_usec, from_usec), 0))
								filter (where part >= 0 and covered_usec is not null), 0)::bigint as covered_usec,
							max(memory_peak_bytes) filter (where part = 0) as memory_peak_bytes,
							min(at_usec - coalesce(covered_usec, 0)) as first_covered_usec, max(at_usec) as newest_usec
						from (select k.*, lag(at_usec) over (partition by key order by at_usec) as before_usec from known k) as linked
						group by key
						""";
	}

	/// What the catalogue knows of each key: `started_usec`, `ended_usec`,
	/// `interval_usec`, and `has_before`, whether anything is known from before the
	/// range.
	String lifetimes() {
		return SampleSteps.with(this.steps.keys()) + """
				select key, started_usec, ended_usec, interval_usec, has_before
					or exists (select from %s s where %s and s.at < :from) as has_before
				from keys k
				""".formatted(this.table.table(Resolution.HOURS), this.table.belongs());
	}

	/// The newest row of each key that is not older than `from`.
	String newest() {
		return SampleSteps.with(this.steps.keys()) + """
				select k.key, s.*
				from keys k cross join lateral (
					select s.at, %s from %s s where %s and s.at >= :from order by s.at desc limit 1
				) s
				""".formatted(SampleSteps.columns(this.table.metrics().stream().map(Metric::column)),
				this.table.table(Resolution.RAW), this.table.belongs());
	}

}
