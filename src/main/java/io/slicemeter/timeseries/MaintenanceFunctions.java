package io.slicemeter.timeseries;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// The database's functions of maintenance. Each call is one transaction, and asks for no
/// right but to execute the function. One that finds its work being done by another
/// instance answers null and does nothing.
final class MaintenanceFunctions {

	/// Tables over time: each has partitions of its own to lose.
	static final List<String> TABLES = List.of("run_sample", "slice_sample", "host_sample", "run_minute",
			"slice_minute", "host_minute", "run_hour", "slice_hour", "host_hour");

	private final JdbcClient jdbc;

	private final TransactionTemplate transaction;

	private final String limit;

	MaintenanceFunctions(DataSource dataSource, Duration statementTimeout) {
		this.jdbc = JdbcClient.create(dataSource);
		this.transaction = new TransactionTemplate(new JdbcTransactionManager(dataSource));
		// plans of wide statements: compiling them costs more than it saves
		this.limit = """
				select set_config('statement_timeout', '%d', true), set_config('lock_timeout', '1000', true),
					set_config('jit', 'off', true), set_config('work_mem', '64MB', true)"""
			.formatted(statementTimeout.toMillis());
	}

	void keepFor(RetentionProperties retention) {
		inTransaction(() -> this.jdbc.sql("select keep_for(?, ?, ?) is null")
			.param((int) retention.raw().toDays())
			.param((int) retention.minutes().toDays())
			.param((int) retention.hours().toDays())
			.query(Boolean.class)
			.single());
	}

	/// How many partitions were missing from today on.
	@Nullable Integer makePartitionsAhead(int days) {
		return inTransaction(() -> this.jdbc.sql("select make_partitions_ahead(?)")
			.param(days)
			.query((row, _) -> row.getObject(1, Integer.class))
			.list()
			.getFirst());
	}

	/// The partition that was dropped.
	@Nullable String dropExpiredPartition(String table) {
		return inTransaction(() -> this.jdbc.sql("select drop_expired_partition(?)")
			.param(table)
			.query((row, _) -> row.getString(1))
			.list()
			.getFirst());
	}

	/// How many rows left the catalogue.
	@Nullable Integer forgetExpired(int most) {
		return inTransaction(() -> this.jdbc.sql("select forget_expired(?)")
			.param(most)
			.query((row, _) -> row.getObject(1, Integer.class))
			.list()
			.getFirst());
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
		inTransaction(() -> this.jdbc.sql("select close_minutes(? * interval '1 millisecond') is null")
			.param(settle.toMillis())
			.query(Boolean.class)
			.single());
	}

	/// Whether more minutes wait.
	@Nullable Boolean rollUpMinutes(Duration most) {
		return more("select roll_up_minutes(? * interval '1 second')", (int) most.toSeconds());
	}

	/// Whether more hours wait.
	@Nullable Boolean rollUpHour() {
		return more("select roll_up_hour()");
	}

	/// Whether more late buckets wait.
	@Nullable Boolean rollUpLate(int most) {
		return more("select roll_up_late(?)", most);
	}

	Watermark watermark() {
		return inTransaction(() -> this.jdbc.sql("select w.closed_usec, w.minutes_usec, w.hours_usec from progress() w")
			.query((row, _) -> Watermark.of(row, 1))
			.single());
	}

	private @Nullable Boolean more(String call, Object... parameters) {
		return inTransaction(() -> this.jdbc.sql(call)
			.params(parameters)
			.query((row, _) -> row.getObject(1, Boolean.class))
			.list()
			.getFirst());
	}

	private <T extends @Nullable Object> T inTransaction(Supplier<T> work) {
		return this.transaction.execute((_) -> {
			this.jdbc.sql(this.limit).query((_) -> {
			});
			return work.get();
		});
	}

}
