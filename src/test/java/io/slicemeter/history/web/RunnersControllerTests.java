package io.slicemeter.history.web;

import java.io.UnsupportedEncodingException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.slicemeter.runner.CataloguedHost;
import io.slicemeter.runner.CataloguedRun;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.RunState;
import io.slicemeter.runner.RunnerFilter;
import io.slicemeter.runner.RunnerFilter.WantedLabel;
import io.slicemeter.runner.SliceName;
import io.slicemeter.runner.Source;
import io.slicemeter.testing.FakeCatalogue;
import io.slicemeter.testing.FakeUsage;
import io.slicemeter.testing.RestTest;
import io.slicemeter.timeseries.Aggregation;
import io.slicemeter.timeseries.SeriesQuery;
import io.slicemeter.timeseries.UsageSummary;
import io.slicemeter.timeseries.UsageSummary.Distribution;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.json.JsonCompareMode;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

import static org.assertj.core.api.Assertions.assertThat;

@RestTest
class RunnersControllerTests {

	private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

	private static final Limits LIMITS = new Limits(Limit.of(1500), Limit.UNLIMITED, null);

	@Autowired
	private MockMvcTester rest;

	@Autowired
	private FakeCatalogue catalogue;

	@Autowired
	private FakeUsage usage;

	private CataloguedHost alpha;

	RunnersControllerTests(@Autowired FakeCatalogue catalogue) {
		catalogue.clear();
		this.alpha = catalogue.host("alpha", false);
	}

	@BeforeEach
	void clear() {
		this.usage.clear();
	}

	@Test
	void aRunnerIsShownWithTheSumOfItsActiveRuns() {
		CataloguedRun first = this.catalogue.run(this.alpha, 1, "one", LIMITS, null);
		CataloguedRun second = this.catalogue.run(this.alpha, 2, "one", LIMITS, null, "old");
		CataloguedRun stale = this.catalogue.run(this.alpha, 3, "one", LIMITS, null);
		this.usage.current(first.key(), NOW.minusSeconds(3), Map.of(Metric.CPU_MILLICORES, 100.25, Metric.PIDS, 2L));
		this.usage.current(second.key(), NOW.minusSeconds(1), Map.of(Metric.CPU_MILLICORES, 50.5));
		this.usage.current(stale.key(), NOW.minusSeconds(31), Map.of(Metric.CPU_MILLICORES, 7000.0));
		MvcTestResult result = get("/runners/one");
		assertThat(result).hasStatusOk()
			.bodyJson()
			.isLenientlyEqualTo(
					"""
							{"runner": "one", "formerNames": ["old"], "host": "alpha", "slice": "ci-runners.slice", "state": "running",
							 "runId": "%s", "image": "busybox:local", "labels": {"team": "core"},
							 "startedAt": "2026-03-01T11:00:03Z", "endedAt": null, "activeRuns": 3,
							 "limits": {"cpuMillicores": 1500, "memoryBytes": null, "pids": null, "unlimited": ["memoryBytes"]},
							 "current": {"at": "2026-03-01T11:59:59Z", "cpuMillicores": 150.75, "pids": 2, "memoryBytes": null},
							 "runCount": 3, "runs": [{"runId": "%s", "state": "running"}, {}, {"runId": "%s"}]}
							"""
						.formatted(stale.key(), stale.key(), first.key()));
	}

	@Test
	void aFormerNameFindsTheRunner() {
		this.catalogue.run(this.alpha, 1, "new", LIMITS, null, "old");
		assertThat(get("/runners/old")).hasStatusOk().bodyJson().extractingPath("$.runner").isEqualTo("new");
	}

	@Test
	void anEndedRunnerHasNoCurrentUse() {
		this.catalogue.run(this.alpha, 1, "one", LIMITS, NOW.minusSeconds(60));
		assertThat(get("/runners/one")).hasStatusOk().bodyJson().isLenientlyEqualTo("""
				{"state": "ended", "endedAt": "2026-03-01T11:59:00Z", "current": null, "activeRuns": 0,
				 "runs": [{"exitCode": 137, "oomKilled": true}]}""");
	}

	@Test
	void pagesLeadThroughAllRunners() throws UnsupportedEncodingException {
		for (int number = 0; number < 5; number++) {
			this.catalogue.run(this.alpha, number, "runner-" + number, LIMITS, null);
		}
		MvcTestResult first = get("/runners?limit=2");
		assertThat(first).hasStatusOk()
			.bodyJson()
			.extractingPath("$.items[*].runner")
			.asArray()
			.containsExactly("runner-0", "runner-1");
		MvcTestResult second = get("/runners?limit=2&after=" + next(first));
		assertThat(second).bodyJson()
			.extractingPath("$.items[*].runner")
			.asArray()
			.containsExactly("runner-2", "runner-3");
		MvcTestResult third = get("/runners?limit=2&after=" + next(second));
		assertThat(third).bodyJson().isLenientlyEqualTo("{\"items\": [{\"runner\": \"runner-4\"}], \"next\": null}");
	}

