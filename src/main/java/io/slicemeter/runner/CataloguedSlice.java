package io.slicemeter.runner;

/// A slice on one host as the catalogue knows it.
///
/// @param host where it is
/// @param name its name
/// @param summed whether its figures are the sum of its runs (source `docker`) rather
/// than the kernel's own
/// @param capacity the tightest bounds of it and its ancestors
public record CataloguedSlice(CataloguedHost host, SliceName name, boolean summed, Limits capacity) {
}
