package io.slicemeter.testing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import io.slicemeter.runner.Catalogue;
import io.slicemeter.runner.CataloguedHost;
import io.slicemeter.runner.CataloguedRun;
import io.slicemeter.runner.CataloguedSlice;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Lifetime;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunState;
import io.slicemeter.runner.RunnerFilter;
import io.slicemeter.runner.RunnerName;
import io.slicemeter.runner.RunnerOnHost;
import io.slicemeter.runner.SliceName;
import io.slicemeter.runner.Source;
import org.jspecify.annotations.Nullable;

/// A catalogue in memory. Filters are only remembered, not applied: what they mean in SQL
/// is tested on a real database.
public class FakeCatalogue implements Catalogue {

	private final List<CataloguedHost> hosts = new ArrayList<>();

	private final List<CataloguedSlice> slices = new ArrayList<>();

	private final List<CataloguedRun> runs = new ArrayList<>();

	private @Nullable RunnerFilter lastFilter;

	private @Nullable RuntimeException failure;

	/// Forgets everything.
	public void clear() {
		this.hosts.clear();
		this.slices.clear();
		this.runs.clear();
		this.lastFilter = null;
		this.failure = null;
	}

	/// Lets every further question fail.
	public void failWith(RuntimeException failure) {
		this.failure = failure;
	}

	/// What the last list was asked for.
	public @Nullable RunnerFilter lastFilter() {
		return this.lastFilter;
	}

	/// Adds a host of 4 CPUs and 8 GiB, source `cgroup`.
	public CataloguedHost host(String name, boolean silent) {
		return add(new CataloguedHost(HostId.of(name), name, 4, 2400, 8L << 30, Source.CGROUP, 2, "28.1.0", "6.12.0",
				"0.1.0", Duration.ofSeconds(2), List.of("pressure"), Instant.parse("2026-01-01T00:00:00Z"),
				Instant.parse("2026-03-01T11:59:59Z"), Duration.ofMillis(-12), silent));
	}

	public CataloguedHost add(CataloguedHost host) {
		this.hosts.add(host);
		return host;
	}

	public CataloguedSlice slice(CataloguedHost host, String name, Limits capacity) {
		CataloguedSlice slice = new CataloguedSlice(host, new SliceName(name), host.source() == Source.DOCKER,
				capacity);
		this.slices.add(slice);
		return slice;
	}

	/// Adds a run of `ci-runners.slice` that began at 11:00 and runs, or ended.
	public CataloguedRun run(CataloguedHost host, long id, String runner, Limits limits, @Nullable Instant endedAt,
			String... formerNames) {
		RunState state = (endedAt != null) ? RunState.ENDED : host.silent() ? RunState.UNKNOWN : RunState.RUNNING;
		CataloguedRun run = new CataloguedRun(new RunKey(host.id(), id), new RunnerName(runner), List.of(formerNames),
				host, new SliceName("ci-runners.slice"), new ContainerId("c".repeat(64)), runner, "busybox:local",
				Map.of("team", "core"), "bridge", List.of("172.17.0.2"), limits,
				Instant.parse("2026-03-01T11:00:00Z").plusSeconds(id), true, state, endedAt,
				(endedAt != null) ? 137 : null, (endedAt != null) ? true : null, null, false);
		this.runs.add(run);
		return run;
	}

	@Override
	public List<CataloguedHost> hosts() {
		check();
		return this.hosts;
	}

	@Override
	public Optional<CataloguedHost> host(String name) {
		check();
		return this.hosts.stream().filter((host) -> host.name().equals(name)).findFirst();
	}

	@Override
	public List<CataloguedSlice> slices(@Nullable HostId host, @Nullable SliceName name) {
		check();
		return this.slices.stream()
			.filter((slice) -> host == null || slice.host().id().equals(host))
			.filter((slice) -> name == null || slice.name().equals(name))
			.toList();
	}

