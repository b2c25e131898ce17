package io.slicemeter.timeseries;

import java.util.List;

import io.slicemeter.runner.Metric;
import org.jspecify.annotations.Nullable;

/// The samples of one kind and their rollups: whose they are, and what is special about its counters.
enum SampleTable {

	/// The samples of runs. A counter belongs to one run: it begins at 0 where the run's
	/// start was seen, and one that is lower than before has used nothing.
	RUN("run", "run_id"),
	/// The samples of slices. A counter that is lower than before began anew: the slice
	/// was made again.
	SLICE("slice", "slice_id"),
	/// The samples of hosts. A counter that is lower than before began anew: the host was
	/// booted.
	HOST("host", null);

	private final String owner;

	private final @Nullable String idColumn;

	SampleTable(String owner, @Nullable String idColumn) {
		this.owner = owner;
		this.idColumn = idColumn;
	}

	/// The table that holds a resolution, e.g. `run_minute`.
	String table(Resolution resolution) {
		return this.owner + "_" + resolution.suffix();
	}

	/// The metrics that it has columns for.
	List<Metric> metrics() {
		return (this == HOST) ? HostMetrics.all() : List.of(Metric.values());
	}

	/// The condition that a row `s` belongs to the key `k`.
	String belongs() {
		return (this.idColumn != null) ? "s.host_id = k.host_id and s." + this.idColumn + " = k.id"
				: "s.host_id = k.host_id";
	}

	/// What a counter that is lower than before has increased by.
	String increaseAfterFall() {
		return (this == RUN) ? "0" : "value";
	}

	/// The condition that the first row that is known counts from 0. Of what was not seen
	/// to start it must be the first ever: not just the first that is still kept.
	String countsFromZero() {
		return (this == RUN) ? """
				covered_usec is not null and not has_before and ((start_seen and started_usec >= :oldestUsec)
				or (at_usec = first_usec and at_usec - 3 * interval_usec > :oldestUsec))""" : "false";
	}

}
