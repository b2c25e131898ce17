package io.slicemeter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.slicemeter.runner.SliceName;
import io.slicemeter.testing.CgroupDirectory;
import io.slicemeter.testing.CgroupTree;
import io.slicemeter.testing.FakeContainer;
import io.slicemeter.testing.FakeEngine;
import io.slicemeter.testing.FleetDatabase;
import io.slicemeter.testing.RunningSlicemeter;
import io.slicemeter.testing.StatementRecorder;
import io.slicemeter.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/// The schema works with agents, maintenance and API of the version before: what they send
/// is answered as it was, and they may send it.
///
/// Their statements are a golden file, which that version wrote with
/// `-Dstatements.update=true`. That is done once for each release, as its last commit, and
/// never to make this test pass: then it is the migration that is wrong.
@Timeout(300)
class PreviousVersionIT {

	private static final Path GOLDEN = Path.of("src/test/resources/io/slicemeter/previous-version.sql");

	private static final String HEAD = "-- What Slicemeter %s sends, recorded on %s by PreviousVersionIT. Not to be edited.\n";

	private static final String SENDER = "--@ ";

	private static final String COLUMN = "--> ";

	private static final String COUNT = "--# ";

	private static final List<String> ROLES = List.of("agent", "maintainer", "api");

	private static final SliceName RUNNERS = new SliceName("ci-runners.slice");

	private static final Pattern DATE = Pattern.compile("(?<!\\d)20\\d\\d-\\d\\d-\\d\\d(?!\\d)");

	private static final Pattern MICROSECONDS = Pattern.compile("(?<![\\d.])1[78]\\d{14}(?![\\d.])");

	@Test
	void whatItsPartsSendIsStillAnsweredAsItWas(@TempDir Path directory) throws Exception {
		if (Boolean.getBoolean("statements.update")) {
			write(record(directory));
		}
		FleetDatabase database = FleetDatabase.migrated(TestDatabase.EMBEDDED);
		List<Sent> golden = read();
		for (String role : ROLES) {
			try (Connection connection = database.as(role).getConnection()) {
				for (Sent sent : golden) {
					if (sent.role().equals(role)) {
						send(connection, sent);
					}
				}
			}
		}
		assertThat(golden).extracting(Sent::role).containsAll(ROLES);
	}

	private static void send(Connection connection, Sent sent) {
		try (Statement statement = connection.createStatement()) {
			boolean answered = statement.execute(sent.text());
			if (answered) {
				try (ResultSet rows = statement.getResultSet()) {
					assertThat(StatementRecorder.columns(rows)).as("%s: %s", sent.role(), sent.text())
						.containsAll(sent.columns());
				}
			}
			else if (sent.count() != null) {
				assertThat(statement.getUpdateCount()).as("%s: %s", sent.role(), sent.text()).isEqualTo(sent.count());
			}
			assertThat(answered || sent.columns().isEmpty()).as("%s: %s", sent.role(), sent.text()).isTrue();
		}
		catch (SQLException ex) {
			throw new AssertionError("The schema refuses the previous version's %s (%s): %s".formatted(sent.role(),
					ex.getMessage(), sent.text()), ex);
		}
	}

	private static List<Sent> read() throws IOException {
		List<String> lines = Files.readAllLines(GOLDEN);
		LocalDate recorded = LocalDate
			.parse(DATE.matcher(lines.getFirst()).results().map((date) -> date.group()).findFirst().orElseThrow());
		List<Sent> all = new ArrayList<>();
		for (String line : lines.subList(1, lines.size())) {
			if (line.startsWith(SENDER)) {
				all.add(new Sent(line.substring(SENDER.length()), "", new ArrayList<>(), null));
			}
			else {
				all.add(all.removeLast().with(line, recorded));
			}
		}
		return all;
	}

	private static void write(List<Sent> all) throws IOException {
		StringBuilder text = new StringBuilder(HEAD.formatted(version(), LocalDate.now(ZoneOffset.UTC)));
		for (Sent sent : all) {
			text.append(SENDER).append(sent.role()).append('\n').append(sent.text().strip()).append('\n');
			sent.columns().forEach((column) -> text.append(COLUMN).append(column).append('\n'));
			if (sent.count() != null) {
				text.append(COUNT).append(sent.count()).append('\n');
			}
		}
		Files.writeString(GOLDEN, text);
	}

	private static String version() throws IOException {
		Properties build = new Properties();
		try (var input = PreviousVersionIT.class.getResourceAsStream("/META-INF/build-info.properties")) {
			build.load(input);
		}
		return build.getProperty("build.version");
	}

	private static List<Sent> record(Path directory) throws SQLException {
		FleetDatabase database = FleetDatabase.migrated(TestDatabase.EMBEDDED);
		try (StatementRecorder recorder = StatementRecorder.start()) {
			work(recorder, database, directory);
			return ROLES.stream()
				.flatMap((role) -> recorder.sentBy("slicemeter_" + role)
					.stream()
					.map((recorded) -> new Sent(role, recorded.text(), recorded.columns(), recorded.count())))
				.toList();
		}
	}

