package io.slicemeter.engine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import com.github.dockerjava.api.model.Event;
import io.slicemeter.runner.ContainerId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Follows the Engine over one connection until it is lost: subscribe, then list and
/// inspect, then apply what happens.
///
/// Subscribing comes first, so that nothing that happens while the containers are listed
/// is missed; it waits in the queue and may say again what the inspection said already.
final class EngineSession {

	private static final Logger LOGGER = LoggerFactory.getLogger(EngineSession.class);

	private final EngineConnection connection;

	private final DockerProperties properties;

	private final Tracked tracked;

	private final EngineListener listener;

	private final EngineMeters meters;

	private final EventQueue queue;

	// Found changed by the last reconcile, without an event so far.
	private final Set<ContainerId> unannounced = new HashSet<>();

	private long hostMemoryBytes;

	EngineSession(EngineConnection connection, DockerProperties properties, Tracked tracked, EngineListener listener,
			EngineMeters meters) {
		this.connection = connection;
		this.properties = properties;
		this.tracked = tracked;
		this.listener = listener;
		this.meters = meters;
		this.queue = new EventQueue(properties.eventQueue());
	}

	/// Never returns.
	/// @param established told when the first reconcile is through
	void follow(Consumer<EngineFacts> established) throws InterruptedException {
		EngineConnection.Description description = this.connection.describe();
		this.hostMemoryBytes = description.facts().memoryBytes();
		this.connection.subscribe(this.tracked.subscribeSince(this.properties.eventOverlap(), description.now()),
				this.queue, this.meters::eventLost);
		this.listener.connected(description.facts());
		reconcile();
		// What changed while nobody looked has no event and needs none.
		this.unannounced.clear();
		established.accept(description.facts());
		long reconciledNanos = System.nanoTime();
		while (true) {
			long remaining = this.properties.reconcileInterval().toNanos() - (System.nanoTime() - reconciledNanos);
			if (remaining <= 0) {
				requireTalkativeStream();
				reconcile();
				reconciledNanos = System.nanoTime();
				continue;
			}
			EventQueue.Signal signal = this.queue.poll(remaining);
			if (signal != null) {
				apply(signal);
			}
			if (this.queue.takeOverflow()) {
				catchUp();
				reconciledNanos = System.nanoTime();
			}
		}
	}

	/// A stream can hang silently while the Engine answers: then a reconcile finds
	/// changes that no event announces until the next one.
	private void requireTalkativeStream() throws InterruptedException {
		drain();
		if (!this.unannounced.isEmpty()) {
			throw new EngineLostException("The event stream is silent about changes of "
					+ this.unannounced.stream().map(ContainerId::abbreviated).sorted().toList());
		}
	}

	/// After an overflow: applies what did fit, then asks for the truth.
	private void catchUp() throws InterruptedException {
		LOGGER.warn("More than {} events waited; some are lost, reconciling", this.properties.eventQueue());
		drain();
		reconcile();
		this.unannounced.clear();
	}

	private void drain() throws InterruptedException {
		// Not until empty: under a flood it never is.
		for (int left = this.queue.size(); left > 0; left--) {
			EventQueue.Signal signal = this.queue.poll(0);
			if (signal != null) {
				apply(signal);
			}
		}
	}

	private void apply(EventQueue.Signal signal) {
		switch (signal) {
			case EventQueue.Ended(String why) -> throw new EngineLostException(why);
			case EventQueue.Arrived(Event event) -> apply(event);
		}
	}

	private void apply(Event raw) {
		EngineEvent event = EventDecoder.decode(raw);
		if (event == null) {
			this.meters.eventIgnored();
			return;
		}
		this.unannounced.remove(event.container());
		if (!this.tracked.isNew(event)) {
			this.meters.eventRepeated();
			return;
		}
		this.meters.event(event);
		this.listener.event(event);
		switch (event) {
			case EngineEvent.Started _, EngineEvent.Renamed _, EngineEvent.Updated _ -> inspect(event.container());
			case EngineEvent.Died _ -> {
				this.tracked.living().remove(event.container());
				inspect(event.container());
			}
			case EngineEvent.Destroyed _ -> this.tracked.living().remove(event.container());
			case EngineEvent.OutOfMemory _, EngineEvent.Paused _, EngineEvent.Unpaused _ -> {
				// The event says it all.
			}
		}
	}

	private void reconcile() {
		Set<ContainerId> before = Set.copyOf(this.tracked.living());
		List<ContainerId> asked = new ArrayList<>(this.connection.running());
		Set<ContainerId> listed = Set.copyOf(asked);
		Set<ContainerId> others = new HashSet<>(before);
		others.addAll(this.tracked.takeAsked());
		others.stream().filter((container) -> !listed.contains(container)).forEach(asked::add);
		asked.forEach(this::inspect);
		Set<ContainerId> living = Set.copyOf(this.tracked.living());
		this.unannounced.clear();
		asked.stream()
			.filter((container) -> before.contains(container) != living.contains(container))
			.forEach(this.unannounced::add);
		this.meters.reconcile();
		this.listener.reconciled(living);
	}

	private void inspect(ContainerId container) {
		Inspection inspection = this.connection.inspect(container, this.hostMemoryBytes);
		this.meters.inspection(inspection);
		switch (inspection) {
			case Inspection.Found(Container found) -> {
				if (found.status().isAlive()) {
					this.tracked.living().add(container);
				}
				else {
					this.tracked.living().remove(container);
				}
				this.listener.inspected(found);
			}
			case Inspection.Gone _ -> {
				this.tracked.living().remove(container);
				this.listener.gone(container);
			}
			// Says nothing about the container: what was told of it stays, and the next
			// reconcile asks again.
			case Inspection.Failed(String why) -> LOGGER.warn("Inspecting {} failed: {}", container.abbreviated(), why);
		}
	}

}
