package io.slicemeter.engine;

import java.util.Collection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;
import io.slicemeter.runner.ContainerId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Follows a Docker Engine on one thread of its own: connects, follows the connection
/// until it is lost, and tries again, at once and then with growing pauses.
///
/// That thread is never interrupted: listeners read files on it whose channels an
/// interrupt would close. It ends because its connection is closed under it.
final class DockerFollower implements EngineFollower {

	private static final Logger LOGGER = LoggerFactory.getLogger(DockerFollower.class);

	private static final Duration ENDING = Duration.ofSeconds(5);

	private final EngineAddress address;

	private final DockerProperties properties;

	private final EngineMeters meters;

	private final Clock clock;

	private final Pause pause;

	private final Backoff backoff;

	private final Tracked tracked = new Tracked();

	private final CountDownLatch closed = new CountDownLatch(1);

	private volatile EngineStatus status;

	private volatile @Nullable EngineConnection connection;

	private @Nullable GuardedListener listener;

	private @Nullable Thread thread;

	// Whether the present loss was noted. Belongs to the follower's thread.
	private boolean lost;

	DockerFollower(EngineAddress address, DockerProperties properties, EngineMeters meters) {
		this(address, properties, meters, Clock.systemUTC(), Pause.REAL, RandomGenerator.getDefault());
	}

	DockerFollower(EngineAddress address, DockerProperties properties, EngineMeters meters, Clock clock, Pause pause,
			RandomGenerator random) {
		this.address = address;
		this.properties = properties;
		this.meters = meters;
		this.clock = clock;
		this.pause = pause;
		this.backoff = new Backoff(properties.reconnectFirst(), properties.reconnectMax(), random);
		this.status = new EngineStatus(false, clock.instant(), null, "Not asked yet");
	}

	@Override
	public synchronized void start(EngineListener listener) {
		if (this.thread != null || this.closed.getCount() == 0) {
			throw new IllegalStateException("The Engine is followed once, by one listener");
		}
		GuardedListener guarded = new GuardedListener(listener, this.meters::listenerFailed);
		this.listener = guarded;
		this.meters.connected(() -> this.status.connected());
		this.thread = Thread.ofPlatform().daemon().name("slicemeter-engine").start(() -> run(guarded));
	}

	@Override
	public void askFor(Collection<ContainerId> containers) {
		this.tracked.ask(containers);
	}

	@Override
	public EngineStatus status() {
		return this.status;
	}

	@Override
	public void close() {
		GuardedListener muted;
		Thread ending;
		synchronized (this) {
			this.closed.countDown();
			muted = this.listener;
			ending = this.thread;
		}
		EngineConnection open = this.connection;
		if (open != null) {
			open.close();
		}
		if (muted != null) {
			muted.mute();
		}
		if (ending != null && !ending.equals(Thread.currentThread())) {
			try {
				ending.join(ENDING);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private void run(EngineListener listener) {
		try {
			while (!isClosed()) {
				long connectingNanos = System.nanoTime();
				String why = follow(listener);
				if (isClosed()) {
					return;
				}
				boolean stable = this.status.connected()
						&& System.nanoTime() - connectingNanos >= this.properties.reconnectFirst().toNanos();
				disconnected(listener, why);
				if (stable) {
					this.backoff.reset();
				}
				// After a while of success the first try comes at once. A connection that
				// broke soon was none: else a flapping Engine would be hammered.
				else if (this.pause.await(this.backoff.next(), this.closed)) {
					return;
				}
			}
		}
		catch (InterruptedException ex) {
			LOGGER.warn("The Engine is not followed any more: its thread was interrupted");
			Thread.currentThread().interrupt();
		}
	}

	/// @return why it ended
	private String follow(EngineListener listener) throws InterruptedException {
		this.meters.connecting();
		try (EngineConnection opened = new EngineConnection(this.address, this.properties)) {
			this.connection = opened;
			if (isClosed()) {
				return "Closed";
			}
			new EngineSession(opened, this.properties, this.tracked, listener, this.meters).follow(this::established);
			return "Closed";
		}
		catch (EngineLostException ex) {
			return String.valueOf(ex.getMessage());
		}
		catch (RuntimeException ex) {
			LOGGER.error("Following the Engine failed unexpectedly", ex);
			return EngineLostException.rootMessage(ex);
		}
		finally {
			this.connection = null;
		}
	}

	private void established(EngineFacts facts) {
		this.status = new EngineStatus(true, this.clock.instant(), facts, null);
		this.lost = false;
		LOGGER.info("Docker Engine {} at {} answers (cgroup v{}, driver {})", facts.version(), this.address,
				facts.cgroupVersion(), facts.cgroupDriver());
	}

	private void disconnected(EngineListener listener, String why) {
		Instant since = this.lost ? this.status.since() : this.clock.instant();
		this.status = new EngineStatus(false, since, this.status.facts(), why);
		if (this.lost) {
			LOGGER.debug("No Docker Engine at {} yet: {}", this.address, why);
		}
		else {
			this.lost = true;
			LOGGER.warn("No Docker Engine at {}: {}. Trying again until it answers", this.address, why);
		}
		listener.disconnected(why);
	}

	private boolean isClosed() {
		return this.closed.getCount() == 0;
	}

}
