package io.slicemeter.timeseries;

import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.SliceName;

/// Asks what was used. Series and summaries over several runs are built per run first and
/// joined then: gauges of the same moment add up, counters add their increases, so that a
/// restart never makes a total fall.
public interface UsageQueries {

	/// The series of some runs together. All buckets of the range are there, also empty
	/// ones.
	Series series(Collection<RunKey> runs, SeriesQuery query);

	/// The series of a slice, joined over the hosts.
	Series series(Collection<HostId> hosts, SliceName slice, SeriesQuery query);

	/// What some runs together used in the range.
	UsageSummary summary(Collection<RunKey> runs, TimeRange range);

	/// What a slice used in the range, joined over the hosts.
	UsageSummary summary(Collection<HostId> hosts, SliceName slice, TimeRange range);

	/// What a host used in the range. Of the counters only CPU and pressures are there.
	UsageSummary summary(HostId host, TimeRange range);

	/// What each of some hosts used in the range.
	default Map<HostId, UsageSummary> summaries(Collection<HostId> hosts, TimeRange range) {
		Map<HostId, UsageSummary> summaries = new LinkedHashMap<>();
		hosts.forEach((host) -> summaries.put(host, summary(host, range)));
		return summaries;
	}

	/// What a slice used in the range on each of some hosts.
	default Map<HostId, UsageSummary> summaries(Collection<HostId> hosts, SliceName slice, TimeRange range) {
		Map<HostId, UsageSummary> summaries = new LinkedHashMap<>();
		hosts.forEach((host) -> summaries.put(host, summary(List.of(host), slice, range)));
		return summaries;
	}

	/// The newest sample of each run, where it is not older than `newerThan`.
	Map<RunKey, Current> current(Collection<RunKey> runs, Instant newerThan);

	/// The newest sample of each slice of some hosts, where it is not older than
	/// `newerThan`.
	Map<HostId, Map<Long, Current>> currentOfSlices(Collection<HostId> hosts, Instant newerThan);

	/// The newest sample of each host, where it is not older than `newerThan`.
	Map<HostId, Current> currentOfHosts(Collection<HostId> hosts, Instant newerThan);

	/// The increase of a counter (or the largest value of a gauge) of each run within the
	/// range.
	Map<RunKey, Long> perRun(Collection<RunKey> runs, TimeRange range, Metric metric);

	/// Everything before this moment is rolled up: only samples that come late can still
	/// change what is told of it.
	Instant closedBefore();

	/// The units of some metrics as they are shown, e.g. `millicores`; of rates with
	/// `/s`.
	static Map<String, String> units(List<Metric> metrics, boolean rate) {
		Map<String, String> units = new LinkedHashMap<>();
		for (Metric metric : metrics) {
			units.put(metric.jsonName(),
					(rate && metric.isCounter()) ? metric.unit().label() + "/s" : metric.unit().label());
		}
		return units;
	}

}
