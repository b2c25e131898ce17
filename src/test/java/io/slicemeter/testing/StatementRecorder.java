package io.slicemeter.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Logger;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/// A driver that writes down what is sent to Postgres, by the user who sends it: each
/// statement once, with its values in their places, and what it was answered.
public final class StatementRecorder implements Driver, AutoCloseable {

	private static final String PREFIX = "jdbc:recorded:";

	private final Driver postgres = new org.postgresql.Driver();

	private final Map<String, Map<String, Recorded>> byUser = new LinkedHashMap<>();

	/// Takes connections that have [#settings()] from now on.
	public static StatementRecorder start() throws SQLException {
		StatementRecorder recorder = new StatementRecorder();
		DriverManager.registerDriver(recorder);
		return recorder;
	}

	/// The settings that name a database and lead to it through here.
	public Stream<String> settings(PGSimpleDataSource database) {
		String url = database.getURL().replaceFirst("^jdbc:", PREFIX);
		// values are put into their places by the client
		url += (url.contains("?") ? "&" : "?") + "preferQueryMode=simple";
		return Stream.of("spring.datasource.url=" + url,
				"spring.datasource.driver-class-name=" + StatementRecorder.class.getName(),
				"spring.datasource.username=" + database.getUser(),
				"spring.datasource.password=" + database.getPassword());
	}

	/// What a user has sent so far, in its order.
	public synchronized List<Recorded> sentBy(String user) {
		return List.copyOf(this.byUser.getOrDefault(user, Map.of()).values());
	}

	private synchronized void record(String user, String template, Recorded recorded) {
		this.byUser.computeIfAbsent(user, (_) -> new LinkedHashMap<>()).putIfAbsent(template, recorded);
	}

	@Override
	public @Nullable Connection connect(String url, Properties properties) throws SQLException {
		if (!acceptsURL(url)) {
			return null;
		}
		Connection connection = this.postgres.connect(url.replaceFirst("^" + PREFIX, "jdbc:"), properties);
		String user = properties.getProperty("user");
		return proxy(Connection.class, connection, (method, arguments) -> {
			Object result = invoke(connection, method, arguments);
			return switch (result) {
				case PreparedStatement statement ->
					proxy(PreparedStatement.class, statement, new Sending(user, statement, (String) arguments[0]));
				case Statement statement -> proxy(Statement.class, statement, new Sending(user, statement, null));
				case null, default -> result;
			};
		});
	}

	@Override
	public boolean acceptsURL(String url) {
		return url.startsWith(PREFIX);
	}

	@Override
	public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
		return new DriverPropertyInfo[0];
	}

	@Override
	public int getMajorVersion() {
		return this.postgres.getMajorVersion();
	}

	@Override
	public int getMinorVersion() {
		return this.postgres.getMinorVersion();
	}

	@Override
	public boolean jdbcCompliant() {
		return false;
	}

	@Override
	public Logger getParentLogger() throws SQLFeatureNotSupportedException {
		throw new SQLFeatureNotSupportedException();
	}

	@Override
	public void close() throws SQLException {
		DriverManager.deregisterDriver(this);
	}

	/// The columns of an answer, each as `name type`.
	public static List<String> columns(ResultSet rows) throws SQLException {
		ResultSetMetaData described = rows.getMetaData();
		List<String> columns = new ArrayList<>();
		for (int column = 1; column <= described.getColumnCount(); column++) {
			columns.add(described.getColumnLabel(column) + " " + described.getColumnTypeName(column));
		}
		return columns;
	}

	private static <T> T proxy(Class<T> type, T of, Call call) {
		return type.cast(Proxy.newProxyInstance(StatementRecorder.class.getClassLoader(), new Class<?>[] { type },
				(_, method, arguments) -> call.answer(method, (arguments != null) ? arguments : new Object[0])));
	}

	private static @Nullable Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
		try {
			return method.invoke(target, arguments);
		}
		catch (InvocationTargetException ex) {
			throw ex.getCause();
		}
	}

	private interface Call {

		@Nullable Object answer(Method method, Object[] arguments) throws Throwable;

	}

	/// @param prepared the statement with places for its values, if it is a prepared one
	private final class Sending implements Call {

		private final String user;

		private final Statement statement;

		private final @Nullable String prepared;

		Sending(String user, Statement statement, @Nullable String prepared) {
			this.user = user;
			this.statement = statement;
			this.prepared = prepared;
		}

		@Override
		public @Nullable Object answer(Method method, Object[] arguments) throws Throwable {
			String name = method.getName();
			boolean sends = (name.startsWith("execute") && !name.contains("Batch")) || name.equals("addBatch");
			String text = (arguments.length > 0 && arguments[0] instanceof String sql) ? sql
					: this.statement.toString();
			Object result = invoke(this.statement, method, arguments);
			if (sends) {
				List<String> columns = (result instanceof ResultSet rows) ? columns(rows) : List.of();
				Integer count = name.equals("executeUpdate") ? (Integer) result : null;
				record(this.user, (this.prepared != null) ? this.prepared : text, new Recorded(text, columns, count));
			}
			return result;
		}

	}

	/// A statement that was sent.
	///
	/// @param text with its values
	/// @param columns of its answer, each as `name type`
	/// @param count how many rows it changed, if it was that that was asked
	public record Recorded(String text, List<String> columns, @Nullable Integer count) {
	}

}
