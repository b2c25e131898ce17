package io.slicemeter.demo;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.slicemeter.runner.Catalogue;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.HostId;
import io.slicemeter.timeseries.Intake;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;

/// Brings the demo to life: simulates the past where there is none yet, opens the
/// Engine's socket, and keeps the fleet moving.
final class DemoLife implements SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(DemoLife.class);

	/// Before metering starts, which finds a host then, and after it has stopped; but
	/// while the spool takes samples.
	private static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 700;

	/// Much shorter than a tick, so that a tick finds figures that are fresh.
	private static final Duration BEAT = Duration.ofMillis(100);

	private static final Duration ENDING = Duration.ofSeconds(10);

	private final DemoProperties properties;

	private final Duration interval;

	private final String hostName;

	private final HostTree tree;

	private final Catalogue catalogue;

	private final Intake intake;

	private final Clock clock;

	private @Nullable EngineSocket socket;

	private @Nullable Thread thread;

	private @Nullable Feed feed;

	private CountDownLatch stopped = new CountDownLatch(1);

	/// Whether the last beat failed. Belongs to the thread.
	private boolean failing;

	/// @param interval the time between two ticks of the agent
	DemoLife(DemoProperties properties, Duration interval, String hostName, HostTree tree, Catalogue catalogue,
			Intake intake, Clock clock) {
		this.properties = properties;
		this.interval = interval;
		this.hostName = hostName;
		this.tree = tree;
		this.catalogue = catalogue;
		this.intake = intake;
		this.clock = clock;
	}

	@Override
	public synchronized void start() {
		if (this.thread != null) {
			return;
		}
		Instant now = this.clock.instant();
		HistoryLength length = this.catalogue.host(this.hostName).isPresent() ? HistoryLength.NONE
				: HistoryLength.of(this.properties, this.interval);
		Instant from = now.minus(length.total());
		History history = new History(HostId.of(this.hostName), this.tree, length.step(), from);
		Fleet fleet = new Fleet(this.properties, from, this::containerId, history);
		history.live(fleet, now);
		SimulatedEngine engine = new SimulatedEngine(this.tree.host(), this.hostName, this.clock);
		LiveFleet live = new LiveFleet(fleet, this.tree, engine, from);
		EngineSocket socket = new EngineSocket(engine, this.tree.directory().resolve("engine"),
				HostTree.socket(this.tree.directory()));
		socket.start();
		this.socket = socket;
		logger.warn("This is a demo: {} runners on host {} are simulated, nothing that is shown is real",
				this.properties.runners(), this.hostName);
		if (!history.samples().isEmpty()) {
			logger.info("The last {} min are filled with {} samples of {} runs", length.total().toMinutes(),
					history.samples().size(), history.runs().size());
		}
		this.feed = Feed.start(history, this.intake);
		this.stopped = new CountDownLatch(1);
		this.thread = Thread.ofPlatform().daemon().name("slicemeter-demo").start(() -> run(live, this.stopped));
	}

	/// No two starts of the demo have a container in common.
	private ContainerId containerId(int number) {
		try {
			MessageDigest digest = MessageDigest.getInstance("SHA-256");
			return new ContainerId(HexFormat.of()
				.formatHex(digest.digest((this.tree.bootId() + " " + number).getBytes(StandardCharsets.US_ASCII))));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

	private void run(LiveFleet live, CountDownLatch stopped) {
		try {
			while (!stopped.await(BEAT.toMillis(), TimeUnit.MILLISECONDS)) {
				beat(live);
			}
		}
		catch (InterruptedException ex) {
			// nobody interrupts it: stop() is told by the latch
			Thread.currentThread().interrupt();
		}
	}

	private void beat(LiveFleet live) {
		try {
			live.beat(this.clock.instant());
			this.failing = false;
		}
		catch (RuntimeException ex) {
			if (!this.failing) {
				logger.error("The simulated host does not go on", ex);
			}
			this.failing = true;
		}
	}

	@Override
	public synchronized void stop() {
		this.stopped.countDown();
		Thread thread = this.thread;
		this.thread = null;
		try {
			if (this.feed != null) {
				this.feed.stop();
			}
			if (thread != null) {
				thread.join(ENDING);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		if (this.socket != null) {
			this.socket.stop();
			this.socket = null;
		}
		this.tree.close();
	}

	@Override
	public synchronized boolean isRunning() {
		return this.thread != null;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

}
