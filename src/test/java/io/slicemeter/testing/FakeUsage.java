package io.slicemeter.testing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.SliceName;
import io.slicemeter.timeseries.Current;
import io.slicemeter.timeseries.Resolution;
import io.slicemeter.timeseries.Series;
import io.slicemeter.timeseries.SeriesQuery;
import io.slicemeter.timeseries.TimeRange;
import io.slicemeter.timeseries.UsageQueries;
import io.slicemeter.timeseries.UsageSummary;
import io.slicemeter.timeseries.UsageSummary.Distribution;
import org.jspecify.annotations.Nullable;

/// Usage in memory: what was put in comes out. A series counts 1.0005, 2.0005, … in
/// gauges and 10, 20, … in counters, and has a gap in its second bucket.
public class FakeUsage implements UsageQueries {

	/// What is answered of that of which nothing was put in.
	public static final UsageSummary NOTHING = new UsageSummary(null, 0, Map.of(), Distribution.NONE, Distribution.NONE,
			null, "raw");

	private final Map<RunKey, Current> current = new LinkedHashMap<>();

	private final Map<HostId, Map<Long, Current>> slices = new LinkedHashMap<>();

	private final Map<HostId, Current> hosts = new LinkedHashMap<>();

	private final Map<HostId, UsageSummary> hostSummaries = new LinkedHashMap<>();

	private final Map<Metric, Map<RunKey, Long>> perRun = new LinkedHashMap<>();

	private UsageSummary runs = NOTHING;

	private UsageSummary slice = NOTHING;

	private @Nullable Collection<RunKey> lastRuns;

	private @Nullable SeriesQuery lastQuery;

	private Instant closedBefore = Instant.EPOCH;

	/// Forgets everything.
	public void clear() {
		this.current.clear();
		this.slices.clear();
		this.hosts.clear();
		this.hostSummaries.clear();
		this.perRun.clear();
		this.runs = NOTHING;
		this.slice = NOTHING;
		this.lastRuns = null;
		this.lastQuery = null;
		this.closedBefore = Instant.EPOCH;
	}

	public void current(RunKey run, Instant at, Map<Metric, Number> values) {
		this.current.put(run, new Current(at, values));
	}

	public void currentOfSlice(HostId host, SliceName slice, Instant at, Map<Metric, Number> values) {
		this.slices.computeIfAbsent(host, (any) -> new LinkedHashMap<>()).put(slice.id(), new Current(at, values));
	}

	public void currentOfHost(HostId host, Instant at, Map<Metric, Number> values) {
		this.hosts.put(host, new Current(at, values));
	}

	public void summaryOfHost(HostId host, UsageSummary summary) {
		this.hostSummaries.put(host, summary);
	}

	public void summaryOfRuns(UsageSummary summary) {
		this.runs = summary;
	}

	public void summaryOfSlice(UsageSummary summary) {
		this.slice = summary;
	}

	public void perRun(Metric metric, RunKey run, long value) {
		this.perRun.computeIfAbsent(metric, (any) -> new LinkedHashMap<>()).put(run, value);
	}

	/// Lets everything before a moment be rolled up.
	public void closedBefore(Instant moment) {
		this.closedBefore = moment;
	}

	/// Which runs were asked for last.
	public @Nullable Collection<RunKey> lastRuns() {
		return this.lastRuns;
	}

	/// What the last series was asked to show.
	public @Nullable SeriesQuery lastQuery() {
		return this.lastQuery;
	}

	@Override
	public Series series(Collection<RunKey> runs, SeriesQuery query) {
		this.lastRuns = runs;
		return series(query);
	}

	@Override
	public Series series(Collection<HostId> hosts, SliceName slice, SeriesQuery query) {
		return series(query);
	}

	@Override
	public UsageSummary summary(Collection<RunKey> runs, TimeRange range) {
		this.lastRuns = runs;
		return this.runs;
	}

	@Override
	public UsageSummary summary(Collection<HostId> hosts, SliceName slice, TimeRange range) {
		return this.slice;
	}

	@Override
	public UsageSummary summary(HostId host, TimeRange range) {
		return this.hostSummaries.getOrDefault(host, NOTHING);
	}

	@Override
	public Map<RunKey, Current> current(Collection<RunKey> runs, Instant newerThan) {
		Map<RunKey, Current> found = new LinkedHashMap<>(this.current);
		found.keySet().retainAll(runs);
		return found;
	}

	@Override
	public Map<HostId, Map<Long, Current>> currentOfSlices(Collection<HostId> hosts, Instant newerThan) {
		return this.slices;
	}

	@Override
	public Map<HostId, Current> currentOfHosts(Collection<HostId> hosts, Instant newerThan) {
		return this.hosts;
	}

	@Override
	public Map<RunKey, Long> perRun(Collection<RunKey> runs, TimeRange range, Metric metric) {
		return this.perRun.getOrDefault(metric, Map.of());
	}

	@Override
	public Instant closedBefore() {
		return this.closedBefore;
	}

	private Series series(SeriesQuery query) {
		this.lastQuery = query;
		long seconds = query.step().toSeconds();
		List<Instant> at = new ArrayList<>();
		for (long second = Math.floorDiv(query.range().from().getEpochSecond(), seconds) * seconds; Instant
			.ofEpochSecond(second)
			.isBefore(query.range().to()); second += seconds) {
			at.add(Instant.ofEpochSecond(second));
		}
		Map<Metric, List<@Nullable Number>> columns = new LinkedHashMap<>();
		for (Metric metric : query.metrics()) {
			List<@Nullable Number> column = new ArrayList<>();
			for (int number = 1; number <= at.size(); number++) {
				column.add((number == 2) ? null : value(metric, query.rate(), number));
			}
			columns.put(metric, column);
		}
		return new Series(Resolution.RAW, at, columns);
	}

	private static Number value(Metric metric, boolean rate, int number) {
		if (metric.isCounter() && !rate) {
			return (long) number * 10;
		}
		return number + 0.0005;
	}

}
