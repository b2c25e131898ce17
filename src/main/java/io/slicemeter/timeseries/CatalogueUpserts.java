package io.slicemeter.timeseries;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

import io.slicemeter.runner.HostRecord;
import io.slicemeter.runner.Limit;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.runner.SliceRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.JdbcTemplate;

/// Writes the catalogue's rows. The row with the highest revision stands; that a run
/// ended is never unsaid, names that it once had are kept, and a start that was told once
/// moves to no later moment: samples lie there already.
final class CatalogueUpserts {

	/// The database's clock is read in the select: an upsert's SET that reads it is
	/// refused by a distributed schema. It is the clock of the statement, not of the
	/// transaction.
	private static final String HOST = """
			insert into host (host_id, revision, name, cpus, cpu_megahertz, memory_bytes, source, cgroup_version,
				docker_version, kernel_version, agent_version, interval_usec, capabilities, last_seen_at, clock_offset_usec)
			select ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, cast(? as text[]), clock_timestamp(),
				round(extract(epoch from (cast(? as timestamptz) - clock_timestamp())) * 1000000)
			on conflict (host_id) do update set revision = excluded.revision, name = excluded.name, cpus = excluded.cpus,
				cpu_megahertz = excluded.cpu_megahertz, memory_bytes = excluded.memory_bytes, source = excluded.source,
				cgroup_version = excluded.cgroup_version, docker_version = excluded.docker_version,
				kernel_version = excluded.kernel_version, agent_version = excluded.agent_version,
				interval_usec = excluded.interval_usec, capabilities = excluded.capabilities,
				last_seen_at = greatest(host.last_seen_at, excluded.last_seen_at),
				clock_offset_usec = excluded.clock_offset_usec
			where excluded.revision > host.revision""";

	private static final String SLICE = """
			insert into slice (host_id, slice_id, revision, name, summed, capacity_cpu_millicores, capacity_memory_bytes,
				capacity_pids)
			values (?, ?, ?, ?, ?, ?, ?, ?)
			on conflict (host_id, slice_id) do update set revision = excluded.revision, name = excluded.name,
				summed = excluded.summed, capacity_cpu_millicores = excluded.capacity_cpu_millicores,
				capacity_memory_bytes = excluded.capacity_memory_bytes, capacity_pids = excluded.capacity_pids
			where excluded.revision > slice.revision""";

	private static final String RUN = """
			insert into run (host_id, run_id, revision, runner, former_names, slice_id, slice, container_id, container_name,
				image, labels, network_mode, addresses, limit_cpu_millicores, limit_memory_bytes, limit_pids, started_at,
				start_seen, state, ended_at, exit_code, oom_killed, closing, unclaimed)
			values (?, ?, ?, ?, cast(? as text[]), ?, ?, ?, ?, ?, cast(? as jsonb), ?, cast(? as text[]), ?, ?, ?, ?, ?, ?, ?,
				?, ?, cast(? as jsonb), ?)
			on conflict (host_id, run_id) do update set revision = excluded.revision, runner = excluded.runner,
				former_names = joined_names(run.former_names, excluded.former_names, excluded.runner),
				slice_id = excluded.slice_id, slice = excluded.slice, container_id = excluded.container_id,
				container_name = excluded.container_name, image = excluded.image, labels = excluded.labels,
				network_mode = excluded.network_mode, addresses = excluded.addresses,
				limit_cpu_millicores = excluded.limit_cpu_millicores, limit_memory_bytes = excluded.limit_memory_bytes,
				limit_pids = excluded.limit_pids, started_at = least(run.started_at, excluded.started_at),
				start_seen = run.start_seen or excluded.start_seen,
				state = case when run.ended_at is not null and excluded.ended_at is null then run.state
					else excluded.state end,
				ended_at = coalesce(excluded.ended_at, run.ended_at),
				exit_code = coalesce(excluded.exit_code, run.exit_code),
				oom_killed = coalesce(excluded.oom_killed, run.oom_killed),
				closing = coalesce(excluded.closing, run.closing), unclaimed = excluded.unclaimed
			where excluded.revision > run.revision""";

	private static final JsonMapper JSON = new JsonMapper();

	private final JdbcTemplate jdbc;

	CatalogueUpserts(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
	}

