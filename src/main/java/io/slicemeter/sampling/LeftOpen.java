package io.slicemeter.sampling;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.slicemeter.engine.EngineFollower;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.HostId;
import io.slicemeter.timeseries.OpenRun;
import io.slicemeter.timeseries.OpenRuns;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.dao.DataAccessException;

/// Closes what ended while no agent was running: once the Engine has told what lives, all
/// runs that the spool of the last process has as open and that don't live, then those
/// that only the catalogue shows as open. Waits for the database on a thread of its own,
/// as long as it takes.
final class LeftOpen implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(LeftOpen.class);

	private static final Duration RETRY = Duration.ofSeconds(5);

	private final HostId host;

	private final OpenRuns openRuns;

	private final Tracker tracker;

	private final EngineFollower follower;

	private final CountDownLatch stopped = new CountDownLatch(1);

	private boolean begun;

	LeftOpen(HostId host, OpenRuns openRuns, Tracker tracker, EngineFollower follower) {
		this.host = host;
		this.openRuns = openRuns;
		this.tracker = tracker;
		this.follower = follower;
	}

	/// The Engine told everything that lives.
	synchronized void reconciled() {
		if (!this.begun) {
			this.begun = true;
			Thread.ofPlatform().daemon().name("slicemeter-left-open").start(this::run);
		}
	}

	private void run() {
		close(this.openRuns.remembered());
		try {
			while (!closeStored() && !this.stopped.await(RETRY.toMillis(), TimeUnit.MILLISECONDS)) {
				logger.debug("Asking the database for open runs again");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private boolean closeStored() {
		try {
			close(this.openRuns.of(this.host));
			return true;
		}
		catch (DataAccessException ex) {
			return false;
		}
	}

	private void close(List<OpenRun> open) {
		Set<ContainerId> ended = this.tracker.leftOpen(open);
		if (!ended.isEmpty()) {
			logger.info("{} runs ended while no agent was running here: closed at their last samples", ended.size());
		}
		this.follower.askFor(ended);
	}

	@Override
	public void close() {
		this.stopped.countDown();
	}

}