	@Test
	void aPageThatIsExactlyFullIsTheLast() {
		this.catalogue.run(this.alpha, 1, "one", LIMITS, null);
		assertThat(get("/runners?limit=1")).bodyJson().extractingPath("$.next").isNull();
	}

	@Test
	void noRunnersAreAnEmptyPage() {
		assertThat(get("/runners")).hasStatusOk()
			.bodyJson()
			.isEqualTo("{\"items\": [], \"next\": null}", JsonCompareMode.STRICT);
	}

	@Test
	void aFilterThatNamesAnUnknownHostOrSliceIsNotFound() {
		this.catalogue.slice(this.alpha, "ci-runners.slice", Limits.UNKNOWN);
		assertThat(get("/runners?host=gamma")).hasStatus(404)
			.bodyJson()
			.isLenientlyEqualTo("{\"type\": \"/problems/unknown-host\", \"host\": \"gamma\"}");
		assertThat(get("/runners?slice=cinema.slice")).hasStatus(404)
			.bodyJson()
			.isLenientlyEqualTo("{\"type\": \"/problems/unknown-slice\", \"slice\": \"cinema.slice\"}");
	}

	@Test
	void aFilterThatNothingMatchesIsAnEmptyPage() {
		this.catalogue.slice(this.alpha, "ci-runners.slice", Limits.UNKNOWN);
		for (String filter : List.of("host=alpha", "slice=ci-runners.slice", "slice=ci.slice", "name=none",
				"label=none", "image=none", "state=failed")) {
			assertThat(get("/runners?" + filter)).as(filter)
				.hasStatusOk()
				.bodyJson()
				.extractingPath("$.items")
				.asArray()
				.isEmpty();
		}
	}

	@Test
	void theRangeIsEchoedInWholeMicroseconds() {
		this.catalogue.run(this.alpha, 1, "one", LIMITS, null);
		assertThat(get("/runners/one/summary?from=2026-03-01T11:00:00.123456789Z&to=1772366400.987654321"))
			.hasStatusOk()
			.bodyJson()
			.isLenientlyEqualTo("{\"from\": \"2026-03-01T11:00:00.123456Z\", \"to\": \"2026-03-01T12:00:00.987654Z\"}");
	}

	@Test
	void theUsualStepIsAtLeastTwiceTheHostsInterval() {
		CataloguedHost slow = this.catalogue
			.add(new CataloguedHost(HostId.of("slow"), "slow", 4, null, 1L << 30, Source.CGROUP, 2, null, null, "0.1.0",
					Duration.ofSeconds(20), List.of(), NOW, NOW, Duration.ZERO, false));
		this.catalogue.run(slow, 1, "one", LIMITS, null);
		assertThat(get("/runners/one/samples?from=-10m")).hasStatusOk();
		assertThat(this.usage.lastQuery()).isNotNull();
		assertThat(this.usage.lastQuery().step()).hasMinutes(1);
		assertThat(get("/runners/one/samples?from=-10m&step=1s")).hasStatusOk();
		assertThat(this.usage.lastQuery().step()).hasSeconds(1);
	}

	@Test
	void filtersReachTheCatalogue() {
		get("/runners?state=running,paused&state=unknown&host=alpha&slice=ci.slice&label=team=a=b&label=gpu&name=run*&image=x");
		assertThat(this.catalogue.lastFilter()).isEqualTo(new RunnerFilter(
				Set.of(RunState.RUNNING, RunState.PAUSED, RunState.UNKNOWN), "alpha", new SliceName("ci.slice"),
				List.of(new WantedLabel("team", "a=b"), new WantedLabel("gpu", null)), "run*", "x"));
	}

	@Test
	void oneLabelWithACommaIsOneLabel() {
		get("/runners?label=zones=a,b");
		assertThat(this.catalogue.lastFilter()).extracting(RunnerFilter::labels)
			.isEqualTo(List.of(new WantedLabel("zones", "a,b")));
	}

