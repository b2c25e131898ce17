package io.slicemeter.timeseries;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.runner.RunState;
import io.slicemeter.runner.RunnerName;
import io.slicemeter.runner.SliceName;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.simple.JdbcClient;

/// What was left open, by the spool and by the database.
final class StoredOpenRuns implements OpenRuns {

	private static final Log logger = LogFactory.getLog(StoredOpenRuns.class);

	private static final JsonMapper JSON = new JsonMapper();

	private static final TypeReference<Map<String, String>> LABELS = new TypeReference<>() {
	};

	private static final String SQL = """
			select run.*, last.*
			from run left join lateral (
				select at as last_at, %s
				from run_sample
				where run_sample.host_id = ? and run_sample.run_id = run.run_id
				order by at desc limit 1) as last on true
			where run.host_id = ? and run.ended_at is null""".formatted(Metric.read()
		.stream()
		.map((metric) -> metric.column() + " as last_" + metric.column())
		.collect(Collectors.joining(", ")));

	private final JdbcClient database;

	private final OpenedSpool spool;

	/// @param spool the spool as the last process left it
	StoredOpenRuns(JdbcClient database, OpenedSpool spool) {
		this.database = database;
		this.spool = spool;
	}

	@Override
	public List<OpenRun> remembered() {
		return this.spool.leftOpen();
	}

	@Override
	public long newestRevision() {
		return this.spool.newestRevision();
	}

	@Override
	public List<OpenRun> of(HostId host) {
		if (!this.spool.fresh()) {
			return List.of();
		}
		// an agent's role may write samples, not read them
		if (!this.database.sql("select has_table_privilege('run_sample', 'select')").query(Boolean.class).single()) {
			logger.warn("The spool is new, and the database does not tell what was left open by an agent before it");
			return List.of();
		}
		return this.database.sql(SQL)
			.params(host.value(), host.value())
			.query((row, number) -> openRun(host, row))
			.list();
	}

	private static OpenRun openRun(HostId host, ResultSet row) throws SQLException {
		RunRecord record = new RunRecord(new RunKey(host, row.getLong("run_id")), row.getLong("revision"),
				new RunnerName(row.getString("runner")), texts(row, "former_names"),
				new SliceName(row.getString("slice")), new ContainerId(row.getString("container_id")),
				row.getString("container_name"), row.getString("image"),
				JSON.readValue(row.getString("labels"), LABELS), row.getString("network_mode"), texts(row, "addresses"),
				Limits.ofColumns(number(row, "limit_cpu_millicores"), number(row, "limit_memory_bytes"),
						number(row, "limit_pids")),
				instant(row, "started_at"), row.getBoolean("start_seen"), RunState.ofLabel(row.getString("state")),
				null, null, null, null, row.getBoolean("unclaimed"));
		Readings last = new Readings();
		for (Metric metric : Metric.read()) {
			Long value = number(row, "last_" + metric.column());
			if (value != null) {
				last.set(metric, value);
			}
		}
		boolean sampled = row.getObject("last_at") != null;
		return new OpenRun(record, sampled ? instant(row, "last_at") : record.startedAt(), last);
	}

	private static Instant instant(ResultSet row, String column) throws SQLException {
		return row.getObject(column, OffsetDateTime.class).toInstant();
	}

	private static @Nullable Long number(ResultSet row, String column) throws SQLException {
		long value = row.getLong(column);
		return row.wasNull() ? null : value;
	}

	private static List<String> texts(ResultSet row, String column) throws SQLException {
		return List.of((String[]) row.getArray(column).getArray());
	}

}
