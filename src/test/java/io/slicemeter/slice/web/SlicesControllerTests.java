package io.slicemeter.slice.web;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.slicemeter.runner.CataloguedHost;
import io.slicemeter.runner.CataloguedRun;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.SliceName;
import io.slicemeter.runner.Source;
import io.slicemeter.testing.FakeCatalogue;
import io.slicemeter.testing.FakeUsage;
import io.slicemeter.testing.RestTest;
import io.slicemeter.timeseries.UsageSummary;
import io.slicemeter.timeseries.UsageSummary.Distribution;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

import static org.assertj.core.api.Assertions.assertThat;

@RestTest
class SlicesControllerTests {

	private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

	private static final SliceName RUNNERS = new SliceName("ci-runners.slice");

	private static final Limits LIMITED = new Limits(Limit.of(1500), Limit.UNLIMITED, null);

	@Autowired
	private MockMvcTester rest;

	@Autowired
	private FakeCatalogue catalogue;

	@Autowired
	private FakeUsage usage;

	@BeforeEach
	void clear() {
		this.catalogue.clear();
		this.usage.clear();
	}

	@Test
	void hostsAreShownWithUseHeadroomAndPromises() {
		CataloguedHost alpha = this.catalogue.host("alpha", false);
		this.catalogue.run(alpha, 1, "one", LIMITED, null);
		this.catalogue.run(alpha, 2, "one", LIMITED, null);
		this.catalogue.run(alpha, 3, "two", Limits.UNKNOWN, null);
		this.catalogue.run(alpha, 4, "three", LIMITED, NOW.minusSeconds(60));
		this.usage.currentOfHost(alpha.id(), NOW.minusSeconds(2),
				Map.of(Metric.CPU_MILLICORES, 1000.5, Metric.MEMORY_BYTES, 1L << 30));
		this.usage.summaryOfHost(alpha.id(), lately(2500.0, 1024.0));
		MvcTestResult result = get("/hosts");
		assertThat(result).hasStatusOk().bodyJson().isLenientlyEqualTo("""
				{"items": [{"host": "alpha", "cpus": 4, "cpuMegahertz": 2400, "memoryBytes": 8589934592,
				 "source": "cgroup", "cgroupVersion": 2, "dockerVersion": "28.1.0",
				 "lastSeenAt": "2026-03-01T11:59:59Z", "clockOffsetSeconds": -0.012, "intervalSeconds": 2,
				 "silent": false, "runners": {"active": 2},
				 "use": {"at": "2026-03-01T11:59:58Z", "cpuMillicores": 1000.5, "memoryBytes": 1073741824},
				 "headroom": {"cpuMillicores": 1500, "memoryBytes": 7516192768},
				 "promised": {"runs": 3, "cpuMillicores": 3000, "memoryBytes": 0, "unlimitedCpu": 0,
				              "unlimitedMemory": 2, "unknownCpu": 1, "unknownMemory": 1}}]}""");
		assertThat(get("/hosts/alpha")).hasStatusOk().bodyJson().extractingPath("$.host").isEqualTo("alpha");
	}

	@Test
	void aSilentHostHasNoHeadroomAndNoActiveRunner() {
		CataloguedHost silent = this.catalogue.host("silent", true);
		this.catalogue.slice(silent, "ci-runners.slice", LIMITED);
		this.catalogue.run(silent, 1, "one", LIMITED, null);
		assertThat(get("/hosts/silent")).bodyJson().isLenientlyEqualTo("""
				{"silent": true, "runners": {"active": 0}, "use": null, "headroom": null, "promised": null}""");
		assertThat(get("/slices")).bodyJson().isLenientlyEqualTo("""
				{"items": [{"runners": {"active": 0}, "current": null, "headroom": null, "promised": null}]}""");
		assertThat(get("/slices/ci-runners.slice/summary")).bodyJson().isLenientlyEqualTo("""
				{"runners": {"active": 0, "started": 1, "ended": 0}, "headroom": null, "promised": null}""");
	}

