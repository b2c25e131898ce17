package io.slicemeter.timeseries;

import java.time.Instant;

import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunRecord;

/// A run that the catalogue shows as open.
///
/// @param record its row
/// @param lastAt the moment of its newest stored sample; its start, if it has none
/// @param last what was read then; empty, if it has none
public record OpenRun(RunRecord record, Instant lastAt, Readings last) {
}
