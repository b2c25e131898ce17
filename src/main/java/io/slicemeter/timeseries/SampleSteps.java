package io.slicemeter.timeseries;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.slicemeter.runner.Metric;

/// The steps that questions over samples are put together from:
///
/// - `keys`: the runs (slices, hosts) that are asked for, with what the catalogue knows of them, and whether they have rows
/// from before the range. Later steps carry this along instead of joining it again: they are many rows.
/// - `known`: their rows within the range (part 0), and the nearest row before (−1) and after it (1), so that what a counter did
/// across an edge can be told. Each is found through the table's key, in the partitions of the range alone.
/// - `spans`: for each metric and row the time back to the row before (`since_usec`), the counter's increase over it, the part
/// of it that the row covers (`covered_from`), and the level that held there: the gauge's value, or the counter's increase per
/// time, spread evenly.
///
/// **Mean.** What runs that live at the same moment use adds up; what runs one after the other use does not. So the mean of a
/// bucket is Σ level × covered time ÷ the time that is covered by any of them (the length of the union of their covered
/// times). Two runs side by side through the whole bucket give the sum of their means, two runs after one another the mean of
/// theirs by time. The length of the union comes from one pass in the order of `covered_from`: of each row counts what lies
/// after the end of all rows before it (`new_from`).
///
/// **Increase.** Within a row's span the counter grows evenly. Its value at a bucket's edge is rounded down to a whole number,
/// so that the increases of adjoining buckets and ranges add up exactly, to the last counter.
///
/// **Least, greatest, last and percentiles.** The sum over the runs is a step function of time; it is looked at whenever one of
/// the runs was read (`totals`), where each run counts with the level that holds then. A level holds for the time that its row
/// covers, and up to the next row's where less than an interval is missing between; at first sight for one interval, at the
/// last row half an interval on, but never after the run's end. Percentiles take one look per interval. CPU takes rates over
/// at least half an interval; a run that has none counts with its mean.
///
/// `offset 0` keeps the planner from pasting one step's expressions into each place where the next one uses them.
///
/// Times are bigint, µs since the epoch. Column names come from [Metric] alone. The parameters are `hosts`, `ids`, `from`, `to`,
/// `fromUsec`, `toUsec`, `stepUsec`, `oldestUsec`.
final class SampleSteps {

	static final String USEC = "round(date_part('epoch', %s) * 1000000)::bigint";

	private final SampleTable table;

	private final List<Metric> metrics;

	private final boolean single;

	private final boolean afterRollup;

	/// @param metrics the metrics; in the answers each goes by its place in this list
	/// @param single whether one key alone is asked for: then there is nothing to join
	/// @param afterRollup whether what lies before `from` is told by rollups
	SampleSteps(SampleTable table, List<Metric> metrics, boolean single, boolean afterRollup) {
		this.table = table;
		this.metrics = metrics;
		this.single = single;
		this.afterRollup = afterRollup;
	}

	static String with(String... steps) {
		return "with " + Stream.of(steps).collect(Collectors.joining(", ")) + "\n";
	}

	/// How much of a span's increase had come by a moment, in whole numbers.
	static String grown(String moment) {
		return "floor(increase * ((least(greatest(%s, since_usec), at_usec) - since_usec)::float8 / (at_usec - since_usec)))::bigint"
			.formatted(moment);
	}

	String keys() {
		String run = (this.table == SampleTable.RUN) ? "left join run r on r.host_id = k.host_id and r.run_id = k.id"
				: "left join run r on r.host_id = k.host_id and false";
		return """
				keys as materialized (
					select k.place::integer as key, k.host_id, k.id, %7$s as from_usec, coalesce(h.interval_usec, 2000000) as interval_usec,
						coalesce(r.start_seen, false) as start_seen, %1$s as started_usec, %2$s as ended_usec,
						(select s.at from %4$s s where %5$s and s.at < :from order by s.at desc limit 1) is not null
							as has_before,
						(select %6$s from %4$s s where %5$s and s.at >= :from order by s.at limit 1) as first_usec
					from unnest(cast(:hosts as bigint[]), cast(:ids as bigint[])) with ordinality as k(host_id, id, place)
					left join host h on h.host_id = k.host_id
					%3$s
				)"""
			.formatted(USEC.formatted("r.started_at"), USEC.formatted("r.ended_at"), run,
					this.table.table(Resolution.RAW), this.table.belongs(), USEC.formatted("s.at"), from());
	}

