package io.slicemeter.history;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import io.slicemeter.runner.Catalogue;
import io.slicemeter.runner.CataloguedHost;
import io.slicemeter.runner.CataloguedRun;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunnerFilter;
import io.slicemeter.runner.RunnerName;
import io.slicemeter.runner.RunnerOnHost;
import io.slicemeter.runner.SliceName;
import io.slicemeter.timeseries.Current;
import io.slicemeter.timeseries.UsageQueries;
import io.slicemeter.web.Problem;
import io.slicemeter.web.ProblemType;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Finds runners and tells how they are now.
@Component
public class Runners {

	private final Catalogue catalogue;

	private final UsageQueries usage;

	private final InstantSource clock;

	Runners(Catalogue catalogue, UsageQueries usage, InstantSource requestClock) {
		this.catalogue = catalogue;
		this.usage = usage;
		this.clock = requestClock;
	}

	/// The runners that pass a filter, by name and host.
	/// @param after where the page before ended; null for the first page
	/// @throws Problem if the filter names a host or a slice that nobody has heard of
	public List<Runner> list(RunnerFilter filter, @Nullable RunnerOnHost after, int limit) {
		List<CataloguedRun> found = this.catalogue.newestRuns(filter, after, limit);
		if (found.isEmpty()) {
			mustBeKnown(filter.host(), filter.slice());
		}
		return describe(found);
	}

	/// Makes sure that somebody has heard of a host and of a slice or one nested in it.
	/// @throws Problem if nobody has
	public void mustBeKnown(@Nullable String host, @Nullable SliceName slice) {
		if (host != null && this.catalogue.host(host).isEmpty()) {
			throw Problem.unknownHost(host);
		}
		if (slice != null
				&& this.catalogue.slices(null, null).stream().noneMatch((known) -> slice.contains(known.name()))) {
			throw Problem.unknownSlice(slice.value(), null);
		}
	}

	/// The newest run of the runner that a client names, under this or a former name.
	/// @param host the name of the host that is meant; null where only one has the runner
	public CataloguedRun find(String name, @Nullable String host) {
		HostId hostId = (host != null)
				? this.catalogue.host(host).map(CataloguedHost::id).orElseThrow(() -> Problem.unknownHost(host)) : null;
		List<RunnerOnHost> found = RunnerName.isValid(name) ? this.catalogue.find(new RunnerName(name), hostId)
				: List.of();
		List<CataloguedRun> newest = found.stream()
			.flatMap((runner) -> this.catalogue.runs(runner, 1).stream())
			.toList();
		return switch (newest.size()) {
			case 0 -> throw unknownRunner(name, host);
			case 1 -> newest.getFirst();
			default -> throw ambiguous(name, newest);
		};
	}

	/// How the runner of a newest run is now.
	public Runner describe(CataloguedRun newest) {
		return describe(List.of(newest)).getFirst();
	}

	private List<Runner> describe(List<CataloguedRun> newest) {
		if (newest.isEmpty()) {
			return List.of();
		}
		List<RunnerOnHost> runners = newest.stream().map(Runners::place).toList();
		Map<RunnerOnHost, List<String>> formerNames = this.catalogue.formerNames(runners);
		Map<RunnerOnHost, List<CataloguedRun>> active = this.catalogue.openRuns(runners)
			.stream()
			.filter(CataloguedRun::isActive)
			.collect(Collectors.groupingBy(Runners::place));
		Map<RunKey, Current> current = current(active.values().stream().flatMap(Collection::stream).toList());
		List<Runner> described = new ArrayList<>();
		for (CataloguedRun run : newest) {
			List<CataloguedRun> runs = active.getOrDefault(place(run), List.of());
			described.add(new Runner(run, formerNames.getOrDefault(place(run), List.of()), runs.size(), CurrentUse
				.sum(runs.stream().flatMap((each) -> Optional.ofNullable(current.get(each.key())).stream()).toList())));
		}
		return described;
	}

	/// The newest samples of runs, where they still tell of the present.
	private Map<RunKey, Current> current(List<CataloguedRun> runs) {
		Instant now = this.clock.instant();
		Map<RunKey, Instant> since = runs.stream()
			.collect(Collectors.toMap(CataloguedRun::key, (run) -> run.host().currentSince(now)));
		if (since.isEmpty()) {
			return Map.of();
		}
		Instant earliest = since.values().stream().min(Instant::compareTo).orElse(now);
		return this.usage.current(since.keySet(), earliest)
			.entrySet()
			.stream()
			.filter((entry) -> !entry.getValue().at().isBefore(since.getOrDefault(entry.getKey(), now)))
			.collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
	}

	/// Where a run's runner is.
	public static RunnerOnHost place(CataloguedRun run) {
		return new RunnerOnHost(run.runner(), run.host().id());
	}

	private static Problem unknownRunner(String name, @Nullable String host) {
		String where = (host != null) ? " on host '%s'".formatted(Problem.shown(host)) : "";
		return Problem.of(ProblemType.UNKNOWN_RUNNER, "There is no runner '%s'%s".formatted(Problem.shown(name), where))
			.with("runner", Problem.shown(name));
	}

	private static Problem ambiguous(String name, List<CataloguedRun> newest) {
		List<String> hosts = newest.stream().map((run) -> run.host().name()).sorted().toList();
		return Problem
			.of(ProblemType.AMBIGUOUS_RUNNER,
					"The runner '%s' exists on the hosts %s; say which with 'host'".formatted(name,
							String.join(", ", hosts)))
			.with("runner", name)
			.with("parameter", "host")
			.with("hosts", hosts);
	}

}
