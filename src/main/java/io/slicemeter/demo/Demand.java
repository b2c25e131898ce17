package io.slicemeter.demo;

/// What a run wants at one moment. What it gets is for its limits to say.
///
/// @param cores busy cores
/// @param anonymousBytes the anonymous memory that it is heading for
/// @param fileBytes the page cache that it is heading for
/// @param receivedBytes network bytes received per second
/// @param sentBytes network bytes sent per second
/// @param readBytes disk bytes read per second
/// @param writtenBytes disk bytes written per second
/// @param pids processes and threads
record Demand(double cores, double anonymousBytes, double fileBytes, double receivedBytes, double sentBytes,
		double readBytes, double writtenBytes, int pids) {
}
