package io.slicemeter.timeseries;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/// How the writer connects. What the URL says itself has precedence.
final class WriterConnection {

	/// How much longer than a statement an answer may take: then it is the network that
	/// hangs.
	private static final Duration ANSWER = Duration.ofSeconds(10);

	private WriterConnection() {
	}

	static PGSimpleDataSource of(String url, @Nullable String user, @Nullable String password,
			TimeseriesProperties properties) {
		PGSimpleDataSource dataSource = new PGSimpleDataSource();
		dataSource.setApplicationName("slicemeter-writer");
		// a pooler in transaction mode gives each transaction another session
		dataSource.setPrepareThreshold(0);
		dataSource.setConnectTimeout((int) properties.connectTimeout().toSeconds());
		dataSource.setLoginTimeout((int) properties.connectTimeout().toSeconds());
		dataSource.setSocketTimeout((int) properties.statementTimeout().plus(ANSWER).toSeconds());
		dataSource.setTcpKeepAlive(true);
		dataSource.setURL(url);
		if (user != null) {
			dataSource.setUser(user);
		}
		if (password != null) {
			dataSource.setPassword(password);
		}
		return dataSource;
	}

}
