package io.slicemeter.timeseries;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

import javax.sql.DataSource;

import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.SliceName;
import io.slicemeter.timeseries.UsageSummary.Distribution;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/// Asks Postgres. What a figure means and how it is made is told at [UsageSql].
final class SqlUsageQueries implements UsageQueries {

	private static final String RAW = "raw";

	private final JdbcClient jdbc;

	private final TransactionTemplate transaction;

	private final String limits;

	private final Clock clock;

	SqlUsageQueries(DataSource dataSource, Duration timeout, Clock clock) {
		this.jdbc = JdbcClient.create(dataSource);
		this.transaction = new TransactionTemplate(new JdbcTransactionManager(dataSource));
		this.transaction.setReadOnly(true);
		this.transaction.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
		// sorts of a week's rows stay in memory; compiling a plan costs more than it
		// saves
		this.limits = """
				select set_config('statement_timeout', '%d', true), set_config('work_mem', '64MB', true),
					set_config('jit', 'off', true)""".formatted(timeout.toMillis());
		this.clock = clock;
	}

	@Override
	public Series series(Collection<RunKey> runs, SeriesQuery query) {
		return series(Keys.ofRuns(runs), query);
	}

	@Override
	public Series series(Collection<HostId> hosts, SliceName slice, SeriesQuery query) {
		return series(Keys.ofSlice(hosts, slice), query);
	}

	@Override
	public UsageSummary summary(Collection<RunKey> runs, TimeRange range) {
		return summary(Keys.ofRuns(runs), range);
	}

	@Override
	public UsageSummary summary(Collection<HostId> hosts, SliceName slice, TimeRange range) {
		return summary(Keys.ofSlice(hosts, slice), range);
	}

	@Override
	public UsageSummary summary(HostId host, TimeRange range) {
		return summary(Keys.ofHosts(List.of(host)), range);
	}

	@Override
	public Map<RunKey, Current> current(Collection<RunKey> runs, Instant newerThan) {
		List<RunKey> distinct = runs.stream().distinct().toList();
		return byPlace(distinct, newest(Keys.ofRuns(distinct), newerThan));
	}

	@Override
	public Map<HostId, Map<Long, Current>> currentOfSlices(Collection<HostId> hosts, Instant newerThan) {
		if (hosts.isEmpty()) {
			return Map.of();
		}
		List<Long> onHosts = new ArrayList<>();
		List<Long> slices = new ArrayList<>();
		this.jdbc.sql("select host_id, slice_id from slice where host_id = any (cast(:hosts as bigint[]))")
			.param("hosts", array(hosts.stream().map(HostId::value).toList()))
			.query((row) -> {
				onHosts.add(row.getLong(1));
				slices.add(row.getLong(2));
			});
		Map<HostId, Map<Long, Current>> current = new LinkedHashMap<>();
		newest(new Keys(SampleTable.SLICE, onHosts, slices), newerThan).forEach(
				(place, newest) -> current.computeIfAbsent(new HostId(onHosts.get(place)), (_) -> new LinkedHashMap<>())
					.put(slices.get(place), newest));
		return current;
	}

	@Override
	public Map<HostId, Current> currentOfHosts(Collection<HostId> hosts, Instant newerThan) {
		List<HostId> distinct = hosts.stream().distinct().toList();
		return byPlace(distinct, newest(Keys.ofHosts(distinct), newerThan));
	}

	@Override
	public Map<RunKey, Long> perRun(Collection<RunKey> runs, TimeRange range, Metric metric) {
		List<RunKey> distinct = runs.stream().distinct().toList();
		Keys keys = Keys.ofRuns(distinct);
		if (keys.isEmpty()) {
			return Map.of();
		}
		UsageSql sql = new UsageSql(keys.table(), List.of(metric), keys.isSingle());
		boolean peak = !metric.isCounter();
		return reading(() -> {
			Map<Integer, Long> values = new HashMap<>();
			statement(peak ? sql.peaks() : sql.increases(), keys, range, EpochMicros.of(range.to())).query((row) -> {
				long value = row.getLong("value");
				if (!row.wasNull()) {
					values.put(row.getInt("key") - 1, value);
				}
			});
			return byPlace(distinct, values);
		});
	}

