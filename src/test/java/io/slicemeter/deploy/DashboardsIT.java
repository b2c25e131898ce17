package io.slicemeter.deploy;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.slicemeter.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/// The dashboard on Postgres asks what the schema answers: each statement runs.
@ParameterizedClass
@EnumSource(TestDatabase.class)
class DashboardsIT {

	private static final Pattern TIME_FILTER = Pattern.compile("\\$__timeFilter\\(([^)]*)\\)");

	private final JdbcClient database;

	DashboardsIT(TestDatabase kind) {
		this.database = JdbcClient.create(kind.migrated());
		this.database.sql("select ensure_partition(?)").param(LocalDate.now(ZoneOffset.UTC)).query((row) -> {
		});
		this.database
			.sql("""
					insert into host (host_id, revision, name, cpus, memory_bytes, source, cgroup_version, agent_version,
					    interval_usec, last_seen_at)
					values (1, 1, 'ci-01', 8, 1000, 'cgroup', 2, '1', 2000000, now());
					insert into slice (host_id, slice_id, revision, name, summed) values (1, 2, 1, 'ci.slice', false);
					insert into run (host_id, run_id, revision, runner, slice_id, slice, container_id, container_name, started_at,
					    start_seen, state, ended_at, exit_code, closing)
					values (1, 3, 1, 'build-7', 2, 'ci.slice', 'c', 'c', now() - interval '1 minute', true, 'ended', now(), 0,
					    '{"exact": true, "cpuUsageUsec": 1500000, "memoryPeakBytes": 7, "oomKills": 0}');
					insert into host_sample (host_id, at, covered_usec, cpu_millicores, memory_bytes) values (1, now(), 2000000, 500, 9);
					insert into slice_sample (host_id, slice_id, at, covered_usec, cpu_millicores, memory_bytes)
					values (1, 2, now(), 2000000, 500, 9)
					""")
			.update();
	}

	@Test
	void everyStatementFindsWhatIsThere() {
		List<String> statements = Dashboard.all()
			.stream()
			.filter((dashboard) -> dashboard.statements().findAny().isPresent())
			.flatMap((dashboard) -> Stream.concat(dashboard.statements(), dashboard.variableQueries()))
			.toList();
		assertThat(statements).hasSizeGreaterThan(8)
			.allSatisfy((statement) -> assertThat(this.database.sql(interpolated(statement)).query().listOfRows())
				.as(statement)
				.isNotEmpty());
	}

	@Test
	void runsAreShownWithTheirTotals() {
		String runs = Dashboard.all()
			.stream()
			.flatMap(Dashboard::statements)
			.filter((statement) -> statement.contains("r.exit_code"))
			.findFirst()
			.orElseThrow();
		assertThat(this.database.sql(interpolated(runs)).query().singleRow()).containsEntry("runner", "build-7")
			.containsEntry("host", "ci-01")
			.containsEntry("memory_peak", 7L)
			.containsEntry("exact", true)
			.hasEntrySatisfying("cpu_seconds",
					(seconds) -> assertThat(((Number) seconds).doubleValue()).isEqualTo(1.5));
	}

	/// As Grafana does it.
	private static String interpolated(String statement) {
		return TIME_FILTER.matcher(statement)
			.replaceAll("$1 between now() - interval '1 hour' and now() + interval '1 minute'")
			.replace("$__interval_ms", "15000")
			.replace("${host:sqlstring}", "'ci-01','ci-02'")
			.replace("${slice:sqlstring}", "'ci.slice'");
	}

}