	@Test
	void samplesComeInColumnsWithTheirUnits() {
		this.catalogue.run(this.alpha, 1, "one", LIMITS, null);
		assertThat(get("/runners/one/samples?from=2026-03-01T11:57:00Z&step=1m&metric=memoryBytes,cpuUsageUsec"))
			.hasStatusOk()
			.bodyJson()
			.isStrictlyEqualTo("""
					{"runner": "one", "host": "alpha", "from": "2026-03-01T11:57:00Z", "to": "2026-03-01T12:00:00Z",
					 "step": "PT1M", "resolution": "raw",
					 "columns": {"at": ["2026-03-01T11:57:00Z", "2026-03-01T11:58:00Z", "2026-03-01T11:59:00Z"],
					             "memoryBytes": [1.001, null, 3.001], "cpuUsageUsec": [10, null, 30]},
					 "units": {"memoryBytes": "bytes", "cpuUsageUsec": "µs"}}""");
	}

	@Test
	void withoutParametersTheLastHourOfCpuAndMemoryIsShown() {
		CataloguedRun run = this.catalogue.run(this.alpha, 1, "one", LIMITS, null);
		this.catalogue.run(this.alpha, 2, "one", LIMITS, NOW.minusSeconds(7200));
		assertThat(get("/runners/one/samples")).hasStatusOk();
		SeriesQuery query = this.usage.lastQuery();
		assertThat(query).isNotNull();
		assertThat(query.range().length()).isEqualTo(Duration.ofHours(1));
		assertThat(query.step()).hasSeconds(5);
		assertThat(query.metrics()).containsExactly(Metric.CPU_MILLICORES, Metric.MEMORY_BYTES);
		assertThat(query.aggregation()).isEqualTo(Aggregation.MEAN);
		assertThat(query.rate()).isFalse();
		assertThat(this.usage.lastRuns()).containsExactly(run.key());
	}

	@Test
	void parametersReachTheQuery() {
		this.catalogue.run(this.alpha, 1, "one", LIMITS, null);
		assertThat(
				get("/runners/one/samples?metric=pids&metric=ioReads,pids&agg=max&rate=true&step=PT10S&from=1772362800"
						+ "&to=2026-03-01T13:00:00 01:00"))
			.hasStatusOk();
		SeriesQuery query = this.usage.lastQuery();
		assertThat(query).isNotNull();
		assertThat(query.metrics()).containsExactly(Metric.PIDS, Metric.IO_READS);
		assertThat(query.aggregation()).isEqualTo(Aggregation.MAX);
		assertThat(query.rate()).isTrue();
		assertThat(query.range().from()).isEqualTo(Instant.ofEpochSecond(1772362800));
		assertThat(query.range().to()).isEqualTo(NOW);
	}

	@Test
	void aClosedRangeIsNotSentAgainUntilItsAnswerChanges() {
		this.catalogue.run(this.alpha, 1, "one", LIMITS, null);
		String closed = "/runners/one/summary?from=2026-03-01T10:00:00Z&to=2026-03-01T11:30:00Z";
		assertThat(get(closed)).hasStatusOk().doesNotContainHeader("ETag");
		this.usage.closedBefore(Instant.parse("2026-03-01T11:30:00Z"));
		String tag = tag(closed);
		assertThat(tag).isNotNull().isEqualTo(tag(closed));
		assertThat(this.rest.get().uri("/api/v1" + closed).header("If-None-Match", tag)).hasStatus(304);
		this.usage.summaryOfRuns(new UsageSummary(1.0, 1, Map.of(Metric.CPU_USAGE_USEC, 1L), Distribution.NONE,
				Distribution.NONE, null, "raw"));
		assertThat(this.rest.get().uri("/api/v1" + closed).header("If-None-Match", tag)).hasStatusOk();
		assertThat(tag(closed)).isNotEqualTo(tag);
		assertThat(get("/runners/one/summary?from=2026-03-01T10:00:00Z&to=2026-03-01T11:30:01Z")).hasStatusOk()
			.doesNotContainHeader("ETag");
		assertThat(tag("/runners/one/samples?from=2026-03-01T10:00:00Z&to=2026-03-01T11:00:00Z")).isNotNull();
	}

	private @Nullable String tag(String path) {
		return get(path).getResponse().getHeader("ETag");
	}

	@Test
	void samplesCanBeHadAsCsv() {
		this.catalogue.run(this.alpha, 1, "one", LIMITS, null);
		MvcTestResult result = this.rest.get()
			.uri("/api/v1/runners/one/samples?from=-3m&step=1m&metric=pids,networkReceivedBytes&rate=true")
			.header("Accept", "text/csv")
			.exchange();
		assertThat(result).hasStatusOk().hasContentType("text/csv;charset=UTF-8");
		assertThat(result).hasHeader("Content-Disposition", "inline; filename=\"one.csv\"");
		assertThat(result).bodyText().isEqualTo("""
				at,pids,networkReceivedBytesPerSecond\r
				2026-03-01T11:57:00Z,1.001,1.001\r
				2026-03-01T11:58:00Z,,\r
				2026-03-01T11:59:00Z,3.001,3.001\r
				""");
	}