	@Override
	public Instant oldestRaw() {
		return this.jdbc.sql("""
				select min(to_date(right(c.relname, 8), 'YYYYMMDD'))
				from pg_inherits i join pg_class c on c.oid = i.inhrelid
				where i.inhparent = 'run_sample'::regclass""")
			.query((row, _) -> row.getObject(1, LocalDate.class))
			.optional()
			.orElseGet(() -> LocalDate.ofInstant(this.clock.instant(), ZoneOffset.UTC))
			.atStartOfDay(ZoneOffset.UTC)
			.toInstant();
	}

	private Series series(Keys keys, SeriesQuery query) {
		Buckets buckets = Buckets.of(query);
		Map<Metric, List<@Nullable Number>> columns = new LinkedHashMap<>();
		query.metrics().forEach((metric) -> columns.put(metric, buckets.empty()));
		boolean looks = query.aggregation() != Aggregation.MEAN;
		List<Metric> asked = query.metrics().stream().distinct().filter(keys.table().metrics()::contains).toList();
		List<Metric> looked = asked.stream().filter((metric) -> looks && !metric.isCounter()).toList();
		List<Metric> averaged = asked.stream().filter((metric) -> !looked.contains(metric)).toList();
		if (!keys.isEmpty()) {
			reading(() -> {
				if (!averaged.isEmpty()) {
					new UsageColumns(buckets, averaged, query.rate(), columns)
						.fill(statement(new UsageSql(keys.table(), averaged, keys.isSingle()).buckets(), keys,
								query.range(), buckets.stepUsec()));
				}
				if (!looked.isEmpty()) {
					statement(new UsageSql(keys.table(), looked, keys.isSingle()).looks(query.aggregation()), keys,
							query.range(), buckets.stepUsec())
						.query((row) -> {
							Metric metric = looked.get(row.getInt("metric"));
							buckets.set(columns, metric, row.getLong("bucket"), row.getDouble("value"));
						});
				}
				return columns;
			});
		}
		return new Series(Resolution.RAW, buckets.starts(), columns);
	}

	private UsageSummary summary(Keys keys, TimeRange range) {
		if (keys.isEmpty()) {
			return new UsageSummary(null, 0, Map.of(), Distribution.NONE, Distribution.NONE, null, RAW);
		}
		List<Metric> counters = keys.table().metrics().stream().filter(Metric::isCounter).toList();
		List<Metric> distributed = List.of(Metric.CPU_MILLICORES, Metric.MEMORY_BYTES);
		return reading(() -> {
			Map<Metric, Long> increases = new EnumMap<>(Metric.class);
			Map<Metric, Double> means = new EnumMap<>(Metric.class);
			List<Metric> single = new ArrayList<>(distributed);
			statement(new UsageSql(keys.table(), List.of(), keys.isSingle()).totals(counters), keys, range, 1)
				.query((row) -> {
					for (int place = 0; place < counters.size(); place++) {
						if (row.getBoolean("gaps_" + place)) {
							single.add(counters.get(place));
						}
						else if (row.getLong("samples_" + place) > 0) {
							increases.put(counters.get(place), row.getLong("increase_" + place));
						}
					}
				});
			// one bucket as wide as all time up to the range's end
			statement(new UsageSql(keys.table(), single, keys.isSingle()).buckets(), keys, range,
					EpochMicros.of(range.to()))
				.query((row) -> {
					Metric metric = single.get(row.getInt("metric"));
					if (row.getLong("samples") == 0) {
						return;
					}
					if (metric.isCounter()) {
						increases.put(metric, row.getLong("increase"));
						return;
					}
					Double mean = UsageColumns.mean(row, metric);
					if (mean != null) {
						means.put(metric, mean);
					}
				});
			Map<Metric, Distribution> distributions = new EnumMap<>(Metric.class);
			statement(new UsageSql(keys.table(), distributed, keys.isSingle()).distribution(), keys, range,
					EpochMicros.of(range.to()))
				.query((row) -> {
					Metric metric = distributed.get(row.getInt("metric"));
					distributions.put(metric, new Distribution(means.get(metric), row.getDouble("least"),
							row.getDouble("p50"), row.getDouble("p95"), row.getDouble("greatest")));
				});
			return statement(new UsageSql(keys.table(), List.of(), keys.isSingle()).coverage(), keys, range,
					EpochMicros.of(range.to()))
				.query((row, _) -> {
					long covered = row.getLong("covered_usec");
					long lived = row.getLong("lived_usec");
					return new UsageSummary((lived > 0) ? Math.min(1.0, (double) covered / lived) : null, covered,
							increases, distribution(distributions, means, Metric.CPU_MILLICORES),
							distribution(distributions, means, Metric.MEMORY_BYTES),
							row.getObject("memory_peak_bytes", Long.class), RAW);
				})
				.single();
		});
	}

