package io.slicemeter.engine;

import java.util.Collection;

import io.slicemeter.runner.ContainerId;

/// Follows one Engine for as long as it runs: connects, subscribes, reconciles and keeps
/// trying.
public interface EngineFollower extends AutoCloseable {

	/// Begins to follow, on threads of its own.
	void start(EngineListener listener);

	/// Asks for containers of which nobody knows whether they still live. Each is told by
	/// the next reconcile, by [EngineListener#inspected] or [EngineListener#gone].
	void askFor(Collection<ContainerId> containers);

	/// Whether the Engine answers now, and what it last said.
	EngineStatus status();

	/// Stops following. Nothing is told after it returned.
	@Override
	void close();

}
