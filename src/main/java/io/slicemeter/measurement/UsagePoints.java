package io.slicemeter.measurement;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

import io.slicemeter.runner.CataloguedRun;
import io.slicemeter.runner.Limit;
import io.slicemeter.timeseries.TimeRange;
import io.slicemeter.timeseries.UsageReading;
import io.slicemeter.timeseries.UsageReadings;
import org.jspecify.annotations.Nullable;

/// Makes the points of one runner from its stored samples, one run after the other. Reads
/// them in pages, so that the longest measurement needs no more memory than the shortest.
final class UsagePoints {

	private static final int PAGE = 5_000;

	private final UsageReadings readings;

	private final TimeRange window;

	private final Duration interval;

	private long withoutNetwork;

	private @Nullable Instant lastPoint;

	private @Nullable Long lastCpuUsec;

	private @Nullable Instant lastCpuAt;

	/// @param window from when to when load was sent
	/// @param interval the time between two points
	UsagePoints(UsageReadings readings, TimeRange window, Duration interval) {
		this.readings = readings;
		this.window = window;
		this.interval = interval;
	}

	/// Gives the points of some runs of one runner.
	void give(List<CataloguedRun> runs, Consumer<UsagePoint> into) {
		for (CataloguedRun run : runs) {
			this.lastPoint = null;
			this.lastCpuUsec = null;
			this.lastCpuAt = null;
			Instant after = null;
			List<UsageReading> page;
			do {
				page = this.readings.page(run.key(), this.window, after, PAGE);
				for (UsageReading reading : page) {
					point(run, reading, into);
					after = reading.at();
				}
			}
			while (page.size() == PAGE);
		}
	}

	/// How many readings gave no point since their network was not known.
	long withoutNetwork() {
		return this.withoutNetwork;
	}

	private void point(CataloguedRun run, UsageReading reading, Consumer<UsagePoint> into) {
		if (!isDue(run, reading.at())) {
			return;
		}
		Long network = reading.networkAllBytes();
		if (network == null) {
			this.withoutNetwork++;
			return;
		}
		Double cpuShare = cpuShare(run, reading);
		into.accept(new UsagePoint(reading.at(), run.key(), run.container(), network, memoryShare(run, reading),
				cpuShare, reading.cpuUsageUsec(), reading.memoryCurrentBytes(), reading.memoryBytes()));
		this.lastPoint = reading.at();
		if (reading.cpuUsageUsec() != null) {
			this.lastCpuUsec = reading.cpuUsageUsec();
			this.lastCpuAt = reading.at();
		}
	}

	/// Readings come a little sooner or later than their interval, so one is due that
	/// comes
	/// half an interval of its agent too soon.
	private boolean isDue(CataloguedRun run, Instant at) {
		Duration agents = run.host().interval();
		return this.lastPoint == null || this.interval.compareTo(agents) <= 0
				|| !at.isBefore(this.lastPoint.plus(this.interval).minus(agents.dividedBy(2)));
	}

	private @Nullable Double cpuShare(CataloguedRun run, UsageReading reading) {
		if (reading.cpuUsageUsec() == null) {
			return null;
		}
		if (this.lastCpuUsec == null || this.lastCpuAt == null) {
			return 0.0;
		}
		double elapsedUsec = Duration.between(this.lastCpuAt, reading.at()).toNanos() / 1e3;
		double used = Math.max(reading.cpuUsageUsec() - this.lastCpuUsec, 0);
		return (elapsedUsec > 0) ? used / (elapsedUsec * run.host().cpus()) : null;
	}

	private static @Nullable Double memoryShare(CataloguedRun run, UsageReading reading) {
		Long bytes = reading.memoryCurrentBytes();
		if (bytes == null) {
			return null;
		}
		long most = switch (run.limits().memoryBytes()) {
			case Limit.Limited limit -> Math.min(limit.value(), run.host().memoryBytes());
			case Limit.Unlimited _ -> run.host().memoryBytes();
			case null -> run.host().memoryBytes();
		};
		return (most > 0) ? (double) bytes / most : null;
	}

}
