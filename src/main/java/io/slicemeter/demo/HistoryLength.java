package io.slicemeter.demo;

import java.time.Duration;

/// How far back a fleet's history goes, and at which step.
///
/// @param total from its begin to now
/// @param step the time between two samples
record HistoryLength(Duration total, Duration step) {

	static final HistoryLength NONE = new HistoryLength(Duration.ZERO, Duration.ofSeconds(1));

	/// What a small machine writes in a few seconds.
	private static final int MOST_SAMPLES = 60_000;

	/// Steps may be so many intervals long before the history gets shorter.
	private static final int LONGEST_STEP = 5;

	/// The mean life of a short job.
	private static final double SHORT_JOB_SECONDS = 16;

	/// The slices and the host.
	private static final int OTHERS = 3;

	/// The length for a fleet.
	/// @param interval the time between two ticks of the agent
	static HistoryLength of(DemoProperties properties, Duration interval) {
		double samplesPerStep = properties.runners() + OTHERS
				+ properties.churnPerMinute() * SHORT_JOB_SECONDS / properties.pace() / 60;
		long mostSteps = Math.max(1, (long) (MOST_SAMPLES / samplesPerStep));
		Duration wanted = properties.backFill();
		Duration step = interval;
		while (step.multipliedBy(mostSteps).compareTo(wanted) < 0
				&& step.compareTo(interval.multipliedBy(LONGEST_STEP)) < 0) {
			step = step.plus(interval);
		}
		Duration most = step.multipliedBy(mostSteps);
		return new HistoryLength((most.compareTo(wanted) < 0) ? most : wanted, step);
	}

}
