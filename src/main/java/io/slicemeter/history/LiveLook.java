package io.slicemeter.history;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.slicemeter.timeseries.LiveOwner;
import io.slicemeter.timeseries.LiveRun;
import io.slicemeter.timeseries.LiveSample;

/// What one look at the database found that no look before it had found.
///
/// @param epoch what names the history that it is of
/// @param number its number in that history
/// @param moment when it was, by the database's clock
/// @param settledBefore what was sampled until then, by the database's clock, was found
/// by the looks before
/// @param settled what was sampled until then was found by this one or those before
/// @param started runs that started
/// @param samples samples, in the order of their moments
/// @param ended runs that ended
public record LiveLook(String epoch, long number, Instant moment, Instant settledBefore, Instant settled,
		List<LiveRun> started, List<LiveSample> samples, List<LiveRun> ended) {

	/// The start and the end of a run are known a little later than its samples.
	private static final Duration LAG_OF_RUNS = Duration.ofSeconds(5);

	public LiveLook {
		started = List.copyOf(started);
		samples = List.copyOf(samples);
		ended = List.copyOf(ended);
	}

	boolean isEmpty() {
		return this.started.isEmpty() && this.samples.isEmpty() && this.ended.isEmpty();
	}

	boolean hasSomethingFor(LiveFilter filter) {
		return Stream
			.concat(Stream.concat(this.started.stream(), this.ended.stream()).map(LiveRun::owner),
					this.samples.stream().map(LiveSample::owner))
			.anyMatch(filter::passes);
	}

	/// That part of it which happened after a moment, by the database's clock.
	LiveLook after(Instant moment) {
		Instant ofRuns = moment.minus(LAG_OF_RUNS);
		return new LiveLook(this.epoch, this.number, this.moment, this.settledBefore, this.settled,
				those(this.started, (run) -> isAfter(run.owner(), run.startedAt(), ofRuns)),
				those(this.samples, (sample) -> isAfter(sample.owner(), sample.at(), moment)),
				those(this.ended, (run) -> run.endedAt() != null && isAfter(run.owner(), run.endedAt(), ofRuns)));
	}

	private static boolean isAfter(LiveOwner owner, Instant at, Instant moment) {
		return owner.byDatabase(at).isAfter(moment);
	}

	private static <T> List<T> those(List<T> all, Predicate<T> wanted) {
		return all.stream().filter(wanted).toList();
	}

}
