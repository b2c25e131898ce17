package io.slicemeter.timeseries;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.slicemeter.runner.Metric;

/// The same questions over rollups, with the same answers as [SampleQuestions] gives, so
/// that the parts of a range can be put together.
///
/// A row tells of its bucket what grew, the sum of level × covered time, and from when to
/// when it is covered. Where the range or a bucket of the answer cuts a row (only where
/// nothing finer is left), it counts by its share of the time, rounded down at each cut,
/// so that parts add up.
///
/// **Several keys.** Rows whose covered times overlap were alive at the same moment, and
/// their levels add up as those of samples do. The extremes of a sum are not known from
/// rollups: they are taken as the sum of the extremes within each row's time, which is at
/// most as low and at least as high. A histogram is each key's own: where several are alive
/// in one hour, the mean of the others is added to each of its values.
final class RollupQuestions implements Questions {

	private final SampleTable table;

	private final Resolution resolution;

	private final List<Metric> metrics;

	private final boolean single;

	/// @param metrics the metrics; in the answers each goes by its place in this list
	/// @param single whether one key alone is asked for: then there is nothing to join
	RollupQuestions(SampleTable table, Resolution resolution, List<Metric> metrics, boolean single) {
		this.table = table;
		this.resolution = resolution;
		this.metrics = metrics;
		this.single = single;
	}

	@Override
	public String buckets() {
		String newFrom = this.single ? "covered_from" : """
				greatest(covered_from, max(covered_to) over (partition by metric order by covered_from, covered_to
					rows between unbounded preceding and 1 preceding))""";
		return with(rows(), values("last"), "united as (select v.*, %s as new_from from measured v)".formatted(newFrom),
				pieces("united"))
				+ """
						select metric, bucket, sum(samples * (share_until - share_begin)) as samples,
							sum(floor(increase * share_until)::bigint - floor(increase * share_begin)::bigint)::bigint as increase,
							sum(weighted * (share_until - share_begin)) as weighted,
							coalesce(sum(case when covered_to > new_from then (covered_to - new_from)::float8 * covered_usec
								/ (covered_to - covered_from) * (share_until - share_begin) end), 0)::bigint as united_usec,
							sum(plain) as plain
						from pieces
						group by metric, bucket
						""";
	}

	@Override
	public String looks(Aggregation aggregation) {
		return with(rows(), values(aggregation.label()), pieces("measured"), levels(), SampleSteps.totals(this.single))
				+ """
						select metric, at_usec / :stepUsec as bucket, %s as value from totals group by metric, bucket
						""".formatted(Questions.look(aggregation));
	}

	/// Minutes tell no histogram: each counts with its mean.
	@Override
	public String bins() {
		String binned = switch (this.resolution) {
			case HOURS -> hourBins();
			case MINUTES, RAW -> minuteBins();
		};
		return with(rows(), sharedStep(), binned, extremes(Aggregation.MIN), extremes(Aggregation.MAX)) + """
				select metric, bin, sum(looks) as looks, null::float8 as least, null::float8 as greatest
				from binned
				where bin is not null
				group by metric, bin
				union all
				select metric, null, 0, least.value, greatest.value
				from extremes_min least join extremes_max greatest using (metric)
				""";
	}

	private String extremes(Aggregation aggregation) {
		String steps = with(values(aggregation.label()), pieces("measured"), levels(), SampleSteps.totals(this.single));
		return "extremes_%s as (%s select metric, %s as value from totals group by metric)"
			.formatted(aggregation.label(), steps, Questions.look(aggregation));
	}

	@Override
	public String totals(List<Metric> counters) {
		String sums = IntStream.range(0, counters.size())
			.mapToObj(
					(index) -> """
							sum(floor(r.%2$s_increase * share_until)::bigint - floor(r.%2$s_increase * share_begin)::bigint)::bigint
								as increase_%1$d, count(r.%2$s_last) as samples_%1$d, false as gaps_%1$d"""
						.formatted(index, counters.get(index).column()))
			.collect(Collectors.joining(", "));
		return with(rows()) + "select " + sums + " from (select r.*, " + shares(":fromUsec", ":toUsec")
				+ " from rolled r) as r";
	}

