package io.slicemeter.timeseries;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;

import javax.sql.DataSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/// Writes to Postgres, over one connection. Nothing outlives a transaction: time-outs as
/// by `set local`, no temporary table, no prepared statement that is counted on, so that
/// a pooler in transaction mode may stand between.
final class PostgresStore implements Store, AutoCloseable {

	private static final Duration IDLE = Duration.ofMinutes(1);

	/// What holds for one transaction. Commits wait for the disk also where the server is
	/// set not to: what is committed is forgotten here.
	private static final String BEGIN = """
			select set_config('statement_timeout', '%1$d', true), set_config('lock_timeout', '%2$d', true),
				set_config('idle_in_transaction_session_timeout', '%1$d', true),
				case when current_setting('synchronous_commit') = 'off' then set_config('synchronous_commit', 'on', true) end,
				clock_timestamp() as now""";

	private final OneConnection connection;

	private final JdbcTemplate jdbc;

	private final PlatformTransactionManager transactions;

	private final CatalogueUpserts catalogue;

	private final SampleInserts samples;

	private final LateBuckets late;

	private final String begin;

	private long connections;

	private Instant now = Instant.now();

	private long nowNanos = System.nanoTime();

	/// @param dataSource opens connections; the store keeps one
	PostgresStore(DataSource dataSource, Duration statementTimeout, Duration lockTimeout) {
		this.connection = new OneConnection(dataSource);
		this.jdbc = new JdbcTemplate(this.connection);
		this.transactions = new JdbcTransactionManager(this.connection);
		this.catalogue = new CatalogueUpserts(this.jdbc);
		this.samples = new SampleInserts(this.jdbc);
		this.late = new LateBuckets(this.jdbc);
		this.begin = BEGIN.formatted(statementTimeout.toMillis(), lockTimeout.toMillis());
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

	@Override
	public boolean connect() {
		if (!this.connection.isOpen()) {
			inTransaction(() -> {
			});
		}
		boolean changed = this.connection.opened() != this.connections;
		this.connections = this.connection.opened();
		return changed;
	}

	@Override
	public Instant now() {
		return this.now.plusNanos(System.nanoTime() - this.nowNanos);
	}

	@Override
	public void rest() {
		this.connection.closeIfIdle(IDLE);
	}

	private void inTransaction(Runnable work) {
		TransactionStatus transaction = this.transactions.getTransaction(new DefaultTransactionDefinition());
		try {
			this.jdbc.query(this.begin, (row) -> {
				this.now = row.getObject("now", OffsetDateTime.class).toInstant();
				this.nowNanos = System.nanoTime();
			});
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

	@Override
	public void close() {
		this.connection.close();
	}

}
