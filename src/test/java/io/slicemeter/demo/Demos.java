package io.slicemeter.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.slicemeter.runner.ContainerId;

/// Fleets for tests.
final class Demos {

	static final Instant START = Instant.parse("2026-03-01T08:00:00Z");

	private Demos() {
	}

	static DemoProperties properties(int runners, int churnPerMinute, double pace, long seed) {
		return new DemoProperties(runners, churnPerMinute, pace, seed, Duration.ofHours(3), null, false);
	}

	static Fleet fleet(DemoProperties properties, FleetObserver observer) {
		return new Fleet(properties, START, Demos::containerId, observer);
	}

	static ContainerId containerId(int number) {
		return new ContainerId("%064x".formatted(number));
	}

	/// Lets a fleet live for a while, in steps.
	static void live(Fleet fleet, Duration total, Duration step, Consumer<Instant> each) {
		Instant until = fleet.now().plus(total);
		while (fleet.now().isBefore(until)) {
			fleet.advance(fleet.now().plus(step));
			each.accept(fleet.now());
		}
	}

	/// Writes down what happens.
	static final class Diary implements FleetObserver {

		final List<String> lines = new ArrayList<>();

		final List<Life> started = new ArrayList<>();

		final List<Life> ended = new ArrayList<>();

		final List<Life> outOfMemory = new ArrayList<>();

		final List<SimulatedContainer> removed = new ArrayList<>();

		@Override
		public void started(Life life) {
			this.started.add(life);
			this.lines.add("start " + life.container().name() + " " + life.pid() + " " + life.startedAt());
		}

		@Override
		public void outOfMemory(Life life) {
			this.outOfMemory.add(life);
			this.lines.add("oom " + life.container().name());
		}

		@Override
		public void ended(Life life) {
			this.ended.add(life);
			this.lines.add("end " + life.container().name() + " " + life.exitCode() + " " + life.readings());
		}

		@Override
		public void removed(SimulatedContainer container) {
			this.removed.add(container);
			this.lines.add("removed " + container.name());
		}

	}

}
