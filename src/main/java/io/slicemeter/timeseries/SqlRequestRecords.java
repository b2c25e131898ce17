package io.slicemeter.timeseries;

import java.sql.PreparedStatement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Keeps requests in `measurement_latency`, whose partitions are made when the first
/// request of a day comes.
final class SqlRequestRecords implements RequestRecords {

	private static final String INSERT = """
			insert into measurement_latency (measurement_id, id, at, latency_nanos, service_nanos, message_length, status, outcome)
			select ?, u.id, timestamptz 'epoch' + u.at * interval '1 microsecond', u.latency, u.service, u.length, u.status, u.outcome
			from unnest(cast(? as int8[]), cast(? as int8[]), cast(? as int8[]), cast(? as int8[]), cast(? as int4[]),
				cast(? as int2[]), cast(? as text[])) as u (id, at, latency, service, length, status, outcome)
			on conflict do nothing""";

	private final JdbcTemplate template;

	private final JdbcClient jdbc;

	private final TransactionTemplate transaction;

	private final String limit;

	SqlRequestRecords(DataSource dataSource, Duration timeout) {
		this.template = new JdbcTemplate(dataSource);
		this.jdbc = JdbcClient.create(this.template);
		this.transaction = new TransactionTemplate(new JdbcTransactionManager(dataSource));
		this.limit = "select set_config('statement_timeout', '%d', true), set_config('jit', 'off', true)"
			.formatted(timeout.toMillis());
	}

	@Override
	public boolean takesWrites() {
		return this.jdbc.sql("select not pg_is_in_recovery() and not current_setting('transaction_read_only')::boolean")
			.query(Boolean.class)
			.single();
	}

	@Override
	public void lockStarts() {
		this.jdbc.sql("select pg_advisory_xact_lock(hashtextextended('slicemeter.measurement.start', 0))")
			.query((_) -> {
			});
	}

	@Override
	public void append(UUID measurement, List<RequestRecord> records) {
		try {
			insert(measurement, records);
		}
		catch (DataAccessException ex) {
			if (WriteFault.of(ex) != WriteFault.NO_PARTITION) {
				throw ex;
			}
			days(records)
				.forEach((day) -> this.jdbc.sql("select ensure_measurement_partition(?)").param(day).query((_) -> {
				}));
			insert(measurement, records);
		}
	}

	private static List<LocalDate> days(List<RequestRecord> records) {
		return records.stream()
			.map((record) -> LocalDate.ofInstant(record.sentAt(), ZoneOffset.UTC))
			.distinct()
			.toList();
	}

	private void insert(UUID measurement, List<RequestRecord> records) {
		int rows = records.size();
		Long[] ids = new Long[rows];
		Long[] moments = new Long[rows];
		Long[] latencies = new Long[rows];
		Long[] services = new Long[rows];
		Integer[] lengths = new Integer[rows];
		@Nullable Short[] statuses = new Short[rows];
		String[] outcomes = new String[rows];
		for (int row = 0; row < rows; row++) {
			RequestRecord record = records.get(row);
			ids[row] = record.id();
			moments[row] = EpochMicros.of(record.sentAt());
			latencies[row] = record.latencyNanos();
			services[row] = record.serviceNanos();
			lengths[row] = record.messageLength();
			Integer status = record.status();
			statuses[row] = (status != null) ? status.shortValue() : null;
			outcomes[row] = record.outcome();
		}
		this.template.execute((ConnectionCallback<Integer>) (connection) -> {
			try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
				statement.setObject(1, measurement);
				statement.setArray(2, connection.createArrayOf("int8", ids));
				statement.setArray(3, connection.createArrayOf("int8", moments));
				statement.setArray(4, connection.createArrayOf("int8", latencies));
				statement.setArray(5, connection.createArrayOf("int8", services));
				statement.setArray(6, connection.createArrayOf("int4", lengths));
				statement.setArray(7, connection.createArrayOf("int2", statuses));
				statement.setArray(8, connection.createArrayOf("text", outcomes));
				return statement.executeUpdate();
			}
		});
	}

	@Override
	public List<RequestRecord> page(UUID measurement, TimeRange sent, long after, int limit) {
		return limited(() -> this.jdbc.sql("""
				select id, at, latency_nanos, service_nanos, message_length, status, outcome
				from measurement_latency
				where measurement_id = :measurement and at >= :from and at < :to and id > :after
				order by id
				limit :limit""")
			.param("measurement", measurement)
			.param("from", moment(sent.from()))
			.param("to", moment(sent.to()))
			.param("after", after)
			.param("limit", limit)
			.query((row, _) -> new RequestRecord(row.getLong(1), row.getObject(2, OffsetDateTime.class).toInstant(),
					row.getLong(3), row.getLong(4), row.getInt(5), row.getObject(6, Integer.class), row.getString(7)))
			.list());
	}

	@Override
	public double[] latencies(UUID measurement, TimeRange sent, long stride, List<String> outcomes) {
		return limited(() -> this.jdbc.sql("""
				select latency_nanos / 1e9 from measurement_latency
				where measurement_id = :measurement and at >= :from and at < :to and id % :stride = 0
					and outcome = any (cast(:outcomes as text[]))""")
			.param("measurement", measurement)
			.param("from", moment(sent.from()))
			.param("to", moment(sent.to()))
			.param("stride", stride)
			.param("outcomes", outcomes.toArray(String[]::new))
			.query(Double.class)
			.stream()
			.mapToDouble(Double::doubleValue)
			.toArray());
	}

	@Override
	public void delete(UUID measurement) {
		limited(() -> this.jdbc.sql("delete from measurement_latency where measurement_id = ?")
			.param(measurement)
			.update());
	}

	private <T> T limited(Supplier<T> work) {
		return this.transaction.execute((_) -> {
			this.jdbc.sql(this.limit).query((_) -> {
			});
			return work.get();
		});
	}

	private static OffsetDateTime moment(Instant moment) {
		return moment.atOffset(ZoneOffset.UTC);
	}

}
