package io.slicemeter.runner;

import java.time.Instant;

/// OOM kills of a run that were seen at one moment.
///
/// @param at when the kernel told of them
/// @param kills how many there were since the last moment
public record OomKill(Instant at, long kills) {
}
