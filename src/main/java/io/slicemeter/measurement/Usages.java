package io.slicemeter.measurement;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.slicemeter.measurement.UsageReport.RunnerUsage;
import io.slicemeter.measurement.UsageReport.Share;
import io.slicemeter.measurement.UsageReport.Totals;
import io.slicemeter.runner.Catalogue;
import io.slicemeter.runner.CataloguedRun;
import io.slicemeter.runner.Metric;
import io.slicemeter.timeseries.TimeRange;
import io.slicemeter.timeseries.UsageQueries;
import io.slicemeter.timeseries.UsageReadings;
import io.slicemeter.timeseries.UsageSummary;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Tells what the runners of a measurement used, from the samples that their agents have
/// stored.
@Component
class Usages {

	/// A runner that was restarted more often than this shows its newest runs.
	private static final int MOST_RUNS = 200;

	private final Catalogue catalogue;

	private final UsageReadings readings;

	private final UsageQueries queries;

	Usages(Catalogue catalogue, UsageReadings readings, UsageQueries queries) {
		this.catalogue = catalogue;
		this.readings = readings;
		this.queries = queries;
	}

	/// What the runners used so far, or in all.
	UsageReport report(Measurement measurement, Instant now) {
		TimeRange window = window(measurement, now);
		List<Found> found = new ArrayList<>();
		for (Member member : measurement.members()) {
			found.add(found(measurement, member, window));
		}
		return cut(found);
	}

	/// Gives the points of one of its runners.
	/// @param most how many at most
	void points(Measurement measurement, Member member, long most, Instant now, Consumer<UsagePoint> into) {
		TimeRange window = window(measurement, now);
		long[] given = new long[1];
		new UsagePoints(this.readings, window, measurement.interval()).give(runs(member, window), (point) -> {
			if (given[0]++ < most) {
				into.accept(point);
			}
		});
	}

	/// Whether everything is stored that was read while load was sent: of each run that
	/// goes on there is something younger.
	boolean isComplete(Measurement measurement) {
		Instant end = measurement.endedAt();
		if (end == null) {
			return false;
		}
		TimeRange window = window(measurement, end);
		TimeRange afterwards = new TimeRange(end, end.plus(Duration.ofHours(1)));
		return measurement.members()
			.stream()
			.flatMap((member) -> runs(member, window).stream())
			.filter((run) -> run.isActive())
			.allMatch((run) -> !this.readings.page(run.key(), afterwards, null, 1).isEmpty());
	}

	private static TimeRange window(Measurement measurement, Instant now) {
		Instant begin = measurement.begin();
		Instant end = (measurement.endedAt() != null) ? measurement.endedAt() : now;
		return new TimeRange(begin, end.isAfter(begin) ? end : begin.plusMillis(1));
	}

	/// The runs of a runner that lived within the window, in their order.
	private List<CataloguedRun> runs(Member member, TimeRange window) {
		return this.catalogue.runs(member.place(), MOST_RUNS)
			.stream()
			.filter((run) -> run.startedAt().isBefore(window.to())
					&& (run.endedAt() == null || !run.endedAt().isBefore(window.from())))
			.toList()
			.reversed();
	}

	private Found found(Measurement measurement, Member member, TimeRange window) {
		List<CataloguedRun> runs = runs(member, window);
		UsagePoints points = new UsagePoints(this.readings, window, measurement.interval());
		Spread spread = new Spread();
		points.give(runs, spread);
		UsageSummary summary = runs.isEmpty() ? null
				: this.queries.summary(runs.stream().map(CataloguedRun::key).toList(), window);
		RunnerUsage usage = new RunnerUsage(member.runner(), member.host(), runs.size(), spread.count, spread.count,
				points.withoutNetwork(), null, spread.cpu(), spread.memory(), totals(summary, spread));
		return new Found(usage, why(runs, points.withoutNetwork(), window, measurement.interval()));
	}

	private static Totals totals(@Nullable UsageSummary summary, Spread spread) {
		Long cpuUsec = (summary != null) ? summary.increases().get(Metric.CPU_USAGE_USEC) : null;
		Long network = (summary != null) ? summary.increases().get(Metric.NETWORK_ALL_BYTES) : null;
		return new Totals((cpuUsec != null) ? cpuUsec / 1e6 : null, network, spread.memoryPeakBytes);
	}