	@Override
	public String increases() {
		return with(rows())
				+ """
						select key, sum(floor(%1$s_increase * share_until)::bigint - floor(%1$s_increase * share_begin)::bigint)::bigint
							as value
						from (select r.*, %2$s from rolled r) as r
						group by key
						having bool_or(samples > 0)
						"""
					.formatted(this.metrics.getFirst().column(), shares(":fromUsec", ":toUsec"));
	}

	@Override
	public String peaks() {
		return with(rows()) + "select key, round(max(%s_max))::bigint as value from rolled group by key"
			.formatted(this.metrics.getFirst().column());
	}

	@Override
	public String coverage() {
		String peak = this.table.metrics().contains(Metric.MEMORY_PEAK_BYTES) ? "max(memory_peak_bytes_max)"
				: "null::bigint";
		return with(rows())
				+ """
						select key, coalesce(sum(covered_usec * (share_until - share_begin)), 0)::bigint as covered_usec,
							%s as memory_peak_bytes, min(covered_from_usec) as first_covered_usec, max(covered_to_usec) as newest_usec
						from (select r.*, %s from rolled r) as r
						group by key
						"""
					.formatted(peak, shares(":fromUsec", ":toUsec"));
	}

	private static String with(String... steps) {
		return SampleSteps.with(steps);
	}

	/// The rows that have a part in the range.
	private String rows() {
		return """
				rolled as (
					select k.place::integer as key, coalesce(h.interval_usec, 2000000) as interval_usec, %1$s as row_begin_usec,
						%1$s + %2$d as row_end_usec, %3$s as covered_from_usec, %4$s as covered_to_usec, s.*
					from unnest(cast(:hosts as bigint[]), cast(:ids as bigint[])) with ordinality as k(host_id, id, place)
					left join host h on h.host_id = k.host_id
					join %5$s s on %6$s and s.at >= :rowsFrom and s.at < :to
				)"""
			.formatted(SampleSteps.USEC.formatted("s.at"), this.resolution.widthUsec(),
					SampleSteps.USEC.formatted("s.covered_from"), SampleSteps.USEC.formatted("s.covered_to"),
					this.table.table(this.resolution), this.table.belongs());
	}

	/// How much of a row's time had passed at the beginning and the end of a piece of it.
	private static String shares(String begin, String until) {
		return """
				greatest(%s - row_begin_usec, 0)::float8 / (row_end_usec - row_begin_usec) as share_begin,
				least(%s - row_begin_usec, row_end_usec - row_begin_usec)::float8 / (row_end_usec - row_begin_usec)
					as share_until""".formatted(begin, until);
	}

	private String values(String level) {
		return IntStream.range(0, this.metrics.size())
			.mapToObj((index) -> values(index, this.metrics.get(index), level))
			.collect(Collectors.joining(" union all ", "measured as (", ")"));
	}

	private static String values(int index, Metric metric, String level) {
		String column = metric.column();
		if (metric.isCounter()) {
			// over the time between rows it grew evenly, as far as is known
			return """
					select %1$d as metric, key, interval_usec, row_begin_usec, row_end_usec,
						(%2$s_last is not null)::integer as samples, %2$s_increase as increase,
						%2$s_increase * 1000000::float8 / nullif(spanned_usec, 0) * covered_usec as weighted, covered_usec,
						covered_from_usec as covered_from, covered_to_usec as covered_to, null::float8 as plain,
						null::float8 as level
					from rolled where %2$s_last is not null or %2$s_increase is not null"""
				.formatted(index, column);
		}
		return """
				select %1$d as metric, key, interval_usec, row_begin_usec, row_end_usec, %2$s_count as samples,
					null::bigint as increase, %2$s_sum as weighted, coalesce(%2$s_covered_usec, 0) as covered_usec,
					covered_from_usec as covered_from, covered_to_usec as covered_to,
					case when coalesce(%2$s_covered_usec, 0) = 0 then %2$s_last::float8 end as plain, %2$s_%3$s::float8 as level
				from rolled where %2$s_count > 0 or %2$s_covered_usec > 0"""
			.formatted(index, column, level);
	}

