package io.slicemeter.timeseries;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

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

/// Asks Postgres. What a figure means and how it is made is told at
/// [SampleSteps] and [RollupQuestions].
final class SqlUsageQueries implements UsageQueries {

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
					set_config('jit', 'off', true), is_distributed() as distributed""".formatted(timeout.toMillis());
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
			.param("hosts", Statements.array(hosts.stream().map(HostId::value).toList()))
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
		boolean peak = !metric.isCounter();
		long from = EpochMicros.of(range.from());
		long to = EpochMicros.of(range.to());
		return reading((distributed) -> {
			Stored stored = stored(keys.table());
			Map<Integer, Long> values = new HashMap<>();
			for (Keys.Part part : keys.parts(distributed)) {
				Statements statements = new Statements(this.jdbc, part.keys(), stored, from, distributed);
				for (Segment segment : stored.segments(from, to, SummaryAnswer.coarsest(to - from))) {
					Questions questions = Questions.of(part.keys(), segment, List.of(metric));
					statements.of(peak ? questions.peaks() : questions.increases(), segment, to).query((row) -> {
						long value = row.getLong("value");
						if (!row.wasNull()) {
							values.merge(part.place(row.getInt("key") - 1), value, peak ? Math::max : Long::sum);
						}
					});
				}
			}
			return byPlace(distinct, values);
		});
	}

	@Override
	public Instant closedBefore() {
		return EpochMicros.toInstant(Math.max(0, stored(SampleTable.RUN).minutesTo()));
	}

	private Series series(Keys keys, SeriesQuery query) {
		if (keys.isEmpty()) {
			return new SeriesAnswer(keys, query, Stored.SAMPLES).empty();
		}
		return reading((distributed) -> {
			Stored stored = stored(keys.table());
			return new SeriesAnswer(keys, query, stored)
				.answer(new Statements(this.jdbc, keys, stored, EpochMicros.of(query.range().from()), distributed));
		});
	}

	private UsageSummary summary(Keys keys, TimeRange range) {
		if (keys.isEmpty()) {
			return new UsageSummary(null, 0, Map.of(), Distribution.NONE, Distribution.NONE, null,
					Resolution.RAW.label());
		}
		return reading((distributed) -> {
			Stored stored = stored(keys.table());
			return new SummaryAnswer(keys, range, stored,
					new Statements(this.jdbc, keys, stored, EpochMicros.of(range.from()), distributed))
				.answer(EpochMicros.of(this.clock.instant()));
		});
	}

	private Map<Integer, Current> newest(Keys keys, Instant newerThan) {
		Map<Integer, Current> newest = new LinkedHashMap<>();
		if (keys.isEmpty()) {
			return newest;
		}
		Segment lately = new Segment(Resolution.RAW, EpochMicros.of(newerThan),
				EpochMicros.of(newerThan.plus(Duration.ofDays(1))), false);
		String question = new SampleQuestions(keys.table(), List.of(), keys.isSingle(), false).newest();
		return reading((distributed) -> {
			for (Keys.Part part : keys.parts(distributed)) {
				new Statements(this.jdbc, part.keys(), Stored.SAMPLES, lately.fromUsec(), distributed)
					.of(question, lately, 1)
					.query((row) -> {
						newest.put(part.place(row.getInt("key") - 1), current(keys.table(), row));
					});
			}
			return newest;
		});
	}

	private static Current current(SampleTable table, ResultSet row) throws SQLException {
		Map<Metric, Number> values = new EnumMap<>(Metric.class);
		for (Metric metric : table.metrics()) {
			Number value = (metric == Metric.CPU_MILLICORES) ? row.getObject(metric.column(), Double.class)
					: row.getObject(metric.column(), Long.class);
			if (value != null) {
				values.put(metric, value);
			}
		}
		return new Current(row.getObject("at", OffsetDateTime.class).toInstant(), values);
	}

	/// What is stored of a kind, in the snapshot of the transaction.
	private Stored stored(SampleTable table) {
		return this.jdbc
			.sql("""
					select p.*, usec_of(nullif(kept_from(?), 'infinity')) as raw_from,
						usec_of(nullif(kept_from(?), 'infinity')) as minutes_from, usec_of(nullif(kept_from(?), 'infinity')) as hours_from
					from progress() p""")
			.params(table.table(Resolution.RAW), table.table(Resolution.MINUTES), table.table(Resolution.HOURS))
			.query((row, _) -> new Stored(bound(row, "raw_from", Long.MAX_VALUE),
					bound(row, "minutes_from", Long.MAX_VALUE), bound(row, "minutes_usec", 0),
					bound(row, "hours_from", Long.MAX_VALUE), bound(row, "hours_usec", 0)))
			.single();
	}

	private static long bound(ResultSet row, String column, long none) throws SQLException {
		long usec = row.getLong(column);
		return row.wasNull() ? none : usec;
	}

	/// @param questions asks, and is told whether the tables are spread over nodes by
	/// their
	/// host
	private <T> T reading(Function<Boolean, T> questions) {
		T answer = this.transaction.execute((_) -> {
			boolean distributed = this.jdbc.sql(this.limits).query((row, _) -> row.getBoolean("distributed")).single();
			return questions.apply(distributed);
		});
		return Objects.requireNonNull(answer);
	}

	private static <K, V> Map<K, V> byPlace(List<K> keys, Map<Integer, V> values) {
		Map<K, V> found = new LinkedHashMap<>();
		values.forEach((place, value) -> found.put(keys.get(place), value));
		return found;
	}

}