	private static Distribution distribution(Map<Metric, Distribution> distributions, Map<Metric, Double> means,
			Metric metric) {
		Distribution found = distributions.get(metric);
		return (found != null) ? found : new Distribution(means.get(metric), null, null, null, null);
	}

	private Map<Integer, Current> newest(Keys keys, Instant newerThan) {
		Map<Integer, Current> newest = new LinkedHashMap<>();
		if (keys.isEmpty()) {
			return newest;
		}
		Instant farAhead = newerThan.plus(Duration.ofDays(1));
		return reading(() -> {
			statement(new UsageSql(keys.table(), List.of(), keys.isSingle()).newest(), keys,
					new TimeRange(newerThan, farAhead), 1)
				.query((row) -> {
					Map<Metric, Number> values = new EnumMap<>(Metric.class);
					for (Metric metric : keys.table().metrics()) {
						Number value = (metric == Metric.CPU_MILLICORES) ? row.getObject(metric.column(), Double.class)
								: row.getObject(metric.column(), Long.class);
						if (value != null) {
							values.put(metric, value);
						}
					}
					Instant at = row.getObject("at", OffsetDateTime.class).toInstant();
					newest.put(row.getInt("key") - 1, new Current(at, values));
				});
			return newest;
		});
	}

	private JdbcClient.StatementSpec statement(String sql, Keys keys, TimeRange range, long stepUsec) {
		return this.jdbc.sql(sql)
			.param("hosts", array(keys.hosts()))
			.param("ids", array(keys.ids()))
			.param("from", range.from().atOffset(ZoneOffset.UTC))
			.param("to", range.to().atOffset(ZoneOffset.UTC))
			.param("fromUsec", EpochMicros.of(range.from()))
			.param("toUsec", EpochMicros.of(range.to()))
			.param("stepUsec", stepUsec)
			.param("nowUsec", EpochMicros.of(this.clock.instant()))
			.param("oldestUsec", EpochMicros.of(oldestRaw()));
	}

	private <T> T reading(Supplier<T> questions) {
		T answer = this.transaction.execute((_) -> {
			this.jdbc.sql(this.limits).query((_) -> {
			});
			return questions.get();
		});
		return Objects.requireNonNull(answer);
	}

	private static <K, V> Map<K, V> byPlace(List<K> keys, Map<Integer, V> values) {
		Map<K, V> found = new LinkedHashMap<>();
		values.forEach((place, value) -> found.put(keys.get(place), value));
		return found;
	}

	/// Whose samples are asked for: for each its host and its ID on that host.
	private record Keys(SampleTable table, List<Long> hosts, List<Long> ids) {

		static Keys ofRuns(Collection<RunKey> runs) {
			return of(SampleTable.RUN, runs, (run) -> run.host().value(), RunKey::runId);
		}

		static Keys ofSlice(Collection<HostId> hosts, SliceName slice) {
			return of(SampleTable.SLICE, hosts, HostId::value, (_) -> slice.id());
		}

		static Keys ofHosts(Collection<HostId> hosts) {
			return of(SampleTable.HOST, hosts, HostId::value, (_) -> 0L);
		}

		private static <K> Keys of(SampleTable table, Collection<K> keys, Function<K, Long> host,
				Function<K, Long> id) {
			List<K> distinct = keys.stream().distinct().toList();
			return new Keys(table, distinct.stream().map(host).toList(), distinct.stream().map(id).toList());
		}

		boolean isEmpty() {
			return this.hosts.isEmpty();
		}

		boolean isSingle() {
			return this.hosts.size() == 1;
		}

	}

	private static long[] array(Collection<Long> values) {
		return values.stream().mapToLong(Long::longValue).toArray();
	}

}
