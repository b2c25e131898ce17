package io.slicemeter.history.web;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.slicemeter.history.LiveFilter;
import io.slicemeter.history.LiveLook;
import io.slicemeter.runner.Figures;
import io.slicemeter.runner.Metric;
import io.slicemeter.timeseries.LiveOwner;
import io.slicemeter.timeseries.LiveRun;
import io.slicemeter.timeseries.LiveSample;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// What the stream tells: the `data` of an event.
sealed interface StreamEvent {

	/// How many samples one event holds at most.
	int MOST_SAMPLES = 500;

	/// The `event` that it is the data of.
	String event();

	/// The events that a client is sent of a look, always in the same order.
	static List<StreamEvent> of(LiveLook look, LiveFilter filter) {
		List<StreamEvent> events = new ArrayList<>();
		look.started().stream().filter((run) -> filter.passes(run.owner())).map(RunStarted::of).forEach(events::add);
		List<LiveSample> samples = look.samples().stream().filter((sample) -> filter.passes(sample.owner())).toList();
		for (int from = 0; from < samples.size(); from += MOST_SAMPLES) {
			events.add(new Samples(samples.subList(from, Math.min(from + MOST_SAMPLES, samples.size()))
				.stream()
				.map(Item::of)
				.toList()));
		}
		look.ended().stream().filter((run) -> filter.passes(run.owner())).map(RunEnded::of).forEach(events::add);
		return events;
	}

	/// New samples of runs.
	@Schema(name = "StreamSamples",
			description = "`event: samples`: samples that came in since the last look, in the order of `at`, at most 500. "
					+ "Counters count from the run's start.")
	record Samples(List<Item> items) implements StreamEvent {

		@Override
		public String event() {
			return "samples";
		}

	}

	/// A sample of a run.
	@Schema(name = "StreamSample", description = "A sample of a run; what was not read is null.")
	record Item(String host, String slice, String runner, String runId, Instant at, @Nullable Number cpuMillicores,
			@Nullable Number memoryBytes, @Nullable Number networkReceivedBytes, @Nullable Number networkSentBytes,
			@Nullable Number ioReadBytes, @Nullable Number ioWriteBytes, @Nullable Number oomKills,
			@Nullable Number pids) {

		static Item of(LiveSample sample) {
			LiveOwner owner = sample.owner();
			return new Item(owner.host(), owner.slice().value(), owner.runner().value(), owner.run().toString(),
					sample.at(), figure(sample, Metric.CPU_MILLICORES), figure(sample, Metric.MEMORY_BYTES),
					figure(sample, Metric.NETWORK_RECEIVED_BYTES), figure(sample, Metric.NETWORK_SENT_BYTES),
					figure(sample, Metric.IO_READ_BYTES), figure(sample, Metric.IO_WRITE_BYTES),
					figure(sample, Metric.OOM_KILLS), figure(sample, Metric.PIDS));
		}

		private static @Nullable Number figure(LiveSample sample, Metric metric) {
			return Figures.shown(sample.values().get(metric));
		}

	}

	/// A run started.
	@Schema(name = "StreamRunStarted", description = "`event: run-started`: a run started.")
	record RunStarted(String host, String slice, String runner, String runId, String containerId,
			@Nullable String image, Instant startedAt) implements StreamEvent {

		static RunStarted of(LiveRun run) {
			LiveOwner owner = run.owner();
			return new RunStarted(owner.host(), owner.slice().value(), owner.runner().value(), owner.run().toString(),
					run.container().value(), run.image(), run.startedAt());
		}

		@Override
		public String event() {
			return "run-started";
		}

	}

	/// A run ended.
	@Schema(name = "StreamRunEnded",
			description = "`event: run-ended`: a run ended. Its last samples may come after it.")
	record RunEnded(String host, String slice, String runner, String runId, Instant startedAt,
			@Nullable Instant endedAt, @Schema(allowableValues = {
					"ended", "failed" }) String state,
			@Nullable Integer exitCode, @Nullable Boolean oomKilled, @Nullable Long oomKills,
			@Schema(description = "Whether its totals were read after its last process's exit.") @Nullable Boolean exact)
			implements
				StreamEvent{

		static RunEnded of(LiveRun run) {
			LiveOwner owner = run.owner();
			return new RunEnded(owner.host(), owner.slice().value(), owner.runner().value(), owner.run().toString(),
					run.startedAt(), run.endedAt(), run.state().label(), run.exitCode(), run.oomKilled(),
					run.oomKills(), run.exact());
		}

		@Override
		public String event() {
			return "run-ended";
		}

	}

}
