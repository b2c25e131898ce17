package io.slicemeter.timeseries;

import java.time.Duration;
import java.time.LocalDate;

import javax.sql.DataSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/// Writes to Postgres. Nothing outlives a transaction: time-outs by `set local`, no
/// temporary table, no prepared statement that is counted on, so that a pooler in
/// transaction mode may stand between.
final class PostgresStore implements Store {

	private final JdbcTemplate jdbc;

	private final PlatformTransactionManager transactions;

	private final CatalogueUpserts catalogue;

	private final SampleInserts samples;

	private final LateBuckets late;

	private final String limits;

	PostgresStore(DataSource dataSource, Duration statementTimeout, Duration lockTimeout) {
		this.jdbc = new JdbcTemplate(dataSource);
		this.transactions = new JdbcTransactionManager(dataSource);
		this.catalogue = new CatalogueUpserts(this.jdbc);
		this.samples = new SampleInserts(this.jdbc);
		this.late = new LateBuckets(this.jdbc);
		this.limits = "set local statement_timeout = %d; set local lock_timeout = %d"
			.formatted(statementTimeout.toMillis(), lockTimeout.toMillis());
	}

	@Override
	public void write(Batch batch) {
		inTransaction(() -> {
			this.catalogue.write(batch.catalogue());
			this.samples.write(batch.samples());
			this.late.mark(batch.samples());
		});
	}

	@Override
	public void ensurePartition(LocalDate day) {
		inTransaction(() -> this.jdbc.query("select ensure_partition(?)", (row) -> {
		}, day));
	}

	private void inTransaction(Runnable work) {
		TransactionStatus transaction = this.transactions.getTransaction(new DefaultTransactionDefinition());
		try {
			this.jdbc.execute(this.limits);
			work.run();
		}
		catch (RuntimeException | Error ex) {
			rollBack(transaction, ex);
			throw ex;
		}
		this.transactions.commit(transaction);
	}

	/// By hand, not by a template: over a torn connection rolling back fails too, which
	/// is no news, and must not hide why.
	private void rollBack(TransactionStatus transaction, Throwable reason) {
		try {
			this.transactions.rollback(transaction);
		}
		catch (RuntimeException ex) {
			reason.addSuppressed(ex);
		}
	}

}
