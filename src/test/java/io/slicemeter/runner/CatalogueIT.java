package io.slicemeter.runner;

import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;

import io.slicemeter.runner.RunnerFilter.WantedLabel;
import io.slicemeter.testing.TestDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/// The catalogue over rows as agents write them.
@ParameterizedClass
@EnumSource(TestDatabase.class)
class CatalogueIT {

	private static final long NO_LIMIT = Long.MAX_VALUE;

	private static final HostId ALPHA = HostId.of("alpha");

	private static final HostId BETA = HostId.of("beta");

	private static final HostId SILENT = HostId.of("silent");

	private static final SliceName RUNNERS = new SliceName("ci-runners.slice");

	private final Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);

	private static JdbcClient database;

	private static ConfigurableApplicationContext context;

	private static Catalogue catalogue;

	@Parameter
	TestDatabase kind;

	@BeforeParameterizedClassInvocation
	static void start(TestDatabase kind) {
		PGSimpleDataSource dataSource = kind.migrated();
		String password = (dataSource.getPassword() != null) ? dataSource.getPassword() : "";
		database = JdbcClient.create(dataSource);
		context = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.run("--spring.config.location=classpath:/application.yaml",
					"--spring.datasource.url=" + dataSource.getURL(),
					"--spring.datasource.username=" + dataSource.getUser(), "--spring.datasource.password=" + password,
					"--spring.flyway.enabled=false");
		catalogue = context.getBean(Catalogue.class);
	}

	@AfterParameterizedClassInvocation
	static void stop() {
		context.close();
	}

	@BeforeEach
	void hosts() {
		database.sql("truncate host, slice, run").update();
		insertHost("alpha", 0, null);
		insertHost("beta", 5, "28.1.0");
		insertHost("silent", 31, "28.1.0");
	}

	@Test
	void aHostIsReadWithAllThatItsAgentWroteOfIt() {
		CataloguedHost beta = catalogue.host("beta").orElseThrow();
		assertThat(beta.id()).isEqualTo(BETA);
		assertThat(beta.cpus()).isEqualTo(4);
		assertThat(beta.cpuMegahertz()).isNull();
		assertThat(beta.source()).isEqualTo(Source.CGROUP);
		assertThat(beta.dockerVersion()).isEqualTo("28.1.0");
		assertThat(beta.interval()).hasSeconds(2);
		assertThat(beta.clockOffset()).hasMillis(-1500);
		assertThat(beta.capabilities()).containsExactly("pressure", "memory.peak");
		assertThat(catalogue.host("gamma")).isEmpty();
	}

	@Test
	void aHostIsSilentOnceTheDatabaseHasNotHeardOfItForTheTime() {
		assertThat(catalogue.hosts()).extracting(CataloguedHost::name, CataloguedHost::silent)
			.containsExactly(tuple("alpha", false), tuple("beta", false), tuple("silent", true));
	}

	@Test
	void anOpenRunOfASilentHostIsUnknownAndAnEndedOneIsEnded() {
		run(SILENT, 1, "open").insert();
		run(SILENT, 2, "over").ended(10).insert();
		assertThat(catalogue.run(new RunKey(SILENT, 1)).orElseThrow().state()).isEqualTo(RunState.UNKNOWN);
		assertThat(catalogue.run(new RunKey(SILENT, 2)).orElseThrow().state()).isEqualTo(RunState.ENDED);
		assertThat(runners(filter(Set.of(RunState.UNKNOWN)))).containsExactly("open");
		assertThat(runners(filter(Set.of(RunState.RUNNING)))).isEmpty();
	}

	@Test
	void aRunIsReadWithLabelsAddressesAndLimits() {
		run(ALPHA, -7, "one").labels("{\"team\": \"core\", \"empty\": \"\"}").limits(1500L, NO_LIMIT, null).insert();
		CataloguedRun run = catalogue.run(new RunKey(ALPHA, -7)).orElseThrow();
		assertThat(run.labels()).containsEntry("team", "core").containsEntry("empty", "").hasSize(2);
		assertThat(run.addresses()).containsExactly("172.17.0.2");
		assertThat(run.limits()).isEqualTo(new Limits(Limit.of(1500), Limit.UNLIMITED, null));
		assertThat(run.host().name()).isEqualTo("alpha");
		assertThat(run.state()).isEqualTo(RunState.RUNNING);
		assertThat(run.endedAt()).isNull();
		assertThat(run.container().abbreviated()).isEqualTo("cccccccccccc");
	}

	@Test
	void theNewestRunOfEachRunnerAndHostStandsForIt() {
		run(ALPHA, 1, "one").started(100).ended(50).insert();
		run(ALPHA, 2, "one").started(40).insert();
		run(BETA, 3, "one").started(10).insert();
		run(ALPHA, 4, "two").started(10).ended(5).insert();
		assertThat(catalogue.newestRuns(RunnerFilter.ALL, null, 10)).extracting((run) -> run.key().runId())
			.containsExactlyInAnyOrder(2L, 3L, 4L)
			.last()
			.isEqualTo(4L);
	}

	@Test
	void pagesFollowOneAnotherWithoutGapOrRepetition() {
		for (int number = 0; number < 7; number++) {
			run(ALPHA, number, "runner-" + (number / 2)).insert();
			run(BETA, number, "runner-" + (number / 2)).insert();
		}
		List<CataloguedRun> all = catalogue.newestRuns(RunnerFilter.ALL, null, 100);
		assertThat(all).hasSize(8);
		RunnerOnHost after = null;
		for (CataloguedRun expected : all) {
			List<CataloguedRun> page = catalogue.newestRuns(RunnerFilter.ALL, after, 1);
			assertThat(page).containsExactly(expected);
			after = new RunnerOnHost(expected.runner(), expected.host().id());
		}
		assertThat(catalogue.newestRuns(RunnerFilter.ALL, after, 1)).isEmpty();
	}

	@Test
	void aRunnerWhoseNewestRunEndedIsNotRunningThoughAnOlderRunIs() {
		run(ALPHA, 1, "twice").started(100).insert();
		run(ALPHA, 2, "twice").started(50).ended(20).insert();
		run(ALPHA, 3, "once").insert();
		assertThat(runners(filter(Set.of(RunState.RUNNING, RunState.PAUSED)))).containsExactly("once");
		assertThat(runners(filter(Set.of(RunState.ENDED)))).containsExactly("twice");
		assertThat(runners(filter(Set.of(RunState.ENDED, RunState.RUNNING)))).containsExactly("once", "twice");
	}

	@Test
	void filtersNarrowByHostSliceLabelsNameAndImage() {
		run(ALPHA, 1, "core-1").labels("{\"team\": \"core\", \"gpu\": \"\"}").insert();
		run(BETA, 2, "core_2").slice("ci-runners-big.slice").labels("{\"team\": \"core\"}").insert();
		run(ALPHA, 3, "web-1").slice("ci.slice").formerNames("old-core").image("registry/Build:7").insert();
		run(ALPHA, 4, "dock").slice("docker").insert();
		assertThat(runners(new RunnerFilter(Set.of(), "beta", null, List.of(), null, null))).containsExactly("core_2");
		assertThat(runners(new RunnerFilter(Set.of(), null, RUNNERS, List.of(), null, null)))
			.containsExactlyInAnyOrder("core_2", "core-1");
		assertThat(runners(new RunnerFilter(Set.of(), null, new SliceName("docker"), List.of(), null, null)))
			.containsExactly("dock");
		assertThat(runners(new RunnerFilter(Set.of(), null, new SliceName("-.slice"), List.of(), null, null)))
			.hasSize(4);
		assertThat(
				runners(new RunnerFilter(Set.of(), null, null, List.of(new WantedLabel("team", "core")), null, null)))
			.hasSize(2);
		assertThat(runners(new RunnerFilter(Set.of(), null, null,
				List.of(new WantedLabel("team", "core"), new WantedLabel("gpu", null)), null, null)))
			.containsExactly("core-1");
		assertThat(runners(new RunnerFilter(Set.of(), null, null, List.of(), "CORE", null))).hasSize(3);
		assertThat(runners(new RunnerFilter(Set.of(), null, null, List.of(), "core?1", null)))
			.containsExactly("core-1");
		assertThat(runners(new RunnerFilter(Set.of(), null, null, List.of(), "e_", null))).containsExactly("core_2");
		assertThat(runners(new RunnerFilter(Set.of(), null, null, List.of(), null, "build:*"))).isEmpty();
		assertThat(runners(new RunnerFilter(Set.of(), null, null, List.of(), null, "build:"))).containsExactly("web-1");
	}

	@Test
	void aFormerNameFindsTheRunnerUnlessAnotherHasTheNameNow() {
		run(ALPHA, 1, "new").formerNames("older", "old").started(90).ended(80).insert();
		run(ALPHA, 2, "new").started(70).insert();
		run(BETA, 3, "else").formerNames("old").insert();
		RunnerOnHost onAlpha = new RunnerOnHost(new RunnerName("new"), ALPHA);
		RunnerOnHost onBeta = new RunnerOnHost(new RunnerName("else"), BETA);
		assertThat(catalogue.find(new RunnerName("old"), null)).containsExactlyInAnyOrder(onAlpha, onBeta);
		assertThat(catalogue.find(new RunnerName("older"), null)).containsExactly(onAlpha);
		assertThat(catalogue.find(new RunnerName("old"), BETA)).containsExactly(onBeta);
		assertThat(catalogue.find(new RunnerName("nothing"), null)).isEmpty();
		assertThat(catalogue.formerNames(List.of(onAlpha, onBeta))).containsEntry(onAlpha, List.of("old", "older"))
			.containsEntry(onBeta, List.of("old"));

		run(ALPHA, 4, "old").insert();
		assertThat(catalogue.find(new RunnerName("old"), null))
			.containsExactly(new RunnerOnHost(new RunnerName("old"), ALPHA));
		assertThat(catalogue.find(new RunnerName("old"), BETA)).containsExactly(onBeta);
	}

	@Test
	void theRunsOfARunnerComeNewestFirst() {
		run(ALPHA, 1, "one").started(100).ended(90).insert();
		run(ALPHA, 2, "one").started(80).ended(70).insert();
		run(ALPHA, 3, "one").started(60).insert();
		run(BETA, 4, "one").insert();
		RunnerOnHost one = new RunnerOnHost(new RunnerName("one"), ALPHA);
		assertThat(catalogue.runs(one, 2)).extracting((run) -> run.key().runId()).containsExactly(3L, 2L);
		assertThat(catalogue.countRuns(one)).isEqualTo(3);
		assertThat(catalogue.openRuns(List.of(one))).extracting((run) -> run.key().runId()).containsExactly(3L);
		assertThat(catalogue.openRunsOn(List.of(ALPHA, BETA))).extracting((run) -> run.key().runId())
			.containsExactlyInAnyOrder(3L, 4L);
		assertThat(catalogue.openRuns(List.of())).isEmpty();
		assertThat(catalogue.openRunsOn(List.of())).isEmpty();
	}

	@Test
	void aRangeTakesTheRunsThatLivedInIt() {
		run(ALPHA, 1, "one").started(100).ended(90).insert();
		run(ALPHA, 2, "one").started(80).ended(70).insert();
		run(ALPHA, 3, "one").started(60).insert();
		RunnerOnHost one = new RunnerOnHost(new RunnerName("one"), ALPHA);
		assertThat(catalogue.lifetimes(one, secondsAgo(85), secondsAgo(60)))
			.containsExactly(new Lifetime(new RunKey(ALPHA, 2), one.runner(), secondsAgo(80), secondsAgo(70)));
		assertThat(catalogue.lifetimes(one, secondsAgo(10), this.now))
			.containsExactly(new Lifetime(new RunKey(ALPHA, 3), one.runner(), secondsAgo(60), null));
	}

	@Test
	void aSliceTakesTheRunsOfItsNestedSlices() {
		insertSlice(ALPHA, "ci.slice", 2000L);
		insertSlice(ALPHA, "ci-runners.slice", NO_LIMIT);
		insertSlice(BETA, "ci.slice", null);
		run(ALPHA, 1, "inner").slice("ci-runners.slice").insert();
		run(ALPHA, 2, "outer").slice("ci.slice").insert();
		run(BETA, 3, "other").slice("ci.slice").insert();
		assertThat(catalogue.lifetimes(List.of(ALPHA), new SliceName("ci.slice"), secondsAgo(60), this.now))
			.extracting((lifetime) -> lifetime.run().runId())
			.containsExactlyInAnyOrder(1L, 2L);
		assertThat(catalogue.lifetimes(List.of(ALPHA, BETA), RUNNERS, secondsAgo(60), this.now))
			.extracting((lifetime) -> lifetime.run().runId())
			.containsExactly(1L);
		assertThat(catalogue.slices(null, null))
			.extracting((slice) -> slice.name().value(), (slice) -> slice.host().name(),
					(slice) -> slice.capacity().cpuMillicores())
			.containsExactly(tuple("ci-runners.slice", "alpha", Limit.UNLIMITED),
					tuple("ci.slice", "alpha", Limit.of(2000)), tuple("ci.slice", "beta", null));
		assertThat(catalogue.slices(BETA, null)).hasSize(1);
		assertThat(catalogue.slices(null, new SliceName("ci.slice"))).hasSize(2);
	}

	@Test
	void aRunWhoseHostIsNotThereYetIsNotShown() {
		run(HostId.of("nowhere"), 1, "early").insert();
		assertThat(catalogue.newestRuns(RunnerFilter.ALL, null, 10)).isEmpty();
		assertThat(catalogue.run(new RunKey(HostId.of("nowhere"), 1))).isEmpty();
	}

	private List<String> runners(RunnerFilter filter) {
		return catalogue.newestRuns(filter, null, 100).stream().map((run) -> run.runner().value()).toList();
	}

	private static RunnerFilter filter(Set<RunState> states) {
		return new RunnerFilter(states, null, null, List.of(), null, null);
	}

	private Instant secondsAgo(int seconds) {
		return this.now.minusSeconds(seconds);
	}

	private void insertHost(String name, int seenSecondsAgo, @Nullable String dockerVersion) {
		database.sql("""
				insert into host (host_id, revision, name, cpus, memory_bytes, source, cgroup_version, docker_version,
				  agent_version, interval_usec, capabilities, last_seen_at, clock_offset_usec)
				values (:id, 1, :name, 4, 8589934592, 'cgroup', 2, :docker, '0.1.0', 2000000,
				  '{pressure,memory.peak}', now() - :ago * interval '1 second', -1500000)""")
			.param("id", HostId.of(name).value())
			.param("name", name)
			.param("docker", dockerVersion)
			.param("ago", seenSecondsAgo)
			.update();
	}

	private void insertSlice(HostId host, String name, @Nullable Long cpuMillicores) {
		database.sql("insert into slice values (:host, :id, 1, :name, false, :cpu, null, null)")
			.param("host", host.value())
			.param("id", new SliceName(name).id())
			.param("name", name)
			.param("cpu", cpuMillicores)
			.update();
	}

	private RunInsert run(HostId host, long id, String runner) {
		return new RunInsert(host, id, runner);
	}

	/// A row of `run` in the making.
	private final class RunInsert {

		private final HostId host;

		private final long id;

		private final String runner;

		private String slice = "ci-runners.slice";

		private String image = "busybox:local";

		private String labels = "{}";

		private String[] formerNames = {};

		private int startedSecondsAgo = 30;

		private @Nullable Integer endedSecondsAgo;

		private @Nullable Long[] limits = { null, null, null };

		RunInsert(HostId host, long id, String runner) {
			this.host = host;
			this.id = id;
			this.runner = runner;
		}

		RunInsert slice(String slice) {
			this.slice = slice;
			return this;
		}

		RunInsert image(String image) {
			this.image = image;
			return this;
		}

		RunInsert labels(String labels) {
			this.labels = labels;
			return this;
		}

		RunInsert formerNames(String... names) {
			this.formerNames = names;
			return this;
		}

		RunInsert started(int secondsAgo) {
			this.startedSecondsAgo = secondsAgo;
			return this;
		}

		RunInsert ended(int secondsAgo) {
			this.endedSecondsAgo = secondsAgo;
			return this;
		}

		RunInsert limits(@Nullable Long... limits) {
			this.limits = limits;
			return this;
		}

		void insert() {
			database.sql("""
					insert into run (host_id, run_id, revision, runner, former_names, slice_id, slice, container_id,
					  container_name, image, labels, addresses, limit_cpu_millicores, limit_memory_bytes, limit_pids,
					  started_at, start_seen, state, ended_at)
					values (:host, :id, 1, :runner, :former, :sliceId, :slice, repeat('c', 64), :runner, :image,
					  cast(:labels as jsonb), '{172.17.0.2}', :cpu, :memory, :pids, :started, true, :state, :ended)""")
				.param("host", this.host.value())
				.param("id", this.id)
				.param("runner", this.runner)
				.param("former", this.formerNames)
				.param("sliceId", new SliceName(this.slice).id())
				.param("slice", this.slice)
				.param("image", this.image)
				.param("labels", this.labels)
				.param("cpu", this.limits[0])
				.param("memory", this.limits[1])
				.param("pids", this.limits[2])
				.param("started", at(this.startedSecondsAgo))
				.param("state", (this.endedSecondsAgo != null) ? "ended" : "running")
				.param("ended", (this.endedSecondsAgo != null) ? at(this.endedSecondsAgo) : null,
						Types.TIMESTAMP_WITH_TIMEZONE)
				.update();
		}

		private OffsetDateTime at(int secondsAgo) {
			return secondsAgo(secondsAgo).atOffset(ZoneOffset.UTC);
		}

	}

	@EnableAutoConfiguration
	@AutoConfigurationPackage(basePackages = "io.slicemeter.runner")
	@EnableConfigurationProperties(SilenceProperties.class)
	@Import(JpaCatalogue.class)
	static class Application {

	}

}
