package io.slicemeter.timeseries;

import java.time.Duration;
import java.time.LocalDate;

import javax.sql.DataSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Writes to Postgres. Nothing outlives a transaction: time-outs by `set local`, no temporary table, no prepared statement
/// that is counted on, so that a pooler in transaction mode may stand between.
final class PostgresStore implements Store {

	private final JdbcTemplate jdbc;

	private final TransactionTemplate transaction;

	private final CatalogueUpserts catalogue;

	private final SampleInserts samples;

	private final String limits;

	PostgresStore(DataSource dataSource, Duration statementTimeout, Duration lockTimeout) {
		this.jdbc = new JdbcTemplate(dataSource);
		this.transaction = new TransactionTemplate(new JdbcTransactionManager(dataSource));
		this.catalogue = new CatalogueUpserts(this.jdbc);
		this.samples = new SampleInserts(this.jdbc);
		this.limits = "set local statement_timeout = %d; set local lock_timeout = %d"
			.formatted(statementTimeout.toMillis(), lockTimeout.toMillis());
	}

	@Override
	public void write(Batch batch) {
		this.transaction.executeWithoutResult((status) -> {
			this.jdbc.execute(this.limits);
			this.catalogue.write(batch.catalogue());
			this.samples.write(batch.samples());
		});
	}

	@Override
	public void ensurePartition(LocalDate day) {
		this.transaction.executeWithoutResult((status) -> {
			this.jdbc.execute(this.limits);
			this.jdbc.query("select ensure_partition(?)", (row) -> {
			}, day);
		});
	}

}