	@Test
	void samplesCanBeHadAsOneJsonObjectALine() {
		this.catalogue.run(this.alpha, 1, "one", LIMITS, null);
		MvcTestResult result = this.rest.get()
			.uri("/api/v1/runners/one/samples?from=-2m&step=1m&metric=oomKills")
			.header("Accept", "application/x-ndjson")
			.exchange();
		assertThat(result).hasStatusOk().hasContentType("application/x-ndjson;charset=UTF-8");
		assertThat(result).bodyText().isEqualTo("""
				{"at":"2026-03-01T11:58:00Z","oomKills":10}
				{"at":"2026-03-01T11:59:00Z","oomKills":null}
				""");
	}

	@Test
	void aSummaryGroupsByResource() {
		CataloguedRun run = this.catalogue.run(this.alpha, 1, "one", LIMITS, null);
		this.usage.summaryOfRuns(new UsageSummary(0.99812, 3_600_000_000L,
				Map.of(Metric.CPU_USAGE_USEC, 5_000_000L, Metric.NETWORK_RECEIVED_BYTES, 10L, Metric.NETWORK_SENT_BYTES,
						20L, Metric.IO_READ_BYTES, 30L, Metric.IO_WRITE_BYTES, 40L, Metric.OOM_KILLS, 1L),
				new Distribution(1388.88888, 0.0, 1000.0, 3000.0, 4000.0),
				new Distribution(1024.5, 1000.0, 1024.0, 2000.0, 2048.0), null, "raw"));
		assertThat(get("/runners/one/summary?from=-30m")).hasStatusOk().bodyJson().isLenientlyEqualTo("""
				{"runner": "one", "host": "alpha", "from": "2026-03-01T11:30:00Z", "to": "2026-03-01T12:00:00Z",
				 "coverage": 0.998, "runs": 1,
				 "cpu": {"usageUsec": 5000000, "meanMillicores": 1388.889, "minMillicores": 0, "p50Millicores": 1000,
				         "p95Millicores": 3000, "maxMillicores": 4000, "throttledUsec": null},
				 "memory": {"meanBytes": 1024.5, "minBytes": 1000, "p50Bytes": 1024, "p95Bytes": 2000, "maxBytes": 2048,
				            "peakBytes": 2048, "peakFrom": "samples"},
				 "network": {"receivedBytes": 10, "sentBytes": 20}, "io": {"readBytes": 30, "writeBytes": 40},
				 "oomKills": 1, "pressure": {"cpuSomeUsec": null}, "percentilesFrom": "raw"}""");
		assertThat(this.usage.lastRuns()).containsExactly(run.key());
	}

	@Test
	void aRangeWithoutAnySampleIsNullNotZero() {
		this.catalogue.run(this.alpha, 1, "one", LIMITS, NOW.minusSeconds(3000));
		assertThat(get("/runners/one/summary?from=-1m")).hasStatusOk().bodyJson().isLenientlyEqualTo("""
				{"coverage": null, "runs": 0, "cpu": {"usageUsec": null, "meanMillicores": null},
				 "memory": {"peakBytes": null, "peakFrom": null}, "oomKills": null}""");
	}

	@Test
	void aRunIsShownWithHowItEndedAndWhatItUsed() {
		CataloguedRun run = this.catalogue.run(this.alpha, 1, "one", LIMITS, NOW.minusSeconds(60));
		assertThat(get("/runs/" + run.key())).hasStatusOk()
			.bodyJson()
			.isLenientlyEqualTo(
					"""
							{"runId": "%s", "runner": "one", "host": "alpha", "slice": "ci-runners.slice",
							 "startedAt": "2026-03-01T11:00:01Z", "endedAt": "2026-03-01T11:59:00Z", "state": "ended", "exitCode": 137,
							 "oomKilled": true, "closing": null, "usage": {"cpu": {}}}"""
						.formatted(run.key()));
	}

	private MvcTestResult get(String path) {
		return this.rest.get().uri("/api/v1" + path).exchange();
	}

	private static String next(MvcTestResult page) throws UnsupportedEncodingException {
		return page.getResponse().getContentAsString().replaceFirst("(?s).*\"next\":\"([^\"]+)\".*", "$1");
	}

}
