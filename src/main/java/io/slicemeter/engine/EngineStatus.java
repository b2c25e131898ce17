package io.slicemeter.engine;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/// How the Engine is.
///
/// @param connected whether it answers
/// @param since since when that is so
/// @param facts what it said of itself when it last answered; null if it never did
/// @param problem why it does not answer; null while it does
public record EngineStatus(boolean connected, Instant since, @Nullable EngineFacts facts, @Nullable String problem) {
}
