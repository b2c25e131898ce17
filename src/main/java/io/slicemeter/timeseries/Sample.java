package io.slicemeter.timeseries;

import java.time.Instant;

import io.slicemeter.runner.Readings;
import org.jspecify.annotations.Nullable;

/// What was read at one moment of a run, a slice or the host.
public sealed interface Sample permits RunSample, SliceSample, HostSample {

	/// The wall clock of the reading.
	Instant at();

	/// The time that the sample stands for, in µs; null at first sight.
	@Nullable Long coveredUsec();

	/// CPU use since the last read; null where it can't be told.
	@Nullable Double cpuMillicores();

	/// What was read.
	Readings readings();

}