	private static String pieces(String rows) {
		return """
				pieces as (
					select p.*, %s
					from (
						select r.*, bucket, greatest(bucket * :stepUsec, row_begin_usec, :fromUsec) as begin_usec,
							least((bucket + 1) * :stepUsec, row_end_usec, :toUsec) as until_usec
						from %s r cross join lateral generate_series(greatest(row_begin_usec, :fromUsec) / :stepUsec,
							(least(row_end_usec, :toUsec) - 1) / :stepUsec) as bucket
						offset 0
					) as p
					offset 0
				)""".formatted(shares("begin_usec", "until_usec"), rows);
	}

	/// What a row tells holds for the time that it covers.
	private static String levels() {
		return """
				levels as (
					select metric, key, 0 as part, greatest(begin_usec, least(until_usec, coalesce(covered_to, until_usec)) - 1) as at_usec,
						interval_usec, null::bigint as ended_usec, level,
						least(greatest(begin_usec, coalesce(covered_from, begin_usec)), until_usec - 1) as level_from
					from pieces
					where level is not null
				)""";
	}

	private String minuteBins() {
		return IntStream.range(0, this.metrics.size())
			.mapToObj((index) -> """
					select %1$d as metric, bin_of(greatest(%2$s_sum / %2$s_covered_usec, 0)) as bin,
						%2$s_covered_usec::float8 / interval_usec * (share_until - share_begin) as looks
					from shared where %2$s_covered_usec > 0""".formatted(index, this.metrics.get(index).column()))
			.collect(Collectors.joining(" union all ", "binned as (", ")"));
	}

	private String hourBins() {
		return IntStream.range(0, this.metrics.size())
			.mapToObj((index) -> hourBins(index, this.metrics.get(index).column()))
			.collect(Collectors.joining(" union all ", "binned as (", ")"));
	}

	private String hourBins(int index, String column) {
		if (this.single) {
			return """
					select %1$d as metric, b.bin, b.looks * (share_until - share_begin) as looks
					from shared cross join lateral unnest(%2$s_bins, %2$s_looks) as b(bin, looks)""".formatted(index,
					column);
		}
		// beside = how many others are alive on average while this one is
		return """
				select %1$d as metric, bin_of(%3$s + beside * case when hour_covered > %2$s_covered_usec
						then (hour_sum - %2$s_sum) / (hour_covered - %2$s_covered_usec) else 0 end) as bin,
					b.looks * (share_until - share_begin) / (beside + 1) as looks
				from (
					select s.*, sum(%2$s_sum) over (partition by at) as hour_sum,
						sum(%2$s_covered_usec) over (partition by at) as hour_covered,
						greatest(sum(%2$s_covered_usec) over (partition by at)::float8 / nullif(sum(new_usec) over (partition by at), 0)
							- 1, 0) as beside
					from (
						select s.*, greatest(covered_to_usec - greatest(covered_from_usec, max(covered_to_usec) over (partition by at
							order by covered_from_usec, covered_to_usec rows between unbounded preceding and 1 preceding)), 0)
							as new_usec
						from shared s
					) as s
				) as s cross join lateral unnest(%2$s_bins, %2$s_looks) as b(bin, looks)"""
			.formatted(index, column, middle("b.bin"));
	}

	/// The value in the middle of a bin.
	private static String middle(String bin) {
		return "case when %1$s = 0 then 0.5 else power(2::float8, (%1$s - 0.5) / 16) end".formatted(bin);
	}

	private static String sharedStep() {
		return "shared as (select r.*, " + shares(":fromUsec", ":toUsec") + " from rolled r)";
	}

}