	/// Every part does all that it can do.
	private static void work(StatementRecorder recorder, FleetDatabase database, Path directory) {
		CgroupTree tree = CgroupTree.create(directory);
		try (FakeEngine engine = FakeEngine.start().info("CgroupDriver", "systemd").info("CgroupVersion", "2");
				RunningSlicemeter _ = start(recorder, database, "agent", "slicemeter.role=agent",
						"slicemeter.source=cgroup", "slicemeter.host.cgroup-root=" + tree.cgroupRoot(),
						"slicemeter.host.proc-root=" + tree.procRoot(), "slicemeter.host.name=ci-01",
						"slicemeter.slices=ci-runners", "slicemeter.interval=100ms",
						"slicemeter.docker.host=" + engine.host());
				RunningSlicemeter maintain = start(recorder, database, "maintainer", "slicemeter.role=maintain");
				RunningSlicemeter api = start(recorder, database, "api", "slicemeter.role=api")) {
			run(tree, engine, 4241, "build-1");
			CgroupDirectory ending = run(tree, engine, 4242, "build-2");
			await().until(() -> runner(api, "build-2").path("current").isObject());
			ending.cpuUsageUsec(7_000_000).populated(false);
			String runId = runner(api, "build-2").path("runId").asString();
			await().until(() -> api.get("/api/v1/runs/" + runId).path("closing").isObject());
			await().until(() -> maintain.get("/actuator/health").path("status").asString().equals("UP"));
			new Questions(api, runId).askAll();
		}
	}

	private static RunningSlicemeter start(StatementRecorder recorder, FleetDatabase database, String role,
			String... settings) {
		return RunningSlicemeter
			.start(Stream.concat(recorder.settings(database.as(role)), Stream.of(settings)).toArray(String[]::new));
	}

	private static CgroupDirectory run(CgroupTree tree, FakeEngine engine, long pid, String name) {
		FakeContainer container = engine.create(name).cgroupParent(RUNNERS.value()).pid(pid).label("team", "ci");
		CgroupDirectory cgroup = tree.container(RUNNERS, container.id());
		tree.process(pid, cgroup, CgroupTree.netDev(1000, 2000));
		container.start();
		return cgroup;
	}

	private static JsonNode runner(RunningSlicemeter api, String name) {
		return api.get("/api/v1/runners/" + name);
	}

	/// Until something is sampled and stored, an answer may be a 404 or lack a field.
	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(60)).ignoreExceptions();
	}

	/// A statement of one part.
	///
	/// @param columns of its answer, each as `name type`
	/// @param count how many rows it changed, if that was asked
	private record Sent(String role, String text, List<String> columns, @Nullable Integer count) {

		/// With one more line of the file.
		/// @param recorded the day that the file was written
		Sent with(String line, LocalDate recorded) {
			if (line.startsWith(COLUMN)) {
				List<String> columns = new ArrayList<>(this.columns);
				columns.add(line.substring(COLUMN.length()));
				return new Sent(this.role, this.text, columns, this.count);
			}
			if (line.startsWith(COUNT)) {
				return new Sent(this.role, this.text, this.columns, Integer.valueOf(line.substring(COUNT.length())));
			}
			return new Sent(this.role, this.text + moved(line, recorded) + "\n", this.columns, this.count);
		}

		/// As if it were sent today: days and moments near the recording move with it,
		/// for
		/// only the days around today have partitions.
		private static String moved(String line, LocalDate recorded) {
			long days = ChronoUnit.DAYS.between(recorded, LocalDate.now(ZoneOffset.UTC));
			String dates = DATE.matcher(line)
				.replaceAll((date) -> near(LocalDate.parse(date.group()), recorded)
						? LocalDate.parse(date.group()).plusDays(days).toString() : date.group());
			return MICROSECONDS.matcher(dates).replaceAll((match) -> {
				long usec = Long.parseLong(match.group());
				LocalDate day = LocalDate.ofInstant(Instant.ofEpochSecond(usec / 1_000_000), ZoneOffset.UTC);
				return near(day, recorded) ? Long.toString(usec + Duration.ofDays(days).toSeconds() * 1_000_000)
						: match.group();
			});
		}

		private static boolean near(LocalDate day, LocalDate recorded) {
			return Math.abs(ChronoUnit.DAYS.between(recorded, day)) <= 450;
		}

	}

	/// All that the API can be asked, as its description lists it.
	private static final class Questions {

		private final RunningSlicemeter api;

		private final String runId;

		private final TreeSet<String> asked = new TreeSet<>();

		Questions(RunningSlicemeter api, String runId) {
			this.api = api;
			this.runId = runId;
		}

		void askAll() {
			ask("/api/v1/runners", "", "?limit=1",
					"?state=running,unknown&host=ci-01&slice=ci-runners.slice&label=team%3Dci&name=build");
			ask("/api/v1/runners/{runner}", "", "?host=ci-01");
			ask("/api/v1/runners/{runner}/samples", "", "?from=-3d", "?from=-100d", "?rate=true&metric=cpuUsageUsec",
					"?agg=max", "?agg=min", "?agg=last", "?from=-100d&agg=max", "?from=-3d&agg=max",
					"?metric=memoryBytes,pids,oomKills,networkReceivedBytes&host=ci-01");
			ask("/api/v1/runners/{runner}/summary", "", "?from=-3d", "?from=-100d", "?host=ci-01");
			ask("/api/v1/runs/{runId}", "");
			ask("/api/v1/slices", "");
			ask("/api/v1/slices/{slice}/summary", "", "?host=ci-01", "?from=-3d", "?from=-100d");
			ask("/api/v1/slices/{slice}/samples", "", "?host=ci-01", "?from=-3d", "?from=-100d");
			ask("/api/v1/hosts", "");
			ask("/api/v1/hosts/{host}", "");
			assertThat(this.asked).as("what is asked to record the statements")
				.containsAll(this.api.get("/v3/api-docs")
					.path("paths")
					.propertyStream()
					.filter((path) -> path.getValue().has("get"))
					.map((path) -> path.getKey())
					.collect(Collectors.toSet()));
		}

		private void ask(String path, String... queries) {
			this.asked.add(path);
			String filled = path.replace("{runner}", "build-1")
				.replace("{runId}", this.runId)
				.replace("{slice}", RUNNERS.value())
				.replace("{host}", "ci-01");
			for (String query : queries) {
				this.api.get(filled + query);
			}
		}

	}

}
