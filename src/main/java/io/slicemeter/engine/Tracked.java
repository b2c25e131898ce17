package io.slicemeter.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.slicemeter.runner.ContainerId;
import org.jspecify.annotations.Nullable;

/// What the listener was told so far; outlives connections.
///
/// Not thread-safe but for [#ask]: belongs to the follower's thread.
final class Tracked {

	/// The Engine keeps 256 events, so a new subscription can't repeat more.
	private static final int REMEMBERED = 512;

	private final Set<ContainerId> living = new HashSet<>();

	// Records, so that equal means the same container, moment (in ns) and kind.
	private final LinkedHashSet<EngineEvent> handled = new LinkedHashSet<>();

	private final Queue<ContainerId> asked = new ConcurrentLinkedQueue<>();

	private @Nullable Instant lastEventAt;

	/// The containers that were told to live.
	Set<ContainerId> living() {
		return this.living;
	}

	/// Notes containers that are to be asked for.
	void ask(Collection<ContainerId> containers) {
		this.asked.addAll(containers);
	}

	/// Takes the containers that are to be asked for.
	Set<ContainerId> takeAsked() {
		Set<ContainerId> taken = new HashSet<>();
		for (ContainerId container = this.asked.poll(); container != null; container = this.asked.poll()) {
			taken.add(container);
		}
		return taken;
	}

	/// Notes an event.
	/// @return false if it was told already: subscriptions overlap, and an OOM kill
	/// counted twice would stay counted
	boolean isNew(EngineEvent event) {
		if (!this.handled.add(event)) {
			return false;
		}
		if (this.handled.size() > REMEMBERED) {
			this.handled.removeFirst();
		}
		if (this.lastEventAt == null || event.at().isAfter(this.lastEventAt)) {
			this.lastEventAt = event.at();
		}
		return true;
	}

	/// From when on the next subscription has to tell.
	/// @param now the Engine's clock; where nothing was handled yet, its history is not
	/// ours
	@Nullable Instant subscribeSince(Duration overlap, @Nullable Instant now) {
		if (this.lastEventAt == null) {
			this.lastEventAt = now;
			return now;
		}
		return this.lastEventAt.minus(overlap);
	}

}