	/// From where on a key counts. Rollups hold a span once its second row lies before
	/// the
	/// watermark; until then it counts here as a whole. A run without a row before it
	/// counts
	/// from its start.
	private String from() {
		if (!this.afterRollup) {
			return ":fromUsec";
		}
		return """
				coalesce((
					select greatest((select %1$s from %2$s s where %3$s and s.at < :from order by s.at desc limit 1),
						:rangeFromUsec)
					where not exists (select from %2$s s where %3$s and s.at >= :from and s.at < :rolledTo)
				), :fromUsec)""".formatted(USEC.formatted("s.at"), this.table.table(Resolution.RAW),
				this.table.belongs());
	}

	String columns() {
		return columns(this.metrics.stream().map(SampleSteps::source));
	}

	static String columns(Stream<String> names) {
		return names.distinct().map("s."::concat).collect(Collectors.joining(", "));
	}

	String known(String columns) {
		String row = "select %s as part, s.at, s.covered_usec, " + columns + " from " + this.table.table(Resolution.RAW)
				+ " s where " + this.table.belongs();
		return """
				known as (
					select k.key, k.from_usec, k.interval_usec, k.start_seen, k.started_usec, k.ended_usec, k.has_before, k.first_usec,
						%s as at_usec, s.*
					from keys k cross join lateral (
						(%s and s.at < :from order by s.at desc limit 1)
						union all
						(%s and s.at >= :from and s.at < :to)
						union all
						(%s and s.at >= :to order by s.at limit 1)
					) s
				)"""
			.formatted(USEC.formatted("s.at"), row.formatted("-1"), row.formatted("0"), row.formatted("1"));
	}

	String spans() {
		String values = IntStream.range(0, this.metrics.size())
			.mapToObj((index) -> values(index, this.metrics.get(index)))
			.collect(Collectors.joining(" union all "));
		return """
				measured as (
					%s
				), spans as (
					select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, since_usec, increase,
						case when covered_usec is not null and (per_second is null or since_usec is not null)
							then greatest(at_usec - covered_usec, since_usec) end as covered_from,
						case when per_second is null then value::float8
							else increase * per_second / (at_usec - since_usec) end as level
					from (
						select metric, key, part, from_usec, at_usec, interval_usec, started_usec, ended_usec, covered_usec, value,
							per_second,
							case when before_usec is not null then before_usec
								when per_second is not null and %s
									then least(case when start_seen then started_usec end, at_usec - covered_usec, at_usec - 1) end
								as since_usec,
							case when per_second is null then null
								when before_value <= value then value - before_value
								when before_value is not null then %s
								when %s then value end as increase
						from (
							select m.*, lag(at_usec) over row_before as before_usec, lag(value) over row_before as before_value
							from measured m
							window row_before as (partition by metric, key order by at_usec)
						) as linked
						where part >= 0
						offset 0
					) as increased
					offset 0
				)"""
			.formatted(values, this.table.countsFromZero(), this.table.increaseAfterFall(),
					this.table.countsFromZero());
	}

	/// The values of one metric. `per_second` is null for gauges; of counters it turns an
	/// increase per µs into the unit of the level.
	private static String values(int index, Metric metric) {
		String perSecond = (metric == Metric.CPU_MILLICORES) ? "1000::float8"
				: metric.isCounter() ? "1000000::float8" : "null::float8";
		return """
				select %d as metric, key, part, from_usec, at_usec, interval_usec, start_seen, started_usec, ended_usec, has_before,
					first_usec, covered_usec, %s as value, %s as per_second
				from known where %2$s is not null"""
			.formatted(index, source(metric), perSecond);
	}

