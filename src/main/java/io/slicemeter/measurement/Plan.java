package io.slicemeter.measurement;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/// What a client asks to be measured, each part within its bounds.
///
/// @param targetUrl where requests go
/// @param messageLength how many letters each carries
/// @param choice which runners are looked at
/// @param duration how long it lasts; null for as long as it may
/// @param concurrency how many requests are under way at once
/// @param rate how many requests are sent a second at most; null for back to back
/// @param interval the time between two usage points; null for the agents' own
public record Plan(String targetUrl, int messageLength, Choice choice, @Nullable Duration duration, int concurrency,
		@Nullable Double rate, @Nullable Duration interval) {

	/// Without anything else said, a message has this many letters.
	public static final int USUAL_MESSAGE_LENGTH = 5;

	/// A message has at most this many letters.
	public static final int LONGEST_MESSAGE = 65_536;

	/// At most this many requests are under way at once.
	public static final int MOST_CONCURRENT = 64;

}
