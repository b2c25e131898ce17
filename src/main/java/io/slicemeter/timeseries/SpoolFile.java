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

import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.LockingMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
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

	private final Connection connection;

	private final PreparedStatement insertBlock;

	private final PreparedStatement selectBlock;

	private final PreparedStatement deleteBlocks;

	private final PreparedStatement upsertRow;

	private final PreparedStatement deleteRow;

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

	private SpoolFile(Connection connection) throws SQLException {
		this.connection = connection;
		this.insertBlock = connection
			.prepareStatement("insert into block (samples, bytes, oldest_usec, content) values (?, ?, ?, ?)");
		this.selectBlock = connection.prepareStatement("select content from block where number = ?");
		this.deleteBlocks = connection.prepareStatement("delete from block where number <= ?");
		this.upsertRow = connection.prepareStatement(
				"insert into catalogue (key, content) values (?, ?) on conflict do update set content = excluded.content");
		this.deleteRow = connection.prepareStatement("delete from catalogue where key = ?");
	}

	/// Opens the spool of a directory that exists.
	/// @throws SQLException if it can't be opened: it is in use, damaged, of a newer
	/// version, or the directory can't be written
	static SpoolFile open(Path directory) throws SQLException {
		// where the driver unpacks its library: /tmp may be read-only, or forbid to run
		// what lies there
		System.setProperty("org.sqlite.tmpdir", directory.toString());
		SQLiteConfig config = new SQLiteConfig();
		config.setJournalMode(JournalMode.WAL);
		config.setLockingMode(LockingMode.EXCLUSIVE);
		config.setSynchronous(SynchronousMode.NORMAL);
		config.setPragma(SQLiteConfig.Pragma.JOURNAL_SIZE_LIMIT, "0");
		Connection connection = config.createConnection("jdbc:sqlite:" + directory.resolve(NAME));
		try {
			makeTables(connection);
			return new SpoolFile(connection);
		}
		catch (SQLException ex) {
			connection.close();
			throw ex;
		}
	}

	private static void makeTables(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			// only by sync(), which is how often the disk has to work
			statement.execute("pragma wal_autocheckpoint = 0");
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

	/// Takes in the samples of one append and rows of the catalogue, all or nothing.
	/// @param content the samples; null if there are none
	@Nullable Block append(int samples, long oldestUsec, byte @Nullable [] content, Collection<Row> catalogue)
			throws SQLException {
		begin();
		try {
			for (Row row : catalogue) {
				this.upsertRow.setString(1, row.key());
				this.upsertRow.setBytes(2, row.content());
				this.upsertRow.executeUpdate();
			}
			Block block = (content != null) ? insert(samples, oldestUsec, content) : null;
			execute("commit");
			return block;
		}
		catch (SQLException ex) {
			rollBack(ex);
			throw ex;
		}
	}

	private Block insert(int samples, long oldestUsec, byte[] content) throws SQLException {
		this.insertBlock.setInt(1, samples);
		this.insertBlock.setInt(2, content.length);
		this.insertBlock.setLong(3, oldestUsec);
		this.insertBlock.setBytes(4, content);
		this.insertBlock.executeUpdate();
		try (ResultSet key = this.insertBlock.getGeneratedKeys()) {
			return new Block(key.getLong(1), samples, content.length, oldestUsec);
		}
	}

	/// The content of a block; null if it is gone.
	byte @Nullable [] content(long number) throws SQLException {
		this.selectBlock.setLong(1, number);
		try (ResultSet row = this.selectBlock.executeQuery()) {
			return row.next() ? row.getBytes(1) : null;
		}
	}

	/// Forgets blocks up to a number, that one included, and rows of the catalogue.
	void forget(long upToBlock, Collection<String> keys) throws SQLException {
		begin();
		try {
			this.deleteBlocks.setLong(1, upToBlock);
			this.deleteBlocks.executeUpdate();
			for (String key : keys) {
				this.deleteRow.setString(1, key);
				this.deleteRow.executeUpdate();
			}
			execute("commit");
		}
		catch (SQLException ex) {
			rollBack(ex);
			throw ex;
		}
	}

	/// Makes everything that was committed survive a power cut.
	void sync() throws SQLException {
		// syncs the log, moves it into the database, syncs that, and begins anew
		execute("pragma wal_checkpoint(truncate)");
	}

	/// By hand: a full disk makes SQLite roll back by itself, and a driver that keeps
	/// transactions would not know that it has none any more.
	private void begin() throws SQLException {
		execute("begin immediate");
	}

	private void execute(String sql) throws SQLException {
		try (Statement statement = this.connection.createStatement()) {
			statement.execute(sql);
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

	/// Whether it is in use by another process.
	static boolean isInUse(SQLException ex) {
		return ex instanceof SQLiteException sqlite && sqlite.getResultCode() == SQLiteErrorCode.SQLITE_BUSY;
	}

	@Override
	public void close() throws SQLException {
		this.connection.close();
	}

}
