package io.slicemeter.engine;

/// Follows one Engine for as long as it runs: connects, subscribes, reconciles and keeps trying.
public interface EngineFollower extends AutoCloseable {

	/// Begins to follow, on threads of its own.
	void start(EngineListener listener);

	/// Whether the Engine answers now, and what it last said.
	EngineStatus status();

	/// Stops following. Nothing is told after it returned.
	@Override
	void close();

}
