package io.slicemeter.history.web;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.slicemeter.runner.CataloguedRun;
import io.slicemeter.runner.LimitFigures;
import io.slicemeter.timeseries.Usage;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// One run.
@Schema(name = "Run", description = "One lifetime of a container.")
record RunDetail(String runId, String runner, List<String> formerNames, String host, String slice, String containerId,
		String containerName, @Nullable String image, Map<String, String> labels, @Nullable String networkMode,
		LimitFigures limits, Instant startedAt,
		@Schema(description = "Whether its start was seen, so that its counters began at 0.") boolean startSeen,
		@Nullable Instant endedAt, @Schema(allowableValues = {
				"running", "paused", "ended", "failed", "unknown" }) String state,
		@Nullable Integer exitCode, @Nullable Boolean oomKilled,
		@Schema(description = "The signal that ended its first process, as the exit code tells it (128 + signal).") @Nullable Integer signal,
		@Schema(description = "Whether the Engine never named its container: it goes by the container's ID.") boolean unclaimed,
		@Schema(description = "Its totals; null while it is open.", nullable = true) @Nullable Closing closing,
		@Schema(description = "What it used in its whole life so far, from samples.") Usage usage){

	static RunDetail of(CataloguedRun run, Usage usage) {
		return new RunDetail(run.key().toString(), run.runner().value(), run.formerNames(), run.host().name(),
				run.slice().value(), run.container().value(), run.containerName(), run.image(),
				new TreeMap<>(run.labels()), run.networkMode(), LimitFigures.of(run.limits()), run.startedAt(),
				run.startSeen(), run.endedAt(), run.state().label(), run.exitCode(), run.oomKilled(),
				signal(run.exitCode()), run.unclaimed(),
				Closing.of(run, (usage.coverage() != null) ? usage.coverage().doubleValue() : null), usage);
	}

	private static @Nullable Integer signal(@Nullable Integer exitCode) {
		return (exitCode != null && exitCode > 128 && exitCode <= 128 + 64) ? exitCode - 128 : null;
	}

}