	@Test
	void slicesAreOneItemForEachHost() {
		CataloguedHost alpha = this.catalogue.host("alpha", false);
		CataloguedHost beta = this.catalogue.host("beta", false);
		this.catalogue.slice(alpha, "ci-runners.slice", LIMITED);
		this.catalogue.slice(beta, "ci-runners.slice", Limits.UNKNOWN);
		this.catalogue.run(alpha, 1, "one", LIMITED, null);
		this.usage.currentOfSlice(alpha.id(), RUNNERS, NOW.minusSeconds(1),
				Map.of(Metric.CPU_MILLICORES, 500.0, Metric.MEMORY_BYTES, 1000L));
		this.usage.currentOfSlice(beta.id(), RUNNERS, NOW.minusSeconds(90), Map.of(Metric.CPU_MILLICORES, 1.0));
		this.usage.currentOfHost(alpha.id(), NOW, Map.of(Metric.CPU_MILLICORES, 600.0, Metric.MEMORY_BYTES, 2000L));
		assertThat(get("/slices")).hasStatusOk()
			.bodyJson()
			.isLenientlyEqualTo(
					"""
							{"items": [{"slice": "ci-runners.slice", "host": "alpha", "summed": false,
							  "limits": {"cpuMillicores": 1500, "memoryBytes": null, "unlimited": ["memoryBytes"]},
							  "capacity": {"cpuMillicores": 1500, "memoryBytes": 8589934592},
							  "runners": {"active": 1}, "current": {"at": "2026-03-01T11:59:59Z", "cpuMillicores": 500},
							  "headroom": {"cpuMillicores": 1000, "memoryBytes": 8589932592}},
							 {"host": "beta", "limits": {"cpuMillicores": null, "unlimited": []},
							  "capacity": {"cpuMillicores": 4000, "memoryBytes": 8589934592}, "current": null, "headroom": {"cpuMillicores": null, "memoryBytes": null}}]}""");
		assertThat(get("/slices?host=beta")).bodyJson()
			.extractingPath("$.items[*].host")
			.asArray()
			.containsExactly("beta");
	}

	@Test
	void aSummaryTellsUseTurnoverTopRunnersAndUnattributedTime() {
		CataloguedHost alpha = this.catalogue.host("alpha", false);
		this.catalogue.slice(alpha, "ci-runners.slice", LIMITED);
		CataloguedRun one = this.catalogue.run(alpha, 1, "one", LIMITED, null);
		CataloguedRun again = this.catalogue.run(alpha, 2, "one", LIMITED, NOW.minusSeconds(600));
		CataloguedRun two = this.catalogue.run(alpha, 1800, "two", LIMITED, null);
		this.usage.perRun(Metric.CPU_USAGE_USEC, one.key(), 100);
		this.usage.perRun(Metric.CPU_USAGE_USEC, again.key(), 50);
		this.usage.perRun(Metric.CPU_USAGE_USEC, two.key(), 120);
		this.usage.perRun(Metric.MEMORY_BYTES, one.key(), 10);
		this.usage.perRun(Metric.MEMORY_BYTES, again.key(), 30);
		this.usage.perRun(Metric.MEMORY_BYTES, two.key(), 20);
		this.usage.summaryOfSlice(new UsageSummary(1.0, 0,
				Map.of(Metric.CPU_USAGE_USEC, 300L, Metric.OOM_KILLS, 2L, Metric.CPU_PRESSURE_SOME_USEC, 7L),
				new Distribution(1.0, 1.0, 1.0, 2.0, 3.0), Distribution.NONE, 99L, "raw"));
		assertThat(get("/slices/ci-runners.slice/summary?from=2026-03-01T11:15:00Z&host=alpha")).hasStatusOk()
			.bodyJson()
			.isLenientlyEqualTo(
					"""
							{"slice": "ci-runners.slice", "host": "alpha", "hosts": 1, "from": "2026-03-01T11:15:00Z",
							 "to": "2026-03-01T12:00:00Z", "coverage": 1,
							 "cpu": {"usageUsec": 300, "unattributedUsec": 30, "unattributedIncludesServices": false,
							         "meanMillicores": 1, "p95Millicores": 2, "maxMillicores": 3},
							 "memory": {"peakBytes": 99, "peakFrom": "kernel"},
							 "runners": {"active": 2, "started": 1, "ended": 1}, "oomKills": 2, "pressure": {"cpuSomeUsec": 7},
							 "top": {"cpu": [{"runner": "one", "host": "alpha", "usageUsec": 150}, {"runner": "two", "usageUsec": 120}],
							         "memory": [{"runner": "one", "maxBytes": 30}, {"runner": "two", "maxBytes": 20}]},
							 "percentilesFrom": "raw"}""");
		assertThat(get("/slices/ci-runners.slice/summary?top=1")).bodyJson()
			.extractingPath("$.top.cpu")
			.asArray()
			.hasSize(1);
	}

	@Test
	void moreThanTheSliceUsedIsNotUnattributed() {
		CataloguedHost alpha = this.catalogue.host("alpha", false);
		this.catalogue.slice(alpha, "ci-runners.slice", LIMITED);
		CataloguedRun one = this.catalogue.run(alpha, 1, "one", LIMITED, null);
		this.usage.perRun(Metric.CPU_USAGE_USEC, one.key(), 100);
		this.usage.summaryOfSlice(new UsageSummary(1.0, 0, Map.of(Metric.CPU_USAGE_USEC, 90L), Distribution.NONE,
				Distribution.NONE, null, "raw"));
		assertThat(get("/slices/ci-runners.slice/summary")).bodyJson()
			.extractingPath("$.cpu.unattributedUsec")
			.isEqualTo(0);
	}