	@Override
	public List<CataloguedRun> newestRuns(RunnerFilter filter, @Nullable RunnerOnHost after, int limit) {
		check();
		this.lastFilter = filter;
		Map<RunnerOnHost, CataloguedRun> newest = new LinkedHashMap<>();
		this.runs.forEach((run) -> newest.merge(place(run), run,
				(one, other) -> one.startedAt().isAfter(other.startedAt()) ? one : other));
		Comparator<RunnerOnHost> order = Comparator.comparing((RunnerOnHost place) -> place.runner().value())
			.thenComparing((place) -> place.host().value());
		return newest.values()
			.stream()
			.sorted(Comparator.comparing(FakeCatalogue::place, order))
			.filter((run) -> after == null || order.compare(place(run), after) > 0)
			.limit(limit)
			.toList();
	}

	@Override
	public List<RunnerOnHost> find(RunnerName name, @Nullable HostId host) {
		check();
		List<CataloguedRun> there = this.runs.stream()
			.filter((run) -> host == null || run.host().id().equals(host))
			.toList();
		List<RunnerOnHost> found = there.stream()
			.filter((run) -> run.runner().equals(name))
			.map(FakeCatalogue::place)
			.distinct()
			.toList();
		return !found.isEmpty() ? found
				: there.stream()
					.filter((run) -> run.formerNames().contains(name.value()))
					.map(FakeCatalogue::place)
					.distinct()
					.toList();
	}

	@Override
	public Map<RunnerOnHost, List<String>> formerNames(Collection<RunnerOnHost> runners) {
		Map<RunnerOnHost, List<String>> names = new LinkedHashMap<>();
		this.runs.stream()
			.filter((run) -> runners.contains(place(run)) && !run.formerNames().isEmpty())
			.forEach((run) -> names.put(place(run), run.formerNames()));
		return names;
	}

	@Override
	public List<CataloguedRun> runs(RunnerOnHost runner, int limit) {
		return this.runs.stream()
			.filter((run) -> place(run).equals(runner))
			.sorted(Comparator.comparing(CataloguedRun::startedAt).reversed())
			.limit(limit)
			.toList();
	}

	@Override
	public long countRuns(RunnerOnHost runner) {
		return runs(runner, Integer.MAX_VALUE).size();
	}

	@Override
	public List<CataloguedRun> openRuns(Collection<RunnerOnHost> runners) {
		return this.runs.stream().filter((run) -> run.endedAt() == null && runners.contains(place(run))).toList();
	}

	@Override
	public List<CataloguedRun> openRunsOn(Collection<HostId> hosts) {
		return this.runs.stream().filter((run) -> run.endedAt() == null && hosts.contains(run.host().id())).toList();
	}

	@Override
	public Optional<CataloguedRun> run(RunKey key) {
		check();
		return this.runs.stream().filter((run) -> run.key().equals(key)).findFirst();
	}

	@Override
	public List<Lifetime> lifetimes(RunnerOnHost runner, Instant from, Instant to) {
		return lifetimes(from, to).filter((life) -> new RunnerOnHost(life.runner(), life.run().host()).equals(runner))
			.toList();
	}

	@Override
	public List<Lifetime> lifetimes(Collection<HostId> hosts, SliceName slice, Instant from, Instant to) {
		return lifetimes(from, to).filter((life) -> hosts.contains(life.run().host())).toList();
	}

	private Stream<Lifetime> lifetimes(Instant from, Instant to) {
		return this.runs.stream()
			.map((run) -> new Lifetime(run.key(), run.runner(), run.startedAt(), run.endedAt()))
			.filter((life) -> life.startedAt().isBefore(to)
					&& (life.endedAt() == null || !life.endedAt().isBefore(from)));
	}

	private void check() {
		if (this.failure != null) {
			throw this.failure;
		}
	}

	private static RunnerOnHost place(CataloguedRun run) {
		return new RunnerOnHost(run.runner(), run.host().id());
	}

}
