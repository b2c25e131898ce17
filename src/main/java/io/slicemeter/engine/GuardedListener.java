package io.slicemeter.engine;

import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

import io.slicemeter.runner.ContainerId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells a listener for as long as it may be told, and survives what it throws.
final class GuardedListener implements EngineListener {

	private static final Logger LOGGER = LoggerFactory.getLogger(GuardedListener.class);

	private final EngineListener listener;

	private final Runnable failed;

	// Held while telling, so that mute() can wait for the last call.
	private final ReentrantLock telling = new ReentrantLock();

	private boolean muted;

	// Belongs to the thread that tells.
	private boolean toldDisconnected;

	/// @param failed called each time the listener throws
	GuardedListener(EngineListener listener, Runnable failed) {
		this.listener = listener;
		this.failed = failed;
	}

	/// Nothing is told after this returned.
	void mute() {
		this.telling.lock();
		try {
			this.muted = true;
		}
		finally {
			this.telling.unlock();
		}
	}

	@Override
	public void connected(EngineFacts facts) {
		this.toldDisconnected = false;
		tell("connected", () -> this.listener.connected(facts));
	}

	@Override
	public void event(EngineEvent event) {
		tell("event", () -> this.listener.event(event));
	}

	@Override
	public void inspected(Container container) {
		tell("inspected", () -> this.listener.inspected(container));
	}

	@Override
	public void gone(ContainerId container) {
		tell("gone", () -> this.listener.gone(container));
	}

	@Override
	public void reconciled(Set<ContainerId> living) {
		tell("reconciled", () -> this.listener.reconciled(living));
	}

	/// Told once for each loss.
	@Override
	public void disconnected(String why) {
		if (this.toldDisconnected) {
			return;
		}
		this.toldDisconnected = true;
		tell("disconnected", () -> this.listener.disconnected(why));
	}

	private void tell(String what, Runnable call) {
		this.telling.lock();
		try {
			if (!this.muted) {
				call.run();
			}
		}
		catch (Throwable ex) {
			this.failed.run();
			LOGGER.error("What the Engine told ({}) could not be handled", what, ex);
		}
		finally {
			this.telling.unlock();
		}
	}

}
