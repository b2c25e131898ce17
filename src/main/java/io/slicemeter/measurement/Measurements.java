package io.slicemeter.measurement;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.slicemeter.measurement.Load.Ending;
import io.slicemeter.measurement.UsageReport.RunnerUsage;
import io.slicemeter.runner.CataloguedRun;
import io.slicemeter.timeseries.RequestRecord;
import io.slicemeter.timeseries.RequestRecords;
import io.slicemeter.timeseries.TimeRange;
import io.slicemeter.web.Problem;
import io.slicemeter.web.ProblemType;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Starts, stops and tells of measurements. Whichever process drives the load of one, each
/// can tell of it and stop it: all that is known is in the database.
@Component
public class Measurements {

	static final String ASKED = "It was asked to stop";

	/// Requests that are under way when it is asked to stop end within this time.
	private static final Duration PATIENCE = LoadClient.PATIENCE.plusSeconds(3);

	private static final int PAGE = 5_000;

	/// The slack of the range in which its requests were sent.
	private static final Duration SLACK = Duration.ofMinutes(1);

	private final UUID owner = UUID.randomUUID();

	private final Map<UUID, ActiveMeasurement> active = new ConcurrentHashMap<>();

	private final MeasurementProperties properties;

	private final Targets targets;

	private final Members members;

	private final MeasurementStore store;

	private final RequestRecords requests;

	private final Usages usages;

	private final MeasurementMetrics metrics;

	Measurements(MeasurementProperties properties, Targets targets, Members members, MeasurementStore store,
			RequestRecords requests, Usages usages, MeasurementMetrics metrics) {
		this.properties = properties;
		this.targets = targets;
		this.members = members;
		this.store = store;
		this.requests = requests;
		this.usages = usages;
		this.metrics = metrics;
	}

	/// Starts one.
	/// @throws Problem if it is not allowed or can't be kept
	public Measurement start(Plan plan) {
		Target target = this.targets.check(plan.targetUrl());
		if (!this.store.takesWrites()) {
			throw Problem.of(ProblemType.READ_ONLY_DATABASE,
					"This service asks a database that takes no writes, a replica: it can't keep measurements. Ask one that uses the primary");
		}
		List<CataloguedRun> found = this.members.find(plan.choice());
		Duration interval = interval(plan, found);
		if (this.store.storedRequests() >= this.properties.maxStoredRequests()) {
			throw Problem.of(ProblemType.TOO_MANY_MEASUREMENTS,
					"%,d requests are stored, and no more are allowed (slicemeter.measurement.max-stored-requests); delete measurements"
						.formatted(this.properties.maxStoredRequests()))
				.with("allowedRequests", this.properties.maxStoredRequests());
		}
		LoadClient client = client(target);
		Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
		Measurement measurement = new Measurement(UUID.randomUUID(), MeasurementState.SCHEDULED, null, this.owner,
				plan.targetUrl(), target.address().getHostAddress(), plan.messageLength(), plan.concurrency(),
				plan.rate(), Objects.requireNonNullElse(plan.duration(), this.properties.maxDuration()), interval,
				plan.choice(), found.stream().map(Members::of).distinct().toList(), now, null, null, null, 0, 0,
				Latencies.Stored.NOTHING, null);
		ActiveMeasurement started = new ActiveMeasurement(measurement, plan, this.properties.maxRequests(), client,
				this.store, this.requests, this.members, this.metrics);
		boolean running = false;
		try {
			running = add(measurement, started);
		}
		finally {
			if (!running) {
				this.active.remove(measurement.id());
				client.close();
			}
		}
		return started.now();
	}

	private boolean add(Measurement measurement, ActiveMeasurement started) {
		this.active.put(measurement.id(), started);
		if (!this.store.add(measurement, this.properties.maxRunning())) {
			throw Problem.of(ProblemType.TOO_MANY_MEASUREMENTS,
					"%d measurements run already, and no more are allowed at once (slicemeter.measurement.max-running)"
						.formatted(this.properties.maxRunning()))
				.with("allowedAtOnce", this.properties.maxRunning());
		}
		this.store.progress(started.now());
		this.metrics.began();
		started.start();
		return true;
	}

	private static LoadClient client(Target target) {
		try {
			return new LoadClient(target);
		}
		catch (IllegalArgumentException ex) {
			throw Problem.of(ProblemType.TARGET_NOT_ALLOWED,
					"The service can't send the header Host, so it reaches targets by address alone: name the target by its address, or start the service with -D%s=host"
						.formatted(LoadClient.HOST_HEADER))
				.with("parameter", "targetUrl");
		}
	}

	/// The time between two points: a multiple of that between two samples of each host.
	private static Duration interval(Plan plan, List<CataloguedRun> runs) {
		List<Duration> agents = runs.stream().map((run) -> run.host().interval()).distinct().sorted().toList();
		Duration asked = plan.interval();
		if (asked == null) {
			return agents.isEmpty() ? Duration.ofSeconds(2) : agents.getLast();
		}
		for (Duration each : agents) {
			if (each.isPositive() && asked.toNanos() % each.toNanos() != 0) {
				throw Problem
					.of(ProblemType.INTERVAL_NOT_SERVABLE,
							"Runners are sampled every %s; the interval has to be a multiple of that, not %s"
								.formatted(each, asked))
					.with("parameter", "interval")
					.with("agentInterval", each.toString())
					.with("allowed", List.of("a multiple of " + each));
			}
		}
		return asked;
	}

