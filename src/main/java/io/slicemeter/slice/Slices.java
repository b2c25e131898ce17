package io.slicemeter.slice;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

import io.slicemeter.runner.Catalogue;
import io.slicemeter.runner.CataloguedHost;
import io.slicemeter.runner.CataloguedSlice;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Lifetime;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunnerOnHost;
import io.slicemeter.runner.SliceName;
import io.slicemeter.runner.Source;
import io.slicemeter.timeseries.Series;
import io.slicemeter.timeseries.SeriesQuery;
import io.slicemeter.timeseries.TimeRange;
import io.slicemeter.timeseries.UsageQueries;
import io.slicemeter.timeseries.UsageSummary;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Tells what slices used.
@Component
public class Slices {

	private final Catalogue catalogue;

	private final UsageQueries usage;

	private final Fleet fleet;

	Slices(Catalogue catalogue, UsageQueries usage, Fleet fleet) {
		this.catalogue = catalogue;
		this.usage = usage;
		this.fleet = fleet;
	}

	/// The series of a slice, joined over its hosts.
	public Series series(List<CataloguedSlice> slices, SeriesQuery query) {
		return this.usage.series(hosts(slices), slices.getFirst().name(), query);
	}

	/// CPU time of a slice that none of its runs used, in µs for each bucket of a
	/// question; null where that can't be told: the figures of the slice are the sum of
	/// its runs' (source `docker`).
	public @Nullable List<@Nullable Number> unattributed(List<CataloguedSlice> slices, SeriesQuery query) {
		if (isSummed(slices)) {
			return null;
		}
		SeriesQuery cpu = new SeriesQuery(query.range(), query.step(), List.of(Metric.CPU_USAGE_USEC),
				query.aggregation(), false);
		List<RunKey> runs = this.catalogue
			.lifetimes(hosts(slices), slices.getFirst().name(), query.range().from(), query.range().to())
			.stream()
			.map(Lifetime::run)
			.toList();
		return Unattributed.of(usage(series(slices, cpu)),
				runs.isEmpty() ? List.of() : usage(this.usage.series(runs, cpu)));
	}

	private static List<@Nullable Number> usage(Series series) {
		return series.columns().getOrDefault(Metric.CPU_USAGE_USEC, List.of());
	}

	private static boolean isSummed(List<CataloguedSlice> slices) {
		return slices.stream().anyMatch((slice) -> slice.summed() || slice.host().source() == Source.DOCKER);
	}

	/// What is told of ranges before this moment changes only by samples that come late.
	public Instant closedBefore() {
		return this.usage.closedBefore();
	}

	/// What a slice used over a range, all its hosts together.
	/// @param slices the slice on each host
	/// @param top how many runners are named
	public SliceTotals totals(List<CataloguedSlice> slices, TimeRange range, int top) {
		SliceName name = slices.getFirst().name();
		UsageSummary summary = this.usage.summary(hosts(slices), name, range);
		List<Lifetime> lifetimes = this.catalogue.lifetimes(hosts(slices), name, range.from(), range.to());
		List<RunKey> runs = lifetimes.stream().map(Lifetime::run).toList();
		Map<RunKey, Long> cpu = runs.isEmpty() ? Map.of() : this.usage.perRun(runs, range, Metric.CPU_USAGE_USEC);
		Map<RunKey, Long> memory = runs.isEmpty() ? Map.of() : this.usage.perRun(runs, range, Metric.MEMORY_BYTES);
		Map<HostId, String> hostNames = slices.stream()
			.map(CataloguedSlice::host)
			.collect(Collectors.toMap(CataloguedHost::id, CataloguedHost::name));
		List<SliceNow> living = this.fleet.slicesNow(slices)
			.stream()
			.filter((slice) -> !slice.slice().host().silent())
			.toList();
		return new SliceTotals(hostNames.values().stream().sorted().toList(), summary,
				unattributedUsec(slices, summary, cpu), turnover(slices, lifetimes, range),
				top(lifetimes, cpu, Long::sum, top).stream()
					.map((entry) -> new SliceTotals.CpuOfRunner(entry.getKey().runner().value(),
							name(hostNames, entry.getKey()), entry.getValue()))
					.toList(),
				top(lifetimes, memory, Math::max, top).stream()
					.map((entry) -> new SliceTotals.MemoryOfRunner(entry.getKey().runner().value(),
							name(hostNames, entry.getKey()), entry.getValue()))
					.toList(),
				living.stream().map(SliceNow::headroom).filter(Objects::nonNull).reduce(Room::plus).orElse(null),
				living.stream().map(SliceNow::promised).filter(Objects::nonNull).reduce(Promised::plus).orElse(null));
	}

	/// What the slice itself counted beyond its runs: between the moments at which both
	/// were read it may seem negative, over a range it can't be.
	private static @Nullable Long unattributedUsec(List<CataloguedSlice> slices, UsageSummary summary,
			Map<RunKey, Long> cpu) {
		Long ofSlice = summary.increases().get(Metric.CPU_USAGE_USEC);
		if (ofSlice == null || isSummed(slices)) {
			return null;
		}
		return Math.max(0, ofSlice - cpu.values().stream().mapToLong(Long::longValue).sum());
	}

	private static SliceTotals.Turnover turnover(List<CataloguedSlice> slices, List<Lifetime> lifetimes,
			TimeRange range) {
		List<HostId> silent = slices.stream()
			.map(CataloguedSlice::host)
			.filter(CataloguedHost::silent)
			.map(CataloguedHost::id)
			.toList();
		long active = lifetimes.stream()
			.filter((lifetime) -> lifetime.isAliveAt(range.to()))
			.filter((lifetime) -> lifetime.endedAt() != null || !silent.contains(lifetime.run().host()))
			.map(Slices::runner)
			.distinct()
			.count();
		long started = lifetimes.stream().filter((lifetime) -> !lifetime.startedAt().isBefore(range.from())).count();
		long ended = lifetimes.stream()
			.filter((lifetime) -> lifetime.endedAt() != null && lifetime.endedAt().isBefore(range.to()))
			.count();
		return new SliceTotals.Turnover(active, started, ended);
	}

	private static List<Map.Entry<RunnerOnHost, Long>> top(List<Lifetime> lifetimes, Map<RunKey, Long> perRun,
			BinaryOperator<Long> join, int most) {
		Map<RunKey, RunnerOnHost> runners = lifetimes.stream()
			.collect(Collectors.toMap(Lifetime::run, Slices::runner, (one, same) -> one));
		Map<RunnerOnHost, Long> perRunner = new HashMap<>();
		perRun.forEach((run, value) -> {
			RunnerOnHost runner = runners.get(run);
			if (runner != null) {
				perRunner.merge(runner, value, join);
			}
		});
		return perRunner.entrySet()
			.stream()
			.sorted(Map.Entry.<RunnerOnHost, Long>comparingByValue(Comparator.reverseOrder())
				.thenComparing((entry) -> entry.getKey().runner().value())
				.thenComparing((entry) -> entry.getKey().host().toString()))
			.limit(most)
			.toList();
	}

	private static RunnerOnHost runner(Lifetime lifetime) {
		return new RunnerOnHost(lifetime.runner(), lifetime.run().host());
	}

	private static String name(Map<HostId, String> hostNames, RunnerOnHost runner) {
		return hostNames.getOrDefault(runner.host(), runner.host().toString());
	}

	private static List<HostId> hosts(List<CataloguedSlice> slices) {
		return slices.stream().map((slice) -> slice.host().id()).toList();
	}

}
