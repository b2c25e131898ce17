package io.slicemeter.history.web;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.slicemeter.history.Runner;
import io.slicemeter.runner.CataloguedRun;
import io.slicemeter.runner.Figures;
import io.slicemeter.runner.LimitFigures;
import io.slicemeter.web.Reading;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A runner on one host, as clients see it.
@Schema(name = "Runner",
		description = "A runner on one host. State, IDs, labels and limits are those of its newest run; `current` is the sum "
				+ "over its active runs, null where none is active or none was sampled lately.")
record RunnerItem(@Schema(description = "Its name.") String runner,
		@Schema(description = "The names that it had before renames; they still find it.") List<String> formerNames,
		@Schema(description = "The host that it is on.") String host,
		@Schema(description = "The innermost slice that it runs in.") String slice,
		@Schema(description = "What it does; `unknown` where it is open and its host is silent.", allowableValues = {
				"running", "paused", "ended", "failed", "unknown" }) String state,
		@Schema(description = "The ID of its newest run.") String runId,
		@Schema(description = "The ID of the newest run's container.") String containerId,
		@Schema(description = "The name of the newest run's container.") String containerName,
		@Schema(description = "The container's image as it was named at creation.") @Nullable String image,
		@Schema(description = "The container's labels.") Map<String, String> labels,
		@Schema(description = "When the newest run started.") Instant startedAt,
		@Schema(description = "When it ended; null while it is open.") @Nullable Instant endedAt,
		@Schema(description = "How many of the runner's runs are active now.") int activeRuns,
		@Schema(description = "Null where there is no limit or none is known; `unlimited` names those that are known to have "
				+ "none.") LimitFigures limits,
		@Nullable Reading current){

	static RunnerItem of(Runner runner) {
		CataloguedRun run = runner.newest();
		Reading current = (runner.current() != null)
				? new Reading(runner.current().at(), Figures.byName(runner.current().values())) : null;
		return new RunnerItem(run.runner().value(), runner.formerNames(), run.host().name(), run.slice().value(),
				run.state().label(), run.key().toString(), run.container().value(), run.containerName(), run.image(),
				new TreeMap<>(run.labels()), run.startedAt(), run.endedAt(), runner.activeRuns(),
				LimitFigures.of(run.limits()), current);
	}

}
