package io.slicemeter.timeseries;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.slicemeter.runner.Metric;

/// A sample of a run that came in lately.
///
/// @param owner the run
/// @param at when it was read, by its host's clock
/// @param values those of [#METRICS] that were read: `Double` for `cpuMillicores`, `Long`
/// for all else
public record LiveSample(LiveOwner owner, Instant at, Map<Metric, Number> values) {

	/// What a live sample tells.
	public static final List<Metric> METRICS = List.of(Metric.CPU_MILLICORES, Metric.MEMORY_BYTES,
			Metric.NETWORK_RECEIVED_BYTES, Metric.NETWORK_SENT_BYTES, Metric.IO_READ_BYTES, Metric.IO_WRITE_BYTES,
			Metric.OOM_KILLS, Metric.PIDS);

	public LiveSample {
		values = Map.copyOf(values);
	}

}