	/// Why a runner can't have as many points as one that was there all the time; null
	/// where it was.
	private static @Nullable String why(List<CataloguedRun> runs, long withoutNetwork, TimeRange window,
			Duration interval) {
		if (runs.isEmpty()) {
			return "not-running";
		}
		if (withoutNetwork > 0) {
			return "no-network";
		}
		if (runs.getFirst().startedAt().isAfter(window.from())) {
			return "started-later";
		}
		Instant ended = runs.getLast().endedAt();
		if (ended != null && ended.isBefore(window.to().minus(interval))) {
			return "ended-early";
		}
		return (runs.size() > 1) ? "restarted" : null;
	}

	/// Cuts surplus points. Agents read at moments of their own, so one reading more or
	/// less lies within the window; a runner that lacks more says why instead.
	private static UsageReport cut(List<Found> found) {
		long largest = found.stream()
			.filter((each) -> each.why() == null)
			.mapToLong((each) -> each.usage().pointsFound())
			.max()
			.orElse(-1);
		long each = found.stream()
			.filter((one) -> one.why() == null && one.usage().pointsFound() >= largest - 1)
			.mapToLong((one) -> one.usage().pointsFound())
			.min()
			.orElse(-1);
		List<RunnerUsage> runners = new ArrayList<>();
		Totals totals = Totals.NONE;
		for (Found one : found) {
			RunnerUsage usage = one.usage();
			totals = totals.plus(usage.totals());
			if (each < 0) {
				runners.add(usage.cutTo(Long.MAX_VALUE, one.why()));
				continue;
			}
			String why = (one.why() != null) ? one.why() : "samples-missing";
			runners.add(usage.cutTo(each, (usage.pointsFound() < each) ? why : null));
		}
		boolean equal = runners.stream().mapToLong(RunnerUsage::points).distinct().count() <= 1;
		return new UsageReport((each >= 0) ? each : null, equal, runners, totals);
	}

	/// @param why why it can't have all points; null where it can
	private record Found(RunnerUsage usage, @Nullable String why) {
	}

	/// What the points of one runner say together.
	private static final class Spread implements Consumer<UsagePoint> {

		private final List<Double> cpuShares = new ArrayList<>();

		private final List<Double> memoryShares = new ArrayList<>();

		private long count;

		private double cpuUsedSeconds;

		private double cpuElapsedSeconds;

		private @Nullable Long memoryPeakBytes;

		private @Nullable UsagePoint before;

		@Override
		public void accept(UsagePoint point) {
			this.count++;
			UsagePoint last = this.before;
			if (last != null && last.run().equals(point.run()) && point.cpuShare() != null) {
				double elapsed = Duration.between(last.at(), point.at()).toNanos() / 1e9;
				this.cpuShares.add(point.cpuShare());
				this.cpuUsedSeconds += point.cpuShare() * elapsed;
				this.cpuElapsedSeconds += elapsed;
			}
			if (point.memoryShare() != null) {
				this.memoryShares.add(point.memoryShare());
			}
			Long memory = point.memoryCurrentBytes();
			if (memory != null) {
				this.memoryPeakBytes = (this.memoryPeakBytes != null) ? Math.max(this.memoryPeakBytes, memory) : memory;
			}
			this.before = point;
		}

		/// A run's first point tells of no time, and so does not count.
		Share cpu() {
			return share(this.cpuShares,
					(this.cpuElapsedSeconds > 0) ? this.cpuUsedSeconds / this.cpuElapsedSeconds : null);
		}

		Share memory() {
			double sum = this.memoryShares.stream().mapToDouble(Double::doubleValue).sum();
			return share(this.memoryShares, this.memoryShares.isEmpty() ? null : sum / this.memoryShares.size());
		}

		private static Share share(List<Double> values, @Nullable Double mean) {
			if (values.isEmpty()) {
				return new Share(null, null, null);
			}
			List<Double> sorted = values.stream().sorted().toList();
			return new Share(mean, sorted.get((int) Math.ceil(sorted.size() * 0.95) - 1), sorted.getLast());
		}

	}

}
