package io.slicemeter.timeseries;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunState;
import io.slicemeter.runner.RunnerName;
import io.slicemeter.runner.SliceName;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Asks Postgres. No index leads to the newest samples of all runs: that of the key leads
/// to those of each run that is open or ended lately, of which there are few.
final class SqlLiveTail implements LiveTail {

	/// A host whose clock is further off has no live rows: the range that is read stays
	/// short, whatever a host says.
	private static final Duration MOST_OFFSET = Duration.ofMinutes(10);

	/// How far a clock may run ahead of what was known of it last. What lies further
	/// ahead is live when its time has come.
	private static final Duration MOST_DRIFT = Duration.ofSeconds(10);

	/// Bounds the rows of a run; and since there is a bound, they are found by the key,
	/// whatever the planner thinks of a partition of which it knows nothing yet.
	private static final int MOST_SAMPLES_OF_A_RUN = 1_000;

	private static final String RUNS = """
			select host_id, run_id, runner, former_names, slice, container_id, image, started_at, ended_at, state,
				exit_code, oom_killed, (closing ->> 'oomKills')::bigint as oom_kills, (closing ->> 'exact')::boolean as exact
			from run where ended_at is null and started_at >= :from
			union all
			select host_id, run_id, runner, former_names, slice, container_id, image, started_at, ended_at, state,
				exit_code, oom_killed, (closing ->> 'oomKills')::bigint, (closing ->> 'exact')::boolean
			from run where ended_at >= :from
			""";

	private static final String SAMPLES = """
			select r.*, s.*
			from (
				select host_id, run_id, runner, former_names, slice from run where ended_at is null
				union all
				select host_id, run_id, runner, former_names, slice from run where ended_at >= :from
			) as r
			left join unnest(cast(:hosts as bigint[]), cast(:runs as bigint[]), cast(:usecs as bigint[]))
				as k (host_id, run_id, usec) on k.host_id = r.host_id and k.run_id = r.run_id
			cross join lateral (
				select s.at, %s from run_sample s
				where s.host_id = r.host_id and s.run_id = r.run_id and s.at >= :from and s.at < :to
					and s.at > coalesce(timestamptz 'epoch' + k.usec * interval '1 microsecond', '-infinity')
					and not s.closing
				order by s.at limit %d
			) as s
			""".formatted(
			LiveSample.METRICS.stream().map((metric) -> "s." + metric.column()).collect(Collectors.joining(", ")),
			MOST_SAMPLES_OF_A_RUN);

	private final JdbcClient jdbc;

	private final TransactionTemplate transaction;

	private final String limits;

	SqlLiveTail(DataSource dataSource, Duration timeout) {
		this.jdbc = JdbcClient.create(dataSource);
		this.transaction = new TransactionTemplate(new JdbcTransactionManager(dataSource));
		this.limits = "select set_config('statement_timeout', '%d', true), set_config('jit', 'off', true), now()"
			.formatted(timeout.toMillis());
	}

	@Override
	public LiveRows look(Duration window, Map<RunKey, Instant> known) {
		LiveRows rows = this.transaction.execute((_) -> {
			// what is asked for in three statements is of one moment
			this.jdbc.sql("set transaction isolation level repeatable read, read only").update();
			Instant moment = this.jdbc.sql(this.limits).query((row, _) -> instant(row, 3)).single();
			Map<HostId, Host> hosts = hosts();
			if (hosts.isEmpty()) {
				return new LiveRows(moment, List.of(), List.of());
			}
			Bounds bounds = new Bounds(moment.minus(window), moment, hosts);
			return new LiveRows(moment, runs(bounds), samples(bounds, known));
		});
		return Objects.requireNonNull(rows);
	}

	private Map<HostId, Host> hosts() {
		Map<HostId, Host> hosts = new HashMap<>();
		this.jdbc.sql("select host_id, name, clock_offset_usec from host").query((row) -> {
			Duration offset = Duration.of(row.getLong(3), ChronoUnit.MICROS);
			if (offset.abs().compareTo(MOST_OFFSET) <= 0) {
				hosts.put(new HostId(row.getLong(1)), new Host(row.getString(2), offset));
			}
		});
		return hosts;
	}

