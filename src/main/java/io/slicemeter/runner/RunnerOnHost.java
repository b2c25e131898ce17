package io.slicemeter.runner;

/// A runner on one host: the place in the order of all runners, by name and then by the
/// host's ID.
///
/// @param runner the runner's name
/// @param host the host
public record RunnerOnHost(RunnerName runner, HostId host) {
}
