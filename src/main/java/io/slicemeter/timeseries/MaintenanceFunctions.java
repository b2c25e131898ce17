package io.slicemeter.timeseries;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// The database's functions of maintenance. Each call is one transaction, and asks for no
/// right but to execute the function. One that finds its work being done by another
/// instance answers null and does nothing.
///
/// Where the tables are spread over nodes, the work is done [host by host][HostByHost].
final class MaintenanceFunctions {

	/// Tables over time: each has partitions of its own to lose.
	static final List<String> TABLES = List.of("run_sample", "slice_sample", "host_sample", "run_minute",
			"slice_minute", "host_minute", "run_hour", "slice_hour", "host_hour");

	private final JdbcClient jdbc;

	private final TransactionTemplate transaction;

	private final HostByHost hostByHost = new HostByHost(this);

	private final Duration lateLimit;

	private final String limit;

	/// @param lateLimit how old a sample may be when it is written
	MaintenanceFunctions(DataSource dataSource, Duration statementTimeout, Duration lateLimit) {
		this.jdbc = JdbcClient.create(dataSource);
		this.transaction = new TransactionTemplate(new JdbcTransactionManager(dataSource));
		this.lateLimit = lateLimit;
		// plans of wide statements: compiling them costs more than it saves
		this.limit = """
				select set_config('statement_timeout', '%d', true), set_config('lock_timeout', '1000', true),
					set_config('jit', 'off', true), set_config('work_mem', '64MB', true)"""
			.formatted(statementTimeout.toMillis());
	}

	/// Whether the tables are spread over nodes.
	boolean isDistributed() {
		return Boolean.TRUE.equals(call("select is_distributed()", Boolean.class));
	}

	void keepFor(RetentionProperties retention) {
		call("select keep_for(?, ?, ?) is null", Boolean.class, (int) retention.raw().toDays(),
				(int) retention.minutes().toDays(), (int) retention.hours().toDays());
	}

	/// How many partitions were missing from today on.
	@Nullable Integer makePartitionsAhead(int days) {
		return call("select make_partitions_ahead(?)", Integer.class, days);
	}

	/// The partition that was dropped.
	@Nullable String dropExpiredPartition(String table) {
		return call("select drop_expired_partition(?)", String.class, table);
	}

	/// The partition that is stored by columns from now on.
	@Nullable String makeColumnar(String table) {
		return isDistributed() ? call("select make_columnar(?, ? * interval '1 second')", String.class, table,
				this.lateLimit.toSeconds()) : null;
	}

	/// How many rows left the catalogue.
	@Nullable Integer forgetExpired(int most) {
		return isDistributed() ? this.hostByHost.forgetExpired(most)
				: call("select forget_expired(?)", Integer.class, most);
	}

	/// The partition of measurements' requests that was dropped.
	@Nullable String dropExpiredMeasurementPartition() {
		return inTransaction(() -> this.jdbc.sql("select drop_expired_measurement_partition()")
			.query((row, _) -> row.getString(1))
			.list()
			.getFirst());
	}

	/// How many measurements were deleted.
	@Nullable Integer forgetMeasurements(int most) {
		return inTransaction(() -> this.jdbc.sql("select forget_measurements(?)")
			.param(most)
			.query((row, _) -> row.getObject(1, Integer.class))
			.list()
			.getFirst());
	}

	void closeMinutes(Duration settle) {
		call("select close_minutes(? * interval '1 millisecond') is null", Boolean.class, settle.toMillis());
	}

	/// Whether more minutes wait.
	@Nullable Boolean rollUpMinutes(Duration most) {
		return isDistributed() ? this.hostByHost.rollUpMinutes(most)
				: call("select roll_up_minutes(? * interval '1 second')", Boolean.class, most.toSeconds());
	}

	/// Whether more hours wait.
	@Nullable Boolean rollUpHour() {
		return isDistributed() ? this.hostByHost.rollUpHour() : call("select roll_up_hour()", Boolean.class);
	}

	/// Whether more late buckets wait.
	@Nullable Boolean rollUpLate(int most) {
		return isDistributed() ? this.hostByHost.rollUpLate() : call("select roll_up_late(?)", Boolean.class, most);
	}

	Watermark watermark() {
		return rows("select w.closed_usec, w.minutes_usec, w.hours_usec from progress() w",
				(row, _) -> Watermark.of(row, 1))
			.getFirst();
	}

	/// The one value that a function answers with.
	<T> @Nullable T call(String sql, Class<T> type, Object... parameters) {
		return inTransaction(() -> this.jdbc.sql(sql)
			.params(parameters)
			.query((row, _) -> row.getObject(1, type))
			.list()
			.getFirst());
	}

	/// The rows that a function answers with.
	<T> List<T> rows(String sql, RowMapper<T> mapper, Object... parameters) {
		return inTransaction(() -> this.jdbc.sql(sql).params(parameters).query(mapper).list());
	}

	private <T extends @Nullable Object> T inTransaction(Supplier<T> work) {
		return this.transaction.execute((_) -> {
			this.jdbc.sql(this.limit).query((_) -> {
			});
			return work.get();
		});
	}

}
