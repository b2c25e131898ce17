package io.slicemeter.sampling;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;

import io.slicemeter.engine.Container;
import io.slicemeter.engine.EngineEvent;
import io.slicemeter.engine.EngineFacts;
import io.slicemeter.engine.EngineFollower;
import io.slicemeter.engine.EngineListener;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.SliceName;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/// Starts and stops metering: the follower of the Engine, the beat of the ticks, the
/// heartbeat of the host.
///
/// Starts after the writer and stops before it, so that the last samples still find their
/// way.
final class Metering implements SmartLifecycle {

	/// Above the writer's, which is above the web server's.
	static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 500;

	private static final Duration HEARTBEAT = Duration.ofSeconds(10);

	private final EngineFollower follower;

	private final Sampler sampler;

	private final TickTrigger trigger;

	private final EngineListener listener;

	private final HostMeter host;

	private final @Nullable CgroupWatching watching;

	private final LeftOpen leftOpen;

	private final TimeSource time;

	private final Tracker tracker;

	private final List<SliceName> beforehand;

	private final Runnable closeRuns;

	private @Nullable ThreadPoolTaskScheduler scheduler;

	Metering(EngineFollower follower, Sampler sampler, TickTrigger trigger, Tracker tracker, TrackedRuns runs,
			SliceMeters slices, HostMeter host, @Nullable CgroupWatching watching, LeftOpen leftOpen, TimeSource time,
			List<SliceName> beforehand) {
		this.beforehand = beforehand;
		this.tracker = tracker;
		this.follower = follower;
		this.sampler = sampler;
		this.trigger = trigger;
		this.host = host;
		this.time = time;
		this.listener = new Fanout(tracker, runs, slices, host, watching, leftOpen);
		this.leftOpen = leftOpen;
		this.watching = watching;
		this.closeRuns = () -> {
			runs.open().forEach(TrackedRun::release);
			slices.close();
			host.close();
		};
	}

	@Override
	public synchronized void start() {
		ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
		scheduler.setPoolSize(1);
		scheduler.setThreadNamePrefix("slicemeter-sampler-");
		scheduler.setDaemon(true);
		scheduler.setClock(new MonotonicClock(this.time));
		// an interrupt would close the channels under a thread that reads: ticks are let
		// come to their end
		scheduler.setWaitForTasksToCompleteOnShutdown(true);
		scheduler.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
		scheduler.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		scheduler.setAwaitTerminationSeconds(10);
		scheduler.initialize();
		this.scheduler = scheduler;
		this.host.heartbeat();
		if (this.watching != null) {
			this.watching.start();
			this.watching.watchBeforehand(this.beforehand);
		}
		this.follower.start(this.listener);
		// both go on until the scheduler is shut down; neither throws
		Future<?> _ = scheduler.schedule(this.sampler::tick, this.trigger);
		Future<?> _ = scheduler.scheduleWithFixedDelay(this::heartbeat, HEARTBEAT);
	}

	private void heartbeat() {
		this.host.heartbeat();
		// an Engine that is silent names nobody, and does not reconcile either
		this.tracker.showUnclaimed();
	}

	/// Whether everything that has to be awake is.
	boolean isAlive() {
		return this.watching == null || this.watching.isAlive();
	}

	@Override
	public synchronized void stop() {
		this.leftOpen.close();
		this.follower.close();
		if (this.watching != null) {
			this.watching.close();
		}
		ThreadPoolTaskScheduler scheduler = this.scheduler;
		if (scheduler != null) {
			scheduler.shutdown();
			this.scheduler = null;
		}
		this.closeRuns.run();
	}

	@Override
	public synchronized boolean isRunning() {
		return this.scheduler != null;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

	/// Tells each part what it needs to know of the Engine.
	private static final class Fanout implements EngineListener {

		private final Tracker tracker;

		private final TrackedRuns runs;

		private final SliceMeters slices;

		private final HostMeter host;

		private final @Nullable CgroupWatching watching;

		private final LeftOpen leftOpen;

		Fanout(Tracker tracker, TrackedRuns runs, SliceMeters slices, HostMeter host, @Nullable CgroupWatching watching,
				LeftOpen leftOpen) {
			this.leftOpen = leftOpen;
			this.tracker = tracker;
			this.runs = runs;
			this.slices = slices;
			this.host = host;
			this.watching = watching;
		}

		@Override
		public void connected(EngineFacts facts) {
			this.host.engine(facts);
			this.tracker.connected(facts);
			WatchedSlices watched = this.tracker.watchedSlices();
			if (this.watching != null && watched != null) {
				this.watching.watch(watched);
			}
		}

		@Override
		public void event(EngineEvent event) {
			this.tracker.event(event);
		}

		@Override
		public void inspected(Container container) {
			this.tracker.inspected(container);
		}

		@Override
		public void gone(ContainerId container) {
			this.tracker.gone(container);
		}

		@Override
		public void reconciled(Set<ContainerId> living) {
			WatchedSlices watched = this.tracker.watchedSlices();
			if (this.watching != null && watched != null) {
				this.watching.reconcile(watched);
			}
			this.tracker.reconciled(living);
			this.runs.openAbsent();
			this.slices.reconcile((watched != null) ? watched.names() : List.of());
			this.leftOpen.reconciled();
		}

		@Override
		public void disconnected(String why) {
			this.host.engine(null);
			this.tracker.disconnected(why);
		}

	}

}
