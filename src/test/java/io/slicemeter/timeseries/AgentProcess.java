package io.slicemeter.timeseries;

import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.postgresql.ds.PGSimpleDataSource;

/// An agent in a process of its own, for tests to kill: 50 runs, sampled every 10 ms,
/// until it is killed; or only the road, until nothing waits.
final class AgentProcess {

	static final String SAMPLE = "sample";

	static final String DRAIN = "drain";

	private AgentProcess() {
	}

	/// @param args what to do, the spool's directory, the log of what was taken, the
	/// database
	static void main(String[] args) throws Exception {
		PGSimpleDataSource database = new PGSimpleDataSource();
		database.setURL(args[3]);
		database.setUser("postgres");
		try (Road road = new Road(Path.of(args[1]), database, Path.of(args[2]))) {
			if (args[0].equals(DRAIN)) {
				Awaitility.await()
					.atMost(2, TimeUnit.MINUTES)
					.until(() -> road.spool().depth() == 0 && road.writer().failure() == null);
				return;
			}
			ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor();
			ticks.scheduleAtFixedRate(road::tick, 0, 10, TimeUnit.MILLISECONDS);
			// Until it is killed.
			Thread.currentThread().join();
		}
	}

}
