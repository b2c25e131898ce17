package io.slicemeter.demo;

/// Is told what happens in a fleet, in the order in which it does.
interface FleetObserver {

	/// A run began.
	void started(Life life);

	/// The OOM killer ended a process of a run. If it was the run's own, its end follows.
	void outOfMemory(Life life);

	/// A run is over.
	void ended(Life life);

	/// A container is gone for good; told after the end of its last run.
	void removed(SimulatedContainer container);

}
