package io.slicemeter.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;

import io.slicemeter.runner.HostId;
import io.slicemeter.runner.RunKey;
import io.slicemeter.timeseries.LiveRows;
import io.slicemeter.timeseries.LiveRun;
import io.slicemeter.timeseries.LiveSample;

/// What was found lately: so that nothing is told twice, and that who comes back is told
/// what happened meanwhile.
///
/// Looks overlap: each finds the last 30 s again, since rows may come late and in any
/// order. What a look before has found is dropped by its key. Keys are kept for longer
/// than their rows can be found.
///
/// Not thread-safe: the stream's monitor guards it.
final class LiveHistory {

	/// For how long something is live.
	static final Duration WINDOW = Duration.ofSeconds(30);

	private static final Duration KEPT = Duration.ofSeconds(60);

	/// The kernel tells that a run is over sooner than the Engine tells its exit status.
	private static final Duration WAIT_FOR_EXIT_STATUS = Duration.ofSeconds(3);

	/// A host without a newer sample has nothing to tell, or is behind.
	private static final Duration KEEPS_UP = Duration.ofSeconds(10);

	private final String epoch = Long.toHexString(ThreadLocalRandom.current().nextLong());

	private final Deque<LiveLook> looks = new ArrayDeque<>();

	private final Map<RunKey, NavigableSet<Instant>> sampled = new HashMap<>();

	private final Set<RunKey> started = new HashSet<>();

	private final Set<RunKey> ended = new HashSet<>();

	/// By the database's clock.
	private final Map<HostId, Instant> newestOfHosts = new HashMap<>();

	private Instant settled = Instant.MIN;

	private long number;

	/// Takes in what a look found. What the first one finds was there before.
	/// @return what of it is new
	LiveLook add(LiveRows rows) {
		this.number++;
		forget(rows.moment());
		List<LiveSample> samples = rows.samples().stream().filter(this::isNew).toList();
		Instant since = rows.moment().minus(WINDOW);
		List<LiveRun> starts = rows.runs()
			.stream()
			.filter((run) -> !run.owner().byDatabase(run.startedAt()).isBefore(since))
			.filter((run) -> this.started.add(run.owner().run()))
			.sorted(Comparator.comparing(LiveRun::startedAt))
			.toList();
		List<LiveRun> ends = rows.runs()
			.stream()
			.filter((run) -> isOver(run, rows.moment()) && this.ended.add(run.owner().run()))
			.sorted(Comparator.comparing(LiveHistory::end))
			.toList();
		Instant settledBefore = this.settled;
		this.settled = settled(samples, rows.moment());
		LiveLook look = new LiveLook(this.epoch, this.number, rows.moment(),
				(this.number == 1) ? this.settled : settledBefore, this.settled, starts, samples, ends);
		this.looks.addLast(look);
		return look;
	}

	private boolean isNew(LiveSample sample) {
		return this.sampled.computeIfAbsent(sample.owner().run(), (_) -> new TreeSet<>()).add(sample.at());
	}

	/// Whether a run is over and all is known of it, or has had the time to be.
	private boolean isOver(LiveRun run, Instant moment) {
		if (run.endedAt() == null) {
			return false;
		}
		Instant end = run.owner().byDatabase(run.endedAt());
		return !end.isBefore(moment.minus(WINDOW))
				&& (this.number == 1 || run.exitCode() != null || end.isBefore(moment.minus(WAIT_FOR_EXIT_STATUS)));
	}

	private static Instant end(LiveRun run) {
		return (run.endedAt() != null) ? run.endedAt() : Instant.MAX;
	}

	/// A host's samples come in their order: until the newest of that host which is
	/// furthest behind everything has been found.
	private Instant settled(List<LiveSample> samples, Instant moment) {
		for (LiveSample sample : samples) {
			Instant at = sample.owner().byDatabase(sample.at());
			this.newestOfHosts.merge(sample.owner().run().host(), at, (one, other) -> one.isAfter(other) ? one : other);
		}
		Instant behind = moment.minus(KEEPS_UP);
		this.newestOfHosts.values().removeIf((newest) -> newest.isBefore(behind));
		return this.newestOfHosts.values().stream().min(Comparator.naturalOrder()).orElse(behind);
	}

	private void forget(Instant moment) {
		Instant before = moment.minus(KEPT);
		while (!this.looks.isEmpty() && this.looks.getFirst().moment().isBefore(before)) {
			LiveLook old = this.looks.removeFirst();
			old.samples().forEach((sample) -> forget(sample.owner().run(), sample.at()));
			old.started().forEach((run) -> this.started.remove(run.owner().run()));
			old.ended().forEach((run) -> this.ended.remove(run.owner().run()));
		}
	}

	private void forget(RunKey run, Instant at) {
		NavigableSet<Instant> moments = this.sampled.get(run);
		if (moments != null && moments.remove(at) && moments.isEmpty()) {
			this.sampled.remove(run);
		}
	}

	/// The newest sample that was found of each run.
	Map<RunKey, Instant> newest() {
		Map<RunKey, Instant> newest = new HashMap<>();
		this.sampled.forEach((run, moments) -> newest.put(run, moments.last()));
		return newest;
	}

	/// What has happened since a client was where it says, and is still live.
	List<LiveDelivery> since(LivePosition position) {
		List<LiveDelivery> missed = new ArrayList<>();
		if (this.looks.isEmpty()) {
			return missed;
		}
		Instant live = this.looks.getLast().moment().minus(WINDOW);
		boolean ours = position.epoch().equals(this.epoch);
		Instant from = position.settled().isBefore(live) ? live : position.settled();
		for (LiveLook look : this.looks) {
			if (!ours) {
				LiveLook later = look.after(from);
				if (!later.isEmpty()) {
					missed.add(new LiveDelivery(later, 0, false));
				}
			}
			else if (isMissed(look, position) && !look.moment().isBefore(live)) {
				missed.add(new LiveDelivery(look, (look.number() == position.look()) ? position.sent() : 0, true));
			}
		}
		return missed;
	}

	private static boolean isMissed(LiveLook look, LivePosition position) {
		return look.number() > position.look()
				|| (look.number() == position.look() && position.sent() < LivePosition.ALL);
	}

}
