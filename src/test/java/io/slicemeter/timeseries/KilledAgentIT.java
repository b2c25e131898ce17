package io.slicemeter.timeseries;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.slicemeter.testing.TestDatabase;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/// What an agent took in survives its death, whenever that comes.
@Timeout(600)
class KilledAgentIT {

	private static final Log logger = LogFactory.getLog(KilledAgentIT.class);

	private static final int KILLS = 20;

	@TempDir
	private Path directory;

	@Test
	void everySampleThatWasTakenIsInTheTableOnceThoughTheAgentIsKilledAgainAndAgain() throws Exception {
		PGSimpleDataSource database = TestDatabase.EMBEDDED.migrated();
		Path log = this.directory.resolve("taken");
		Random random = new Random(20);
		for (int kill = 0; kill < KILLS; kill++) {
			long before = Files.exists(log) ? Files.size(log) : 0;
			// 1 to 100 ticks, about 20 bytes a sample
			long until = before + (1 + random.nextInt(100)) * Road.RUNS * 20L;
			Process agent = start(AgentProcess.SAMPLE, database, log);
			try {
				Awaitility.await()
					.atMost(60, TimeUnit.SECONDS)
					.pollInterval(1, TimeUnit.MILLISECONDS)
					.until(() -> !agent.isAlive() || Files.exists(log) && Files.size(log) >= until);
				assertThat(agent.isAlive()).as(this::output).isTrue();
			}
			finally {
				agent.destroyForcibly().waitFor();
			}
		}
		Process last = start(AgentProcess.DRAIN, database, log);
		assertThat(last.waitFor(3, TimeUnit.MINUTES)).isTrue();
		assertThat(last.exitValue()).as(this::output).isZero();
		Set<String> taken = new HashSet<>(whole(Files.readString(log)));
		List<String> stored = Road.stored(JdbcClient.create(database));
		Road.assertComplete(taken, stored);
		logger.info("%d kills: %d samples were taken, all of them are stored once, and %d whose taking was not noted"
			.formatted(KILLS, taken.size(), stored.size() - taken.size()));
		assertThat(stored.size() - taken.size()).as("at most one append each time").isBetween(0, KILLS * 1000);
	}

	/// Without a last line that the death cut.
	private static List<String> whole(String log) {
		return log.substring(0, log.lastIndexOf('\n')).lines().toList();
	}

	private Process start(String what, PGSimpleDataSource database, Path log) throws IOException {
		return new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(),
				"--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-Xmx256m", "-cp",
				System.getProperty("java.class.path"), AgentProcess.class.getName(), what,
				this.directory.resolve("spool").toString(), log.toString(), database.getURL())
			.redirectErrorStream(true)
			.redirectOutput(Redirect.appendTo(this.directory.resolve("output").toFile()))
			.start();
	}

	private String output() {
		try {
			return Files.readString(this.directory.resolve("output"));
		}
		catch (IOException ex) {
			return ex.toString();
		}
	}

}
