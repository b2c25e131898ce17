package io.slicemeter.sampling;

import java.time.Duration;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import org.jspecify.annotations.Nullable;

/// Turns the counters of one series into what happened since its last reading: the time
/// that is covered, and the CPU use.
///
/// CPU use is the increase of the counter ÷ the time between this series' own two
/// readings. It is null at first sight, unless the start was seen, where the counter was
/// 0; when the counter went back; when no time passed; and when the two clocks of a
/// reading disagree by more than 1 s. It is never capped: 8 busy cores are 8000.
final class SeriesMeter {

	private static final long DISAGREEMENT_NANOS = Duration.ofSeconds(1).toNanos();

	private final long maxCoveredNanos;

	private boolean hasBase;

	private boolean baseIsStart;

	private long timelineNanos;

	private long arrivedNanos;

	private boolean hasUsage;

	private long usageUsec;

	SeriesMeter(Duration interval) {
		this.maxCoveredNanos = interval.toNanos() * 3 / 2;
	}

	/// The series began at this point of its timeline, with all counters at 0.
	void beginsAt(long timelineNanos) {
		this.hasBase = true;
		this.baseIsStart = true;
		this.timelineNanos = timelineNanos;
		this.hasUsage = true;
		this.usageUsec = 0;
	}

	/// What happened since the last call.
	Increment next(Moment moment) {
		Increment increment = this.hasBase ? since(moment) : Increment.UNKNOWN;
		Readings readings = moment.readings();
		this.hasBase = true;
		this.baseIsStart = false;
		this.timelineNanos = moment.timelineNanos();
		this.arrivedNanos = moment.arrivedNanos();
		this.hasUsage = readings.has(Metric.CPU_USAGE_USEC);
		this.usageUsec = this.hasUsage ? readings.get(Metric.CPU_USAGE_USEC) : 0;
		return increment;
	}

	private Increment since(Moment moment) {
		long elapsedNanos = moment.timelineNanos() - this.timelineNanos;
		boolean trusted = elapsedNanos > 0;
		if (!this.baseIsStart) {
			long arrivedNanos = moment.arrivedNanos() - this.arrivedNanos;
			if (Math.abs(arrivedNanos - elapsedNanos) > DISAGREEMENT_NANOS) {
				trusted = false;
				elapsedNanos = arrivedNanos;
			}
		}
		long coveredUsec = Math.max(0, Math.min(elapsedNanos, this.maxCoveredNanos)) / 1000;
		return new Increment(coveredUsec, trusted ? millicores(moment.readings(), elapsedNanos) : null);
	}

	private @Nullable Double millicores(Readings readings, long elapsedNanos) {
		if (!this.hasUsage || !readings.has(Metric.CPU_USAGE_USEC)) {
			return null;
		}
		long increaseUsec = readings.get(Metric.CPU_USAGE_USEC) - this.usageUsec;
		// µs per ns is cores ÷ 1000, and a core is 1000 millicores
		return (increaseUsec < 0) ? null : increaseUsec * 1_000_000.0 / elapsedNanos;
	}

	/// What happened between two readings.
	///
	/// @param coveredUsec the time between them, at most 1.5 intervals; null at first
	/// sight
	/// @param cpuMillicores the CPU use; null where it can't be told
	record Increment(@Nullable Long coveredUsec, @Nullable Double cpuMillicores) {

		static final Increment UNKNOWN = new Increment(null, null);

	}

}