	@Test
	void aSliceThatIsTheSumOfItsRunsHasNothingUnattributed() {
		CataloguedHost docker = this.catalogue
			.add(new CataloguedHost(HostId.of("d"), "d", 4, null, 1L << 30, Source.DOCKER, 1, "20.10.24", null, "0.1.0",
					Duration.ofSeconds(2), List.of(), NOW, NOW, Duration.ZERO, false));
		this.catalogue.slice(docker, "ci-runners.slice", LIMITED);
		this.usage.summaryOfSlice(new UsageSummary(1.0, 0, Map.of(Metric.CPU_USAGE_USEC, 90L), Distribution.NONE,
				Distribution.NONE, null, "raw"));
		assertThat(get("/slices/ci-runners.slice/summary")).bodyJson().isLenientlyEqualTo("""
				{"cpu": {"usageUsec": 90, "unattributedUsec": null}}""");
	}

	@Test
	void withoutHostASummaryIsTheSumOverAllHostsThatAreHeardOf() {
		CataloguedHost alpha = this.catalogue.host("alpha", false);
		CataloguedHost beta = this.catalogue.host("beta", false);
		CataloguedHost silent = this.catalogue.host("silent", true);
		for (CataloguedHost host : List.of(alpha, beta, silent)) {
			this.catalogue.slice(host, "ci-runners.slice", LIMITED);
			this.catalogue.run(host, 1, "one", LIMITED, null);
			this.usage.currentOfSlice(host.id(), RUNNERS, NOW, Map.of(Metric.CPU_MILLICORES, 500.0));
			this.usage.currentOfHost(host.id(), NOW, Map.of(Metric.CPU_MILLICORES, 600.0));
		}
		assertThat(get("/slices/ci-runners.slice/summary")).hasStatusOk().bodyJson().isLenientlyEqualTo("""
				{"host": null, "hosts": 3, "runners": {"active": 2}, "headroom": {"cpuMillicores": 2000},
				 "promised": {"runs": 2, "cpuMillicores": 3000}}""");
	}

	@Test
	void aSliceThatHoldsServicesSaysSo() {
		this.catalogue.slice(this.catalogue.host("alpha", false), "system.slice", LIMITED);
		assertThat(get("/slices/system.slice/summary")).bodyJson()
			.extractingPath("$.cpu.unattributedIncludesServices")
			.isEqualTo(true);
	}

	@Test
	void samplesOfASliceComeInAllFormats() {
		this.catalogue.slice(this.catalogue.host("alpha", false), "ci-runners.slice", LIMITED);
		assertThat(get("/slices/ci-runners.slice/samples?from=-2m&step=1m&metric=pids")).hasStatusOk()
			.bodyJson()
			.isStrictlyEqualTo("""
					{"slice": "ci-runners.slice", "host": null, "hosts": 1, "from": "2026-03-01T11:58:00Z",
					 "to": "2026-03-01T12:00:00Z", "step": "PT1M", "resolution": "raw",
					 "columns": {"at": ["2026-03-01T11:58:00Z", "2026-03-01T11:59:00Z"], "pids": [1.001, null]},
					 "units": {"pids": "count"}}""");
		MvcTestResult csv = this.rest.get()
			.uri("/api/v1/slices/ci-runners.slice/samples?from=-1m&step=1m&metric=pids&host=alpha")
			.header("Accept", "text/csv")
			.exchange();
		assertThat(csv).bodyText().isEqualTo("at,pids\r\n2026-03-01T11:59:00Z,1.001\r\n");
	}

	@Test
	void whatNoRunUsedIsToldForEachBucket() {
		this.catalogue.slice(this.catalogue.host("alpha", false), "ci-runners.slice", LIMITED);
		assertThat(get("/slices/ci-runners.slice/samples?from=-2m&step=1m&metric=cpuUnattributedUsec,pids"))
			.hasStatusOk()
			.bodyJson()
			.isStrictlyEqualTo("""
					{"slice": "ci-runners.slice", "host": null, "hosts": 1, "from": "2026-03-01T11:58:00Z",
					 "to": "2026-03-01T12:00:00Z", "step": "PT1M", "resolution": "raw",
					 "columns": {"at": ["2026-03-01T11:58:00Z", "2026-03-01T11:59:00Z"],
					             "cpuUnattributedUsec": [10, null], "pids": [1.001, null]},
					 "units": {"cpuUnattributedUsec": "µs", "pids": "count"}}""");
		MvcTestResult csv = this.rest.get()
			.uri("/api/v1/slices/ci-runners.slice/samples?from=-1m&step=1m&metric=cpuUnattributedUsec")
			.header("Accept", "text/csv")
			.exchange();
		assertThat(csv).bodyText().isEqualTo("at,cpuUnattributedUsec\r\n2026-03-01T11:59:00Z,10\r\n");
	}

	private static UsageSummary lately(double cpuMillicores, double memoryBytes) {
		return new UsageSummary(1.0, 0, Map.of(), new Distribution(null, null, null, cpuMillicores, null),
				new Distribution(null, null, null, memoryBytes, null), null, "raw");
	}

	private MvcTestResult get(String path) {
		return this.rest.get().uri("/api/v1" + path).exchange();
	}

}