	/// Stops one, and waits until its last request is over and stored.
	/// @throws Problem if it does not run any more
	public Measurement stop(UUID id) {
		if (!this.store.askToStop(id, Instant.now())) {
			Measurement measurement = find(id);
			throw Problem
				.of(ProblemType.MEASUREMENT_OVER,
						measurement.state().isOver()
								? "The measurement is over already: %s".formatted(measurement.state().label())
								: "The measurement was asked to stop already")
				.with("state", measurement.state().label());
		}
		ActiveMeasurement ours = this.active.get(id);
		try {
			if (ours != null) {
				ours.stop(new Ending(MeasurementState.STOPPED, ASKED));
				ours.awaitDone(PATIENCE);
			}
			else {
				awaitOver(id);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return find(id);
	}

	/// Another process drives it, and will find that it was asked.
	private void awaitOver(UUID id) throws InterruptedException {
		long begunNanos = System.nanoTime();
		while (!find(id).state().isOver() && System.nanoTime() - begunNanos < PATIENCE.toNanos()) {
			TimeUnit.MILLISECONDS.sleep(250);
		}
	}

	/// One of them, as far as it is stored.
	/// @throws Problem if there is none of that ID
	public Measurement find(UUID id) {
		return this.store.find(id).orElseThrow(() -> unknown(id.toString()));
	}

	/// What answers an ID that nobody knows.
	public static Problem unknown(String id) {
		return Problem.of(ProblemType.UNKNOWN_MEASUREMENT, "There is no measurement '%s'".formatted(Problem.shown(id)))
			.with("measurement", Problem.shown(id));
	}

	/// Measurements, newest first.
	/// @param after where the page before ended; null for the first page
	public List<Measurement> page(@Nullable Place after, int limit) {
		return this.store.page(after, limit);
	}

	/// Deletes one that is over.
	/// @throws Problem if it runs
	public void delete(UUID id) {
		Measurement measurement = find(id);
		if (!measurement.state().isOver() || !this.store.delete(id)) {
			throw Problem.of(ProblemType.MEASUREMENT_RUNNING, "The measurement runs; stop it first")
				.with("state", measurement.state().label());
		}
	}

	/// What the runners used: as it was kept, or as it is known so far.
	public UsageReport usage(Measurement measurement) {
		UsageReport kept = measurement.usage();
		return (kept != null) ? kept : this.usages.report(measurement, Instant.now());
	}

	/// Gives each usage point with its runner, runner by runner; once it is over surplus
	/// ones
	/// are cut.
	public void usagePoints(Measurement measurement, UsagePointTaker into) {
		Instant now = Instant.now();
		if (!measurement.state().isOver()) {
			measurement.members()
				.forEach((member) -> this.usages.points(measurement, member, Long.MAX_VALUE, now,
						(point) -> into.take(member, point)));
			return;
		}
		for (RunnerUsage runner : usage(measurement).runners()) {
			Member member = new Member(runner.runner(), runner.host());
			this.usages.points(measurement, member, runner.points(), now, (point) -> into.take(member, point));
		}
	}

	/// Gives each stored request, in their order.
	/// @param after the ID of the one before; -1 for all
	/// @param limit how many at most
	public void requests(Measurement measurement, long after, long limit, Consumer<RequestRecord> into) {
		long last = after;
		long left = limit;
		List<RequestRecord> page;
		int size;
		do {
			size = (int) Math.min(PAGE, left);
			page = (size > 0) ? this.requests.page(measurement.id(), sent(measurement), last, size) : List.of();
			page.forEach(into);
			if (!page.isEmpty()) {
				last = page.getLast().id();
				left -= page.size();
			}
		}
		while (size > 0 && page.size() == size);
	}

	/// How two of them differ.
	public Comparison compare(Measurement one, Measurement other) {
		return Comparison.of(one, usage(one), samples(one), other, usage(other), samples(other));
	}

	private double[] samples(Measurement measurement) {
		long stride = Math.max(1, Math.ceilDiv(measurement.requests(), Comparison.MOST_SAMPLES));
		return this.requests.latencies(measurement.id(), sent(measurement), stride, Outcome.timedLabels());
	}

	/// In which range its requests were sent: only partitions of these days are looked
	/// at.
	private static TimeRange sent(Measurement measurement) {
		Instant end = measurement.endedAt();
		Instant last = (end != null) ? end : measurement.begin().plus(measurement.duration());
		return new TimeRange(measurement.begin().minus(SLACK), last.plus(SLACK));
	}

	/// One whose owner is gone, with all of its requests that were stored.
	Measurement interrupted(Measurement deserted) {
		Latencies latencies = new Latencies();
		Instant[] last = { deserted.begin() };
		requests(deserted, -1, Long.MAX_VALUE, (request) -> {
			latencies.add(request);
			last[0] = request.sentAt();
		});
		return new Measurement(deserted.id(), MeasurementState.INTERRUPTED, "The process that drove its load is gone",
				deserted.owner(), deserted.targetUrl(), deserted.targetAddress(), deserted.messageLength(),
				deserted.concurrency(), deserted.rate(), deserted.duration(), deserted.interval(), deserted.choice(),
				deserted.members(), deserted.createdAt(), deserted.startedAt(), last[0], deserted.stopAskedAt(),
				latencies.count(), deserted.unsent(), latencies.stored(), null);
	}

	/// The ones whose load this process drives.
	Map<UUID, ActiveMeasurement> active() {
		return this.active;
	}

	/// The place of a measurement in the order of all.
	///
	/// @param createdAt when it was asked for
	/// @param id what names it
	public record Place(Instant createdAt, UUID id) {
	}

	/// Takes the points of runners.
	public interface UsagePointTaker {

		void take(Member runner, UsagePoint point);

	}

}
