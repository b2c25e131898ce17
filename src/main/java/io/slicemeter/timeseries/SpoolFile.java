package io.slicemeter.timeseries;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// The file of the spool: an SQLite database with a write-ahead log. What was committed
/// survives the death of the process; [#sync()] makes it survive a power cut too. A torn
/// tail of the log is cut off when it is opened, as SQLite's checksums tell it.
///
/// Locked by its process; used by one thread at a time.
final class SpoolFile implements AutoCloseable {

	private static final String NAME = "spool.db";

	/// Version of the tables. A newer file is refused: it can't be read.
	private static final int FORMAT = 1;

	/// How many free pages (4 kB) a sync gives back at most: half as much again as a busy
	/// host fills between two.
	private static final int SHRINK_PAGES = 250;

	private static final String UPSERT = """
			insert into %1$s (%2$s, content) values (?, ?)
			on conflict do update set content = excluded.content""";

	private final Connection connection;

	private long unsyncedBytes;

	/// One append's samples.
	///
	/// @param number counts up, never used twice
	/// @param samples how many they are
	/// @param bytes what they take
	/// @param oldestUsec the moment of the first, in µs since the epoch
	record Block(long number, int samples, int bytes, long oldestUsec) {
	}

	/// A row of the catalogue.
	///
	/// @param key what names it
	/// @param content what it holds
	record Row(String key, byte[] content) {
	}

	private SpoolFile(Connection connection) {
		this.connection = connection;
	}

	/// Opens the spool of a directory that exists.
	/// @throws SQLException if it can't be opened: it is in use, damaged, of a newer
	/// version, or the directory can't be written
	static SpoolFile open(Path directory) throws SQLException {
		// where the driver unpacks its library: /tmp may be read-only, or forbid to run
		// what lies there
		System.setProperty("org.sqlite.tmpdir", directory.toString());
		Connection connection = new SQLiteConfig().createConnection("jdbc:sqlite:" + directory.resolve(NAME));
		try {
			prepare(connection);
			makeTables(connection);
			return new SpoolFile(connection);
		}
		catch (SQLException ex) {
			connection.close();
			throw ex;
		}
	}