	/// CPU use is told from its counter.
	private static String source(Metric metric) {
		return ((metric == Metric.CPU_MILLICORES) ? Metric.CPU_USAGE_USEC : metric).column();
	}

	String united() {
		// the covered times of one key don't overlap
		String newFrom = this.single ? "covered_from" : """
				case when covered_from is not null then greatest(covered_from, max(at_usec) over (partition by metric
					order by covered_from, at_usec rows between unbounded preceding and 1 preceding)) end""";
		return "united as (select s.*, %s as new_from from spans s)".formatted(newFrom);
	}

	static String pieces() {
		return """
				pieces as (
					select p.*, part = 0 and at_usec / :stepUsec = bucket as own,
						greatest(bucket * :stepUsec, from_usec) as begin_usec,
						least((bucket + 1) * :stepUsec, :toUsec) as until_usec
					from (
						select u.*, generate_series(
							greatest(coalesce(case when increase is not null then since_usec end, covered_from, at_usec), from_usec)
								/ :stepUsec,
							case when part = 0 then at_usec else :toUsec - 1 end / :stepUsec) as bucket
						from united u
						offset 0
					) p
					offset 0
				)""";
	}

	String levels() {
		String cpu = places((metric) -> metric == Metric.CPU_MILLICORES);
		return """
				levels as (
					select metric, key, part, at_usec, interval_usec, ended_usec, level,
						least(coalesce(covered_from, greatest(at_usec - interval_usec, since_usec, started_usec)), at_usec - 1)
							as level_from
					from spans
					where metric <> all (%1$s)
					union all
					select metric, key, part, at_usec, interval_usec, ended_usec, level, covered_from
					from spans
					where metric = any (%1$s) and 2 * (at_usec - covered_from) >= interval_usec
					union all
					select metric, key, 0, max(at_usec), min(interval_usec), min(ended_usec),
						sum(level * (at_usec - covered_from)) / sum(at_usec - covered_from), min(covered_from)
					from spans
					where metric = any (%1$s) and part = 0 and at_usec > covered_from
					group by metric, key
					having 2 * max(at_usec - covered_from) < min(interval_usec)
				)"""
			.formatted(cpu);
	}

	private String places(Predicate<Metric> which) {
		return IntStream.range(0, this.metrics.size())
			.filter((index) -> which.test(this.metrics.get(index)))
			.mapToObj(Integer::toString)
			.collect(Collectors.joining(",", "'{", "}'::integer[]"));
	}

	/// The joined level of all keys at each moment at which one of them was read, from
	/// `levels`.
	static String totals(boolean single) {
		if (single) {
			return "totals as (select metric, at_usec, level as total from levels where part = 0)";
		}
		// whole thousandths: sums of whole numbers come and go without a trace
		return """
				held as (
					select metric, part, at_usec, level_from, round(level * 1000)::bigint as thousandths,
						case when next_from is null then greatest(at_usec, least(at_usec + interval_usec / 2, ended_usec))
							when next_from - at_usec < interval_usec then greatest(at_usec, next_from)
							else at_usec end as level_until
					from (
						select l.*, lead(level_from) over (partition by metric, key order by at_usec) as next_from from levels l
					) as linked
				), changes as (
					select metric, at_usec, sum(thousandths) as thousandths, bool_or(look) as look
					from (
						select metric, level_from as at_usec, thousandths, false as look from held
						union all select metric, level_until, -thousandths, false from held
						union all select metric, at_usec, 0, part = 0 from held
					) as change
					group by metric, at_usec
				), totals as (
					select metric, at_usec, total::float8 / 1000 as total
					from (
						select metric, at_usec, look, sum(thousandths) over (partition by metric order by at_usec
							rows between unbounded preceding and 1 preceding) as total
						from changes
					) as summed
					where look
				)""";
	}

}
