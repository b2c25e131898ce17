package io.slicemeter.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.RunnerName;

import org.jspecify.annotations.Nullable;

/// The simulation: what all runners do as time passes, and nothing else. The same seed
/// and the same steps make the same fleet. Not thread-safe.
final class Fleet {

	private static final long FIRST_PID = 20_000;

	private static final double START_WITHIN_SECONDS = 3;

	private static final double RESTART_SECONDS = 4;

	private final double pace;

	private final double shortJobsPerSecond;

	private final long seed;

	private final IntFunction<ContainerId> containerIds;

	private final RandomGenerator random;

	/// In the order of their starts.
	private final Set<Life> living = new LinkedHashSet<>();

	private final Map<DemoSlice, SliceTotals> slices = new EnumMap<>(DemoSlice.class);

	private final PriorityQueue<Start> starts = new PriorityQueue<>(
			Comparator.comparing(Start::at).thenComparing(Start::number));

	/// How many runners or jobs have a name's beginning so far.
	private final Map<String, Integer> numbers = new HashMap<>();

	private FleetObserver observer;

	private Instant now;

	private int startCount;

	private int containerCount;

	private int lifeCount;

	private double secondsToShortJob;

	/// @param containerIds gives the n-th container its ID
	Fleet(DemoProperties properties, Instant now, IntFunction<ContainerId> containerIds, FleetObserver observer) {
		this.pace = properties.pace();
		this.shortJobsPerSecond = properties.churnPerMinute() / 60.0;
		this.seed = properties.seed();
		this.containerIds = containerIds;
		this.random = random(0);
		this.now = now;
		this.observer = observer;
		for (DemoSlice slice : DemoSlice.values()) {
			this.slices.put(slice, new SliceTotals(slice));
		}
		for (int runner = 0; runner < properties.runners(); runner++) {
			RunnerKind kind = RunnerKind.ROSTER.get(runner % RunnerKind.ROSTER.size());
			RunnerName name = new RunnerName(kind.label() + "-" + next(kind.label()));
			schedule(START_WITHIN_SECONDS * this.random.nextDouble(), name, kind, null);
		}
		this.secondsToShortJob = secondsToShortJob();
	}

	private RandomGenerator random(long number) {
		// neighbouring seeds must not make neighbours alike
		return RandomGeneratorFactory.of("L64X128MixRandom").create(this.seed * 1_000_003 + number);
	}

	private int next(String label) {
		return this.numbers.merge(label, 1, Integer::sum);
	}

	/// Tells somebody else from here on.
	void observedBy(FleetObserver observer) {
		this.observer = observer;
	}

	Instant now() {
		return this.now;
	}

	Collection<Life> living() {
		return Collections.unmodifiableSet(this.living);
	}

	SliceTotals slice(DemoSlice slice) {
		SliceTotals totals = this.slices.get(slice);
		if (totals == null) {
			throw new IllegalStateException("There is no " + slice);
		}
		return totals;
	}

	/// Lets time pass up to a moment; nothing if it has passed already.
	void advance(Instant to) {
		double seconds = Duration.between(this.now, to).toNanos() / 1e9;
		if (seconds <= 0) {
			return;
		}
		this.now = to;
		for (Life life : List.copyOf(this.living)) {
			advance(life, seconds);
		}
		for (SliceTotals slice : this.slices.values()) {
			slice.advance(this.living, seconds);
		}
		this.secondsToShortJob -= seconds;
		while (this.secondsToShortJob <= 0) {
			String label = RunnerKind.ShortJob.LABELS.get(this.random.nextInt(RunnerKind.ShortJob.LABELS.size()));
			schedule(0, new RunnerName(label), new RunnerKind.ShortJob(label), null);
			this.secondsToShortJob += secondsToShortJob();
		}
		Start due = this.starts.peek();
		while (due != null && !due.at().isAfter(this.now)) {
			start(this.starts.remove());
			due = this.starts.peek();
		}
	}

	private void advance(Life life, double seconds) {
		switch (life.advance(seconds)) {
			case LIVING -> {
				// nothing to tell
			}
			case PROCESS_KILLED -> this.observer.outOfMemory(life);
			case ENDED -> {
				if (life.oomKilled()) {
					this.observer.outOfMemory(life);
				}
				end(life);
			}
		}
	}

	private void end(Life life) {
		this.living.remove(life);
		SimulatedContainer container = life.container();
		slice(container.kind().slice()).ended(life);
		this.observer.ended(life);
		boolean ephemeral = container.kind().isEphemeral();
		if (ephemeral) {
			this.observer.removed(container);
		}
		if (!(container.kind() instanceof RunnerKind.ShortJob)) {
			schedule(RESTART_SECONDS * (0.5 + this.random.nextDouble()), container.runner(), container.kind(),
					ephemeral ? null : container);
		}
	}

	private void schedule(double inSeconds, RunnerName runner, RunnerKind kind, @Nullable SimulatedContainer again) {
		this.starts
			.add(new Start(this.now.plusNanos((long) (inSeconds * 1e9)), ++this.startCount, runner, kind, again));
	}

	private void start(Start due) {
		SimulatedContainer container = due.again();
		if (container == null) {
			int number = ++this.containerCount;
			container = new SimulatedContainer(this.containerIds.apply(number), number, due.runner(),
					due.runner() + "-" + Integer.toHexString(number + 0x1000), due.kind());
		}
		int number = ++this.lifeCount;
		Life life = new Life(container, this.now, this.pace, FIRST_PID + 7L * number, random(number));
		this.living.add(life);
		this.observer.started(life);
	}

	/// The time between two events that happen at random, so many a second on average.
	private double secondsToShortJob() {
		return (this.shortJobsPerSecond > 0) ? -Math.log(1 - this.random.nextDouble()) / this.shortJobsPerSecond
				: Double.POSITIVE_INFINITY;
	}

	/// What the host as a whole has used: its slices, and the system beside them.
	List<SliceTotals> slices() {
		return new ArrayList<>(this.slices.values());
	}

	/// A container that is to be started.
	///
	/// @param again the container that starts once more; null for a new one
	private record Start(Instant at, int number, RunnerName runner, RunnerKind kind,
			@Nullable SimulatedContainer again) {
	}

}
