package io.slicemeter.sampling;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import io.slicemeter.engine.Container;
import io.slicemeter.engine.EngineEvent;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.runner.RunState;
import io.slicemeter.runner.RunnerName;
import io.slicemeter.runner.SliceName;
import org.jspecify.annotations.Nullable;

/// Makes the catalogue's rows of runs from what the Engine says. A row that says nothing new keeps its revision, so that
/// being told the same twice changes nothing.
final class RunRecords {

	private final RunnerNames names;

	private final Revisions revisions;

	RunRecords(RunnerNames names, Revisions revisions) {
		this.names = names;
		this.revisions = revisions;
	}

	/// The first row of a run that lives.
	RunRecord started(Lifetime lifetime, Container container, Limits limits, Instant startedAt, boolean startSeen) {
		RunnerName runner = this.names.of(container.id(), container.name(), container.labels());
		return new RunRecord(lifetime.key(), this.revisions.next(), runner, List.of(), lifetime.slice(), container.id(),
				container.name(), container.image(), container.labels(), container.networkMode(), container.addresses(),
				limits, startedAt, startSeen, livingState(container), null, null, null);
	}

	/// The only row of a run that was over before it could be looked at, known from its
	/// container.
	RunRecord missed(RunKey key, SliceName slice, Container container, Instant startedAt, Instant endedAt) {
		RunnerName runner = this.names.of(container.id(), container.name(), container.labels());
		return new RunRecord(key, this.revisions.next(), runner, List.of(), slice, container.id(), container.name(),
				container.image(), container.labels(), container.networkMode(), container.addresses(),
				container.limits(), startedAt, true, RunState.ENDED, endedAt, container.exitCode(),
				container.oomKilled());
	}

	/// The only row of a run that was over and removed before it could be looked at,
	/// known from events.
	RunRecord missed(RunKey key, SliceName slice, EngineEvent.Started started, EngineEvent.Died died) {
		RunnerName runner = this.names.of(started.container(), started.name(), started.attributes());
		Map<String, String> labels = new HashMap<>(started.attributes());
		String image = labels.remove("image");
		labels.remove("name");
		return new RunRecord(key, this.revisions.next(), runner, List.of(), slice, started.container(), started.name(),
				image, labels, null, List.of(), Limits.UNKNOWN, started.at(), true, RunState.ENDED, died.at(),
				died.exitCode(), null);
	}

	/// The row with what an inspection of the living container says; empty if that is
	/// nothing new.
	Optional<RunRecord> described(RunRecord now, Container container, Limits limits) {
		RunRecord named = now.named(this.names.of(container.id(), container.name(), container.labels()),
				container.name());
		// an Engine that is just taking a container's network away shows no address any
		// more
		List<String> addresses = container.addresses().isEmpty() ? now.addresses() : container.addresses();
		return changed(now, new RunRecord(now.key(), now.revision(), named.runner(), named.formerNames(), now.slice(),
				now.container(), named.containerName(), container.image(), container.labels(), container.networkMode(),
				addresses, limits, Objects.requireNonNullElse(container.startedAt(), now.startedAt()), now.startSeen(),
				livingState(container), null, null, null));
	}

	/// The row under a new container name; empty if it has that name already.
	Optional<RunRecord> renamed(RunRecord now, String containerName) {
		return changed(now, now.named(this.names.of(now.container(), containerName, now.labels()), containerName));
	}

	/// The row in another state of life; empty if it is in it already.
	Optional<RunRecord> inState(RunRecord now, RunState state) {
		return changed(now, now.inState(state));
	}

	/// The row of a run that is over; empty if it says so already. What is not known
	/// keeps its value.
	Optional<RunRecord> ended(RunRecord now, Instant endedAt, @Nullable Integer exitCode, @Nullable Boolean oomKilled) {
		return changed(now, now.ended(endedAt, exitCode, oomKilled));
	}

	private Optional<RunRecord> changed(RunRecord now, RunRecord next) {
		return next.equals(now) ? Optional.empty() : Optional.of(next.atRevision(this.revisions.next()));
	}

	private static RunState livingState(Container container) {
		return (container.status() == Container.Status.PAUSED) ? RunState.PAUSED : RunState.RUNNING;
	}

}