	private static void prepare(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.execute("pragma locking_mode = exclusive");
			// before the log is switched on: that makes the first page
			statement.execute("pragma auto_vacuum = incremental");
			statement.execute("pragma journal_mode = wal");
			statement.execute("pragma synchronous = normal");
			// only by sync(), which is how often the disk has to work
			statement.execute("pragma wal_autocheckpoint = 0");
		}
	}

	private static void makeTables(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			int format;
			try (ResultSet version = statement.executeQuery("pragma user_version")) {
				format = version.getInt(1);
			}
			if (format > FORMAT) {
				throw new SQLException(
						"it was written by a newer version (format %d; this one reads %d)".formatted(format, FORMAT));
			}
			statement.execute("""
					create table if not exists block (
						number integer primary key autoincrement,
						samples integer not null,
						bytes integer not null,
						oldest_usec integer not null,
						content blob not null)""");
			statement.execute(
					"create table if not exists catalogue (key text primary key, content blob not null) without rowid");
			statement.execute(
					"create table if not exists state (name text primary key, content blob not null) without rowid");
			statement.execute("pragma user_version = " + FORMAT);
		}
	}

	/// Everything that is there, oldest first, without its content.
	Deque<Block> blocks() throws SQLException {
		Deque<Block> blocks = new ArrayDeque<>();
		try (Statement statement = this.connection.createStatement();
				ResultSet row = statement
					.executeQuery("select number, samples, bytes, oldest_usec from block order by number")) {
			while (row.next()) {
				blocks.add(new Block(row.getLong(1), row.getInt(2), row.getInt(3), row.getLong(4)));
			}
		}
		return blocks;
	}

	/// All rows of the catalogue.
	List<Row> catalogue() throws SQLException {
		List<Row> rows = new ArrayList<>();
		try (Statement statement = this.connection.createStatement();
				ResultSet row = statement.executeQuery("select key, content from catalogue")) {
			while (row.next()) {
				rows.add(new Row(row.getString(1), row.getBytes(2)));
			}
		}
		return rows;
	}

	/// Something that is kept under a name; null if there is nothing.
	byte @Nullable [] state(String name) throws SQLException {
		try (PreparedStatement select = this.connection.prepareStatement("select content from state where name = ?")) {
			select.setString(1, name);
			try (ResultSet row = select.executeQuery()) {
				return row.next() ? row.getBytes(1) : null;
			}
		}
	}

	/// Keeps things under their names.
	void keep(Map<String, byte[]> states) throws SQLException {
		inTransaction(() -> {
			try (PreparedStatement upsert = this.connection.prepareStatement(UPSERT.formatted("state", "name"))) {
				for (Map.Entry<String, byte[]> state : states.entrySet()) {
					upsert.setString(1, state.getKey());
					upsert.setBytes(2, state.getValue());
					upsert.executeUpdate();
				}
			}
			return null;
		});
	}

	/// Takes in the samples of one append and rows of the catalogue, all or nothing.
	/// @param content the samples; null if there are none
	@Nullable Block append(int samples, long oldestUsec, byte @Nullable [] content, Collection<Row> catalogue)
			throws SQLException {
		return inTransaction(() -> {
			try (PreparedStatement upsert = this.connection.prepareStatement(UPSERT.formatted("catalogue", "key"))) {
				for (Row row : catalogue) {
					upsert.setString(1, row.key());
					upsert.setBytes(2, row.content());
					upsert.executeUpdate();
					this.unsyncedBytes += row.content().length;
				}
			}
			return (content != null) ? insert(samples, oldestUsec, content) : null;
		});
	}

	private Block insert(int samples, long oldestUsec, byte[] content) throws SQLException {
		try (PreparedStatement insert = this.connection.prepareStatement(
				"insert into block (samples, bytes, oldest_usec, content) values (?, ?, ?, ?) returning number")) {
			insert.setInt(1, samples);
			insert.setInt(2, content.length);
			insert.setLong(3, oldestUsec);
			insert.setBytes(4, content);
			this.unsyncedBytes += content.length;
			try (ResultSet row = insert.executeQuery()) {
				return new Block(row.getLong(1), samples, content.length, oldestUsec);
			}
		}
	}

	/// The content of a block; null if it is gone.
	byte @Nullable [] content(long number) throws SQLException {
		try (PreparedStatement select = this.connection
			.prepareStatement("select content from block where number = ?")) {
			select.setLong(1, number);
			try (ResultSet row = select.executeQuery()) {
				return row.next() ? row.getBytes(1) : null;
			}
		}
	}

	/// Forgets blocks up to a number, that one included, and rows of the catalogue.
	void forget(long upToBlock, Collection<String> keys) throws SQLException {
		inTransaction(() -> {
			try (PreparedStatement delete = this.connection.prepareStatement("delete from block where number <= ?")) {
				delete.setLong(1, upToBlock);
				delete.executeUpdate();
			}
			try (PreparedStatement delete = this.connection.prepareStatement("delete from catalogue where key = ?")) {
				for (String key : keys) {
					delete.setString(1, key);
					delete.executeUpdate();
				}
			}
			return null;
		});
	}

	/// What was committed since the last sync, roughly.
	long unsyncedBytes() {
		return this.unsyncedBytes;
	}

	/// Gives all room that is free in the file back to the disk.
	void shrink() throws SQLException {
		execute("pragma incremental_vacuum");
	}

	/// Makes everything that was committed survive a power cut.
	void sync() throws SQLException {
		// gives room that a backlog took back to the disk, a piece at a time
		execute("pragma incremental_vacuum(%d)".formatted(SHRINK_PAGES));
		// syncs the log, moves it into the database, syncs that, and begins anew
		execute("pragma wal_checkpoint(truncate)");
		this.unsyncedBytes = 0;
	}

	/// By hand: on a full disk SQLite rolls back by itself, which the driver does not
	/// notice; and a statement that failed is not used again.
	private <T extends @Nullable Object> T inTransaction(Work<T> work) throws SQLException {
		execute("begin immediate");
		try {
			T result = work.run();
			execute("commit");
			return result;
		}
		catch (SQLException ex) {
			rollBack(ex);
			throw ex;
		}
	}

	private void rollBack(SQLException reason) {
		try {
			execute("rollback");
		}
		catch (SQLException ex) {
			reason.addSuppressed(ex);
		}
	}

	private void execute(String sql) throws SQLException {
		try (Statement statement = this.connection.createStatement()) {
			statement.execute(sql);
		}
	}

	private interface Work<T extends @Nullable Object> {

		T run() throws SQLException;

	}

	/// Whether it is in use by another process.
	static boolean isInUse(SQLException ex) {
		return ex instanceof SQLiteException sqlite && sqlite.getResultCode() == SQLiteErrorCode.SQLITE_BUSY;
	}

	/// Whether there is no room on the disk.
	static boolean isFull(SQLException ex) {
		return ex instanceof SQLiteException sqlite && sqlite.getResultCode() == SQLiteErrorCode.SQLITE_FULL;
	}

	@Override
	public void close() throws SQLException {
		this.connection.close();
	}

}