	void write(List<CatalogueRow> rows) {
		List<CatalogueRow.OfHost> hosts = new ArrayList<>();
		List<SliceRecord> slices = new ArrayList<>();
		List<RunRecord> runs = new ArrayList<>();
		for (CatalogueRow row : rows) {
			switch (row) {
				case CatalogueRow.OfHost host -> hosts.add(host);
				case CatalogueRow.OfSlice(SliceRecord slice) -> slices.add(slice);
				case CatalogueRow.OfRun(RunRecord run) -> runs.add(run);
			}
		}
		upsert(HOST, hosts, CatalogueUpserts::set);
		upsert(SLICE, slices, CatalogueUpserts::set);
		upsert(RUN, runs, CatalogueUpserts::set);
	}

	private <T> void upsert(String sql, List<T> rows, Setter<T> setter) {
		if (!rows.isEmpty()) {
			this.jdbc.batchUpdate(sql, rows, 500, (statement, row) -> setter.set(new Parameters(statement), row));
		}
	}

	private static void set(Parameters parameters, CatalogueRow.OfHost row) throws SQLException {
		HostRecord host = row.host();
		parameters.add(host.id().value())
			.add(host.revision())
			.add(host.name())
			.add(host.cpus())
			.add(host.cpuMegahertz(), Types.INTEGER)
			.add(host.memoryBytes())
			.add(host.source().label())
			.add(host.cgroupVersion())
			.add(host.dockerVersion(), Types.VARCHAR)
			.add(host.kernelVersion(), Types.VARCHAR)
			.add(host.agentVersion())
			.add(EpochMicros.of(host.interval()))
			.add(host.capabilities())
			.add(host.agentAt().plusNanos(System.nanoTime() - row.arrivedNanos()));
	}

	private static void set(Parameters parameters, SliceRecord slice) throws SQLException {
		parameters.add(slice.host().value())
			.add(slice.slice().id())
			.add(slice.revision())
			.add(slice.slice().value())
			.add(slice.summed())
			.add(stored(slice.capacity().cpuMillicores()), Types.BIGINT)
			.add(stored(slice.capacity().memoryBytes()), Types.BIGINT)
			.add(stored(slice.capacity().pids()), Types.BIGINT);
	}

	private static void set(Parameters parameters, RunRecord run) throws SQLException {
		parameters.add(run.key().host().value())
			.add(run.key().runId())
			.add(run.revision())
			.add(run.runner().value())
			.add(run.formerNames())
			.add(run.slice().id())
			.add(run.slice().value())
			.add(run.container().value())
			.add(run.containerName())
			.add(run.image(), Types.VARCHAR)
			.add(JSON.writeValueAsString(run.labels()))
			.add(run.networkMode(), Types.VARCHAR)
			.add(run.addresses())
			.add(stored(run.limits().cpuMillicores()), Types.BIGINT)
			.add(stored(run.limits().memoryBytes()), Types.BIGINT)
			.add(stored(run.limits().pids()), Types.BIGINT)
			.add(run.startedAt())
			.add(run.startSeen())
			.add(run.state().label())
			.add((run.endedAt() != null) ? utc(run.endedAt()) : null, Types.TIMESTAMP_WITH_TIMEZONE)
			.add(run.exitCode(), Types.INTEGER)
			.add(run.oomKilled(), Types.BOOLEAN)
			.add((run.closing() != null) ? JSON.writeValueAsString(run.closing()) : null, Types.VARCHAR)
			.add(run.unclaimed());
	}

	private static @Nullable Long stored(@Nullable Limit limit) {
		return switch (limit) {
			case null -> null;
			case Limit.Unlimited _ -> Long.MAX_VALUE;
			case Limit.Limited(long value) -> value;
		};
	}

	private static OffsetDateTime utc(Instant instant) {
		return instant.atOffset(ZoneOffset.UTC);
	}

	private interface Setter<T> {

		void set(Parameters parameters, T row) throws SQLException;

	}

	/// The parameters of one row in their order.
	private static final class Parameters {

		private final PreparedStatement statement;

		private int count;

		Parameters(PreparedStatement statement) {
			this.statement = statement;
		}

		Parameters add(Object value) throws SQLException {
			Object stored = (value instanceof Instant instant) ? utc(instant) : value;
			this.statement.setObject(++this.count, stored);
			return this;
		}

		Parameters add(List<String> value) throws SQLException {
			this.statement.setArray(++this.count,
					this.statement.getConnection().createArrayOf("text", value.toArray(String[]::new)));
			return this;
		}

		Parameters add(@Nullable Object value, int type) throws SQLException {
			this.statement.setObject(++this.count, value, type);
			return this;
		}

	}

}