	private List<LiveRun> runs(Bounds bounds) {
		List<LiveRun> runs = new ArrayList<>();
		this.jdbc.sql(RUNS).param("from", bounds.earliest()).query((row) -> {
			LiveOwner owner = bounds.owner(row);
			if (owner == null) {
				return;
			}
			Instant startedAt = instant(row, "started_at");
			OffsetDateTime endedAt = row.getObject("ended_at", OffsetDateTime.class);
			LiveRun run = new LiveRun(owner, new ContainerId(row.getString("container_id")), row.getString("image"),
					startedAt, (endedAt != null) ? endedAt.toInstant() : null, RunState.ofLabel(row.getString("state")),
					row.getObject("exit_code", Integer.class), row.getObject("oom_killed", Boolean.class),
					row.getObject("oom_kills", Long.class), row.getObject("exact", Boolean.class));
			if (bounds.isLive(owner, startedAt) || (run.endedAt() != null && bounds.isLive(owner, run.endedAt()))) {
				runs.add(run);
			}
		});
		return runs;
	}

	private List<LiveSample> samples(Bounds bounds, Map<RunKey, Instant> known) {
		List<RunKey> keys = List.copyOf(known.keySet());
		Map<RunKey, LiveOwner> owners = new HashMap<>();
		List<LiveSample> samples = new ArrayList<>();
		this.jdbc.sql(SAMPLES)
			.param("from", bounds.earliest())
			.param("to", bounds.latest())
			.param("hosts", Statements.array(keys.stream().map((run) -> run.host().value()).toList()))
			.param("runs", Statements.array(keys.stream().map(RunKey::runId).toList()))
			.param("usecs", Statements
				.array(keys.stream().map((run) -> EpochMicros.of(Objects.requireNonNull(known.get(run)))).toList()))
			.query((row) -> {
				LiveOwner owner = owners.get(key(row));
				if (owner == null) {
					owner = bounds.owner(row);
					if (owner == null) {
						return;
					}
					owners.put(owner.run(), owner);
				}
				Instant at = instant(row, "at");
				if (bounds.isLive(owner, at)) {
					samples.add(new LiveSample(owner, at, values(row)));
				}
			});
		samples.sort(Comparator.comparing(LiveSample::at));
		return samples;
	}

	private static Map<Metric, Number> values(ResultSet row) throws SQLException {
		Map<Metric, Number> values = new EnumMap<>(Metric.class);
		for (Metric metric : LiveSample.METRICS) {
			Number value = (metric == Metric.CPU_MILLICORES) ? row.getObject(metric.column(), Double.class)
					: row.getObject(metric.column(), Long.class);
			if (value != null) {
				values.put(metric, value);
			}
		}
		return values;
	}

	private static RunKey key(ResultSet row) throws SQLException {
		return new RunKey(new HostId(row.getLong("host_id")), row.getLong("run_id"));
	}

	private static Instant instant(ResultSet row, String column) throws SQLException {
		return row.getObject(column, OffsetDateTime.class).toInstant();
	}

	private static Instant instant(ResultSet row, int column) throws SQLException {
		return row.getObject(column, OffsetDateTime.class).toInstant();
	}

	/// @param clockOffset its clock minus the database's
	private record Host(String name, Duration clockOffset) {
	}

	/// What is live, by the database's clock and by each host's.
	private record Bounds(Instant since, Instant moment, Map<HostId, Host> hosts) {

		/// Before this nothing is live on any host, by its own clock.
		OffsetDateTime earliest() {
			return offsets().min(Comparator.naturalOrder())
				.map(this.since::plus)
				.orElse(this.since)
				.atOffset(ZoneOffset.UTC);
		}

		/// From this on nothing is.
		OffsetDateTime latest() {
			Instant latest = this.moment.plus(MOST_DRIFT);
			return offsets().max(Comparator.naturalOrder()).map(latest::plus).orElse(latest).atOffset(ZoneOffset.UTC);
		}

		private Stream<Duration> offsets() {
			return this.hosts.values().stream().map(Host::clockOffset);
		}

		boolean isLive(LiveOwner owner, Instant at) {
			Instant byDatabase = owner.byDatabase(at);
			return !byDatabase.isBefore(this.since) && byDatabase.isBefore(this.moment.plus(MOST_DRIFT));
		}

		/// Whose a row is; null where its host has none that is live.
		@Nullable LiveOwner owner(ResultSet row) throws SQLException {
			RunKey run = key(row);
			Host host = this.hosts.get(run.host());
			if (host == null) {
				return null;
			}
			Array formerNames = row.getArray("former_names");
			return new LiveOwner(run, host.name(), new SliceName(row.getString("slice")),
					new RunnerName(row.getString("runner")), List.of((String[]) formerNames.getArray()),
					host.clockOffset());
		}

	}

}
