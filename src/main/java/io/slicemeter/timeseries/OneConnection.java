package io.slicemeter.timeseries;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

import javax.sql.DataSource;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.AbstractDataSource;

/// The writer's one connection: opened when it is needed, opened anew when it broke,
/// closed when it has been idle for a while. A fleet has many agents, and each connection
/// is a process of the server.
///
/// For one thread at a time.
final class OneConnection extends AbstractDataSource implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(OneConnection.class);

	private final DataSource origin;

	private @Nullable Connection connection;

	private long usedNanos;

	private long opened;

	OneConnection(DataSource origin) {
		this.origin = origin;
	}

	/// The connection. Closing it changes nothing: it is kept.
	@Override
	public Connection getConnection() throws SQLException {
		Connection connection = this.connection;
		if (connection == null || !isOpen()) {
			connection = this.origin.getConnection();
			this.connection = connection;
			this.opened++;
		}
		this.usedNanos = System.nanoTime();
		return kept(connection);
	}

	@Override
	public Connection getConnection(String username, String password) {
		throw new UnsupportedOperationException("it has a user of its own");
	}

	/// Whether there is one, as far as is known without asking the server.
	boolean isOpen() {
		Connection connection = this.connection;
		try {
			return connection != null && !connection.isClosed();
		}
		catch (SQLException ex) {
			return false;
		}
	}

	/// How often one was opened.
	long opened() {
		return this.opened;
	}

	/// Closes the connection if it was not used for so long.
	void closeIfIdle(Duration idle) {
		if (System.nanoTime() - this.usedNanos >= idle.toNanos()) {
			close();
		}
	}

	@Override
	public void close() {
		Connection connection = this.connection;
		this.connection = null;
		if (connection != null) {
			try {
				connection.close();
			}
			catch (SQLException ex) {
				logger.debug("It was broken already", ex);
			}
		}
	}

	private static Connection kept(Connection connection) {
		return (Connection) Proxy.newProxyInstance(OneConnection.class.getClassLoader(),
				new Class<?>[] { Connection.class }, (_, method, arguments) -> {
					if (method.getName().equals("close")) {
						return null;
					}
					try {
						return method.invoke(connection, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
	}

}
