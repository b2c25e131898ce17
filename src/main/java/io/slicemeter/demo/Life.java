package io.slicemeter.demo;

import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;

import io.slicemeter.runner.Readings;

/// One simulated run: a container from a start to its end.
final class Life {

	/// How a life goes on after a while.
	enum Outcome {

		/// It goes on.
		LIVING,
		/// It goes on, without a process that the OOM killer ended.
		PROCESS_KILLED,
		/// It is over.
		ENDED

	}

	/// The exit status of a process that was killed (128 + SIGKILL).
	private static final int KILLED = 137;

	private final SimulatedContainer container;

	private final Instant startedAt;

	private final List<Phase> phases;

	private final RandomGenerator random;

	private final Counters counters;

	private final long pid;

	private int phase;

	private double elapsedSeconds;

	private int exitCode;

	private Readings readings;

	private boolean oomKilled;

	Life(SimulatedContainer container, Instant startedAt, double pace, long pid, RandomGenerator random) {
		this.container = container;
		this.startedAt = startedAt;
		this.pid = pid;
		this.random = random;
		this.phases = container.kind().life(random).stream().map((phase) -> phase.paced(pace)).toList();
		this.counters = new Counters(container.kind().limits());
		this.readings = this.counters.readings();
	}

	/// Lets time pass.
	Outcome advance(double seconds) {
		Outcome outcome = pass(seconds);
		this.readings = this.counters.readings();
		return outcome;
	}

	private Outcome pass(double seconds) {
		double left = seconds;
		boolean killed = false;
		while (left > 0 && this.phase < this.phases.size()) {
			Phase now = this.phases.get(this.phase);
			double part = Math.min(left, now.seconds() - this.elapsedSeconds);
			if (this.counters.advance(now.demand(this.elapsedSeconds, this.random), part, this.random)) {
				if (now.fatalWhenKilled()) {
					this.exitCode = KILLED;
					this.oomKilled = true;
					return Outcome.ENDED;
				}
				killed = true;
				part = now.seconds() - this.elapsedSeconds;
			}
			left -= part;
			this.elapsedSeconds += part;
			if (this.elapsedSeconds >= now.seconds() - 1e-9) {
				this.phase++;
				this.elapsedSeconds = 0;
			}
		}
		if (this.phase == this.phases.size()) {
			this.exitCode = this.container.kind().exitCode(this.random);
			return Outcome.ENDED;
		}
		return killed ? Outcome.PROCESS_KILLED : Outcome.LIVING;
	}

	SimulatedContainer container() {
		return this.container;
	}

	Instant startedAt() {
		return this.startedAt;
	}

	/// Its first process, as the host numbers it.
	long pid() {
		return this.pid;
	}

	/// What was counted up to now; for nobody to change.
	Readings readings() {
		return this.readings;
	}

	double cpuStallShare() {
		return this.counters.cpuStallShare();
	}

	/// How it ended, once it has.
	int exitCode() {
		return this.exitCode;
	}

	/// Whether its own process was what the OOM killer ended.
	boolean oomKilled() {
		return this.oomKilled;
	}

}
