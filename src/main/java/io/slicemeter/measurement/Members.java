package io.slicemeter.measurement;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.slicemeter.runner.Catalogue;
import io.slicemeter.runner.CataloguedHost;
import io.slicemeter.runner.CataloguedRun;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.RunState;
import io.slicemeter.runner.RunnerFilter;
import io.slicemeter.runner.RunnerName;
import io.slicemeter.runner.RunnerOnHost;
import io.slicemeter.web.Problem;
import io.slicemeter.web.ProblemType;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Finds the runners that a measurement looks at.
@Component
class Members {

	private static final Set<RunState> ALIVE = Set.of(RunState.RUNNING, RunState.PAUSED);

	private final Catalogue catalogue;

	private final int most;

	Members(Catalogue catalogue, MeasurementProperties properties) {
		this.catalogue = catalogue;
		this.most = properties.maxRunners();
	}

	/// The runners that a choice means now, as their newest runs.
	/// @throws Problem if it names one that there is not, or means too many
	List<CataloguedRun> find(Choice choice) {
		if (choice.host() != null && this.catalogue.host(choice.host()).isEmpty()) {
			throw Problem.unknownHost(choice.host());
		}
		List<CataloguedRun> found = choice.isOpen() ? alive(choice)
				: choice.names().stream().map((name) -> named(name, choice.host())).toList();
		if (found.size() > this.most) {
			throw Problem
				.of(ProblemType.TOO_MANY_RUNNERS,
						"More than %,d runners are meant; name some, or select by labels or by host"
							.formatted(this.most))
				.with("parameter", "runners")
				.with("allowedRunners", this.most);
		}
		return found;
	}

	/// Adds the runners that have begun to run, as far as there is room.
	/// @return whether any was added
	boolean join(Choice choice, Set<Member> members) {
		if (!choice.isOpen()) {
			return false;
		}
		boolean grown = false;
		for (CataloguedRun run : alive(choice)) {
			grown |= members.size() < this.most && members.add(of(run));
		}
		return grown;
	}

	static Member of(CataloguedRun run) {
		return new Member(run.runner().value(), run.host().name());
	}

	private List<CataloguedRun> alive(Choice choice) {
		return this.catalogue.newestRuns(new RunnerFilter(ALIVE, choice.host(), null, choice.labels(), null, null),
				null, this.most + 1);
	}

	private CataloguedRun named(String name, @Nullable String host) {
		HostId hostId = (host != null) ? this.catalogue.host(host).map(CataloguedHost::id).orElse(null) : null;
		List<RunnerOnHost> places = RunnerName.isValid(name) ? this.catalogue.find(new RunnerName(name), hostId)
				: List.of();
		List<CataloguedRun> newest = new LinkedHashSet<>(places).stream()
			.flatMap((place) -> this.catalogue.runs(place, 1).stream())
			.toList();
		if (newest.isEmpty()) {
			throw Problem
				.of(ProblemType.UNKNOWN_RUNNER,
						"There is no runner '%s'%s".formatted(Problem.shown(name),
								(host != null) ? " on host '%s'".formatted(Problem.shown(host)) : ""))
				.with("runner", Problem.shown(name));
		}
		if (newest.size() > 1) {
			List<String> hosts = newest.stream().map((run) -> run.host().name()).sorted().toList();
			throw Problem
				.of(ProblemType.AMBIGUOUS_RUNNER,
						"The runner '%s' exists on the hosts %s; say which with 'host'".formatted(name,
								String.join(", ", hosts)))
				.with("runner", name)
				.with("parameter", "host")
				.with("hosts", hosts);
		}
		return newest.getFirst();
	}

}
