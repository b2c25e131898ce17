package io.slicemeter.testing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunState;
import io.slicemeter.runner.RunnerName;
import io.slicemeter.runner.SliceName;
import io.slicemeter.timeseries.LiveOwner;
import io.slicemeter.timeseries.LiveRows;
import io.slicemeter.timeseries.LiveRun;
import io.slicemeter.timeseries.LiveSample;
import io.slicemeter.timeseries.LiveTail;
import org.jspecify.annotations.Nullable;

/// The newest rows in memory: of what was put in, a look finds what is live by a clock
/// that a test moves.
public class FakeLiveTail implements LiveTail {

	/// When its clock begins.
	public static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

	private final List<LiveSample> samples = new ArrayList<>();

	private final List<LiveRun> runs = new ArrayList<>();

	private final List<Map<RunKey, Instant>> looks = new ArrayList<>();

	private Instant now = START;

	private @Nullable RuntimeException failure;

	/// The moment so many seconds after [#START].
	public static Instant at(double seconds) {
		return START.plusNanos(Math.round(seconds * 1e9));
	}

	/// A run of the runner `runner-<run>` in `ci-runners.slice`.
	public static LiveOwner owner(String host, long run) {
		return new LiveOwner(new RunKey(HostId.of(host), run), host, new SliceName("ci-runners.slice"),
				new RunnerName("runner-" + run), List.of(), Duration.ZERO);
	}

	/// Sets the clock, seconds after [#START].
	public synchronized FakeLiveTail now(double seconds) {
		this.now = at(seconds);
		return this;
	}

	public synchronized FakeLiveTail sample(LiveOwner owner, double seconds) {
		this.samples.add(new LiveSample(owner, at(seconds), Map.of(Metric.CPU_MILLICORES, 12.3456, Metric.PIDS, 7L)));
		return this;
	}

	public synchronized FakeLiveTail started(LiveOwner owner, double seconds) {
		this.runs.add(new LiveRun(owner, new ContainerId("c".repeat(64)), "busybox:local", at(seconds), null,
				RunState.RUNNING, null, null, null, null));
		return this;
	}

	/// Ends a run, with what its closing record says.
	public synchronized FakeLiveTail ended(LiveOwner owner, double startedSeconds, double seconds,
			@Nullable Integer exitCode) {
		this.runs.removeIf((run) -> run.owner().equals(owner));
		this.runs.add(new LiveRun(owner, new ContainerId("c".repeat(64)), "busybox:local", at(startedSeconds),
				at(seconds), RunState.ENDED, exitCode, false, 2L, true));
		return this;
	}

	/// Lets every further look fail, or none.
	public synchronized void failWith(@Nullable RuntimeException failure) {
		this.failure = failure;
	}

	/// What was known at each look.
	public synchronized List<Map<RunKey, Instant>> looks() {
		return List.copyOf(this.looks);
	}

	@Override
	public synchronized LiveRows look(Duration window, Map<RunKey, Instant> known) {
		this.looks.add(known);
		if (this.failure != null) {
			throw this.failure;
		}
		Instant since = this.now.minus(window);
		return new LiveRows(this.now, this.runs.stream()
			.filter((run) -> isLive(run.startedAt(), since) || (run.endedAt() != null && isLive(run.endedAt(), since)))
			.toList(),
				this.samples.stream()
					.filter((sample) -> isLive(sample.owner().byDatabase(sample.at()), since))
					.filter((sample) -> sample.at().isAfter(known.getOrDefault(sample.owner().run(), Instant.MIN)))
					.toList());
	}

	private static boolean isLive(Instant moment, Instant since) {
		return !moment.isBefore(since);
	}

}
