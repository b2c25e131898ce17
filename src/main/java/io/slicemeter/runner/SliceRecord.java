package io.slicemeter.runner;

/// The catalogue's row of one slice on one host.
///
/// @param host the host that it is on
/// @param slice its name
/// @param revision counts up with every change, also over restarts of the agent
/// @param summed whether its figures are the sum of its runs (source `docker`) rather
/// than the kernel's own
/// @param capacity the tightest bounds of the slice and its ancestors
public record SliceRecord(HostId host, SliceName slice, long revision, boolean summed, Limits capacity) {
}
