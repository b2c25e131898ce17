package io.slicemeter.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.slicemeter.runner.Readings;

/// Shows a fleet on disk and through the Engine as it lives, beat by beat and in the
/// order in which a real host does: a cgroup appears before the Engine tells of the start;
/// `memory.events` changes before a killed run ends; the last figures stand before
/// `populated 0`; the cgroup goes a beat later; and only then the Engine tells of the end.
final class LiveFleet implements FleetObserver {

	/// CPU time is written at each beat, the rest of a run's files at one of so many.
	private static final int BEATS_OF_THE_REST = 10;

	private final Fleet fleet;

	private final HostTree tree;

	private final SimulatedEngine engine;

	private final Instant upSince;

	/// Runs that are over, their last figures not shown yet.
	private List<Ending> ending = new ArrayList<>();

	/// Runs without processes whose cgroup is still there.
	private List<Ending> emptied = new ArrayList<>();

	private int beat;

	/// @param upSince from when on the host has counted
	LiveFleet(Fleet fleet, HostTree tree, SimulatedEngine engine, Instant upSince) {
		this.fleet = fleet;
		this.tree = tree;
		this.engine = engine;
		this.upSince = upSince;
		synchronized (engine) {
			for (Life life : fleet.living()) {
				this.tree.appear(life);
				engine.adopt(life);
			}
			showHost(true);
		}
		fleet.observedBy(this);
	}

	/// Lets time pass up to a moment, and shows what came of it.
	void beat(Instant now) {
		synchronized (this.engine) {
			List<Ending> gone = this.emptied;
			this.emptied = this.ending;
			this.ending = new ArrayList<>();
			gone.forEach(this::vanish);
			this.emptied.forEach(this::empty);
			this.fleet.advance(now);
			this.beat++;
			int turn = this.beat % BEATS_OF_THE_REST;
			for (Life life : this.fleet.living()) {
				show(life, life.pid() % BEATS_OF_THE_REST == turn);
			}
			showHost(turn == 0);
		}
	}

	private void show(Life life, boolean all) {
		Readings readings = life.readings();
		RunOnDisk run = this.tree.run(life);
		if (all) {
			run.show(readings);
		}
		else {
			run.showCpu(readings);
		}
	}

	private void showHost(boolean all) {
		List<SliceTotals> slices = this.fleet.slices();
		double upSeconds = Duration.between(this.upSince, this.fleet.now()).toMillis() / 1000.0;
		this.tree.show(slices, all);
		this.tree.show(this.tree.host().readings(slices, upSeconds), upSeconds);
	}

	@Override
	public void started(Life life) {
		this.tree.prepare(life);
		this.tree.appear(life);
		this.engine.started(life);
	}

	@Override
	public void outOfMemory(Life life) {
		this.tree.run(life).showMemoryEvents(life.readings());
		this.engine.outOfMemory(life);
	}

	@Override
	public void ended(Life life) {
		this.ending.add(new Ending(life));
	}

	@Override
	public void removed(SimulatedContainer container) {
		this.ending.stream()
			.filter((ending) -> ending.life.container().equals(container))
			.forEach((ending) -> ending.removed = true);
	}

	private void empty(Ending ending) {
		show(ending.life, true);
		this.tree.run(ending.life).empty();
	}

	private void vanish(Ending ending) {
		SimulatedContainer container = ending.life.container();
		this.tree.vanish(ending.life);
		this.engine.died(ending.life);
		if (ending.removed) {
			this.engine.removed(container);
			this.tree.forget(container);
		}
	}

	/// A run on its way out.
	private static final class Ending {

		private final Life life;

		private boolean removed;

		Ending(Life life) {
			this.life = life;
		}

	}

}
