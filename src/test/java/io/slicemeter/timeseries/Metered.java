package io.slicemeter.timeseries;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.HostRecord;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.runner.RunState;
import io.slicemeter.runner.RunnerName;
import io.slicemeter.runner.SliceName;
import io.slicemeter.runner.Source;
import org.jspecify.annotations.Nullable;

/// What was metered, written down by hand for tests. Times are seconds after [#START],
/// 12:00 UTC of yesterday.
final class Metered {

	static final Instant START = LocalDate.now(ZoneOffset.UTC)
		.minusDays(1)
		.atTime(LocalTime.NOON)
		.toInstant(ZoneOffset.UTC);

	static final HostId HOST = HostId.of("build-1");

	static final SliceName SLICE = new SliceName("ci-runners.slice");

	private static final AtomicLong NUMBER = new AtomicLong();

	private Metered() {
	}

	static Instant at(double seconds) {
		return START.plusNanos(Math.round(seconds * 1e6) * 1000);
	}

	static TimeRange range(double from, double to) {
		return new TimeRange(at(from), at(to));
	}

	static HostRecord host(HostId id, long revision) {
		return new HostRecord(id, revision, "host-" + id, 8, 2400, 16L << 30, Source.CGROUP, 2, "28.0", "6.12", "0.1",
				Duration.ofSeconds(2), List.of("pressure"), Instant.now());
	}

	static RunKey newRun() {
		return new RunKey(HOST, NUMBER.incrementAndGet());
	}

	/// A run whose start was seen.
	static RunRecord started(RunKey key, double startedAt, @Nullable Double endedAt) {
		return record(key, 1, startedAt, true, endedAt);
	}

	/// A run that was there when its agent came.
	static RunRecord found(RunKey key, double startedAt) {
		return record(key, 1, startedAt, false, null);
	}

	static RunRecord record(RunKey key, long revision, double startedAt, boolean startSeen, @Nullable Double endedAt) {
		return new RunRecord(key, revision, new RunnerName("runner-1"), List.of(), SLICE,
				new ContainerId("a".repeat(64)), "runner-1", "busybox", Map.of("team", "ci"), "bridge",
				List.of("172.17.0.2"), Limits.UNKNOWN, at(startedAt), startSeen,
				(endedAt != null) ? RunState.ENDED : RunState.RUNNING, (endedAt != null) ? at(endedAt) : null, null,
				null, null, false);
	}

	static Rows rows(RunKey run) {
		return new Rows(run);
	}

	/// The rows of one run, in their order.
	static final class Rows {

		private final RunKey run;

		private final List<Sample> samples = new ArrayList<>();

		private Rows(RunKey run) {
			this.run = run;
		}

		/// A row that covers the time since the row before.
		Rows row(double at, @Nullable Double covered, Object... values) {
			return add(at, covered, false, values);
		}

		Rows closing(double at, @Nullable Double covered, Object... values) {
			return add(at, covered, true, values);
		}

		private Rows add(double at, @Nullable Double covered, boolean closing, Object... values) {
			this.samples.add(new RunSample(this.run, at(at), micros(covered), closing, null, readings(values)));
			return this;
		}

		List<Sample> samples() {
			return this.samples;
		}

	}

	static SliceSample slice(HostId host, double at, @Nullable Double covered, Object... values) {
		return new SliceSample(host, SLICE, at(at), micros(covered), null, readings(values));
	}

	static @Nullable Long micros(@Nullable Double seconds) {
		return (seconds != null) ? Long.valueOf(Math.round(seconds * 1e6)) : null;
	}

	/// Readings from pairs of metric and value.
	static Readings readings(Object... values) {
		Readings readings = new Readings();
		for (int index = 0; index < values.length; index += 2) {
			readings.set((Metric) values[index], ((Number) values[index + 1]).longValue());
		}
		return readings;
	}

}
