package io.slicemeter.runner;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.data.domain.Limit;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// The catalogue, read by JPA. Every answer takes the rows of its hosts in one further
/// query, since the state of a run depends on its host.
@Repository
@ConditionalOnBooleanProperty(name = "slicemeter.part.answering", matchIfMissing = true)
@Transactional(readOnly = true)
class JpaCatalogue implements Catalogue {

	private final HostRows hosts;

	private final SliceRows slices;

	private final RunRows runs;

	private final EntityManager entities;

	private final SilenceProperties silence;

	JpaCatalogue(HostRows hosts, SliceRows slices, RunRows runs, EntityManager entities, SilenceProperties silence) {
		this.hosts = hosts;
		this.slices = slices;
		this.runs = runs;
		this.entities = entities;
		this.silence = silence;
	}

	@Override
	public List<CataloguedHost> hosts() {
		return this.hosts.findAllByOrderByName().stream().map(this::catalogued).toList();
	}

	@Override
	public Optional<CataloguedHost> host(String name) {
		return this.hosts.findByName(name).map(this::catalogued);
	}

	@Override
	public List<CataloguedSlice> slices(@Nullable HostId host, @Nullable SliceName name) {
		Map<Long, CataloguedHost> hosts = (host != null) ? hostsOf(List.of(host.value()))
				: hosts().stream().collect(Collectors.toMap((each) -> each.id().value(), Function.identity()));
		List<SliceRow> rows = (name != null) ? this.slices.findAllByKeyHostIdInAndKeySliceId(hosts.keySet(), name.id())
				: this.slices.findAllByKeyHostIdIn(hosts.keySet());
		return withHosts(rows, SliceRow::hostId, SliceRow::catalogued, hosts).stream()
			.sorted(Comparator.comparing((CataloguedSlice slice) -> slice.name().value())
				.thenComparing((slice) -> slice.host().name()))
			.toList();
	}

	@Override
	public List<CataloguedRun> newestRuns(RunnerFilter filter, @Nullable RunnerOnHost after, int limit) {
		return catalogued(new RunnerSearch(filter, after, this.silence.silentAfter().toMillis())
			.newestRuns(this.entities, limit));
	}

	@Override
	public List<RunnerOnHost> find(RunnerName name, @Nullable HostId host) {
		List<RunnerOnHost> found = this.runs.hostIdsOf(name.value())
			.stream()
			.map((hostId) -> new RunnerOnHost(name, new HostId(hostId)))
			.filter((runner) -> host == null || runner.host().equals(host))
			.toList();
		if (!found.isEmpty()) {
			return found;
		}
		return RunnerSearch.onceNamed(this.entities, name)
			.stream()
			.map((row) -> new RunnerOnHost(new RunnerName((String) row[1]), new HostId((Long) row[0])))
			.filter((runner) -> host == null || runner.host().equals(host))
			.toList();
	}

	@Override
	public Map<RunnerOnHost, List<String>> formerNames(Collection<RunnerOnHost> runners) {
		Map<RunnerOnHost, List<String>> names = new LinkedHashMap<>();
		for (Object[] row : RunnerSearch.formerNames(this.entities, runners)) {
			RunnerOnHost runner = new RunnerOnHost(new RunnerName((String) row[0]), new HostId((Long) row[1]));
			names.computeIfAbsent(runner, (any) -> new ArrayList<>()).add((String) row[2]);
		}
		return names;
	}

	@Override
	public List<CataloguedRun> runs(RunnerOnHost runner, int limit) {
		return catalogued(this.runs.newest(runner.runner().value(), runner.host().value(), Limit.of(limit)));
	}

	@Override
	public long countRuns(RunnerOnHost runner) {
		return this.runs.count(runner.runner().value(), runner.host().value());
	}

	@Override
	public List<CataloguedRun> openRuns(Collection<RunnerOnHost> runners) {
		return catalogued(RunnerSearch.openRuns(this.entities, runners));
	}

	@Override
	public List<CataloguedRun> openRunsOn(Collection<HostId> hosts) {
		return catalogued(this.runs.openOn(values(hosts)));
	}

	@Override
	public Optional<CataloguedRun> run(RunKey key) {
		List<RunRow> rows = this.runs.findByKey(new RunRow.Key(key.host().value(), key.runId())).stream().toList();
		return catalogued(rows).stream().findFirst();
	}

	@Override
	public List<Lifetime> lifetimes(RunnerOnHost runner, Instant from, Instant to) {
		return this.runs.lifetimes(runner.runner().value(), runner.host().value(), from, to)
			.stream()
			.map(LifetimeRow::lifetime)
			.toList();
	}

	@Override
	public List<Lifetime> lifetimes(Collection<HostId> hosts, SliceName slice, Instant from, Instant to) {
		// an index leads from a slice's ID to its runs, and every nested slice has a row
		// that knows its name
		List<Long> sliceIds = this.slices.findAllByKeyHostIdIn(values(hosts))
			.stream()
			.map(SliceRow::name)
			.filter(slice::contains)
			.map(SliceName::id)
			.distinct()
			.toList();
		return this.runs.lifetimesIn(sliceIds, values(hosts), from, to).stream().map(LifetimeRow::lifetime).toList();
	}

	private CataloguedHost catalogued(HostRow row) {
		return row.catalogued(this.silence.silentAfter());
	}

	private List<CataloguedRun> catalogued(List<RunRow> rows) {
		return withHosts(rows, RunRow::hostId, RunRow::catalogued,
				hostsOf(rows.stream().map(RunRow::hostId).distinct().toList()));
	}

	private Map<Long, CataloguedHost> hostsOf(Collection<Long> ids) {
		return this.hosts.findAllByIdIn(ids).stream().collect(Collectors.toMap(HostRow::id, this::catalogued));
	}

	private static <R, T> List<T> withHosts(List<R> rows, ToLongFunction<R> hostId,
			BiFunction<R, CataloguedHost, T> catalogued, Map<Long, CataloguedHost> hosts) {
		List<T> things = new ArrayList<>();
		for (R row : rows) {
			CataloguedHost host = hosts.get(hostId.applyAsLong(row));
			if (host != null) {
				things.add(catalogued.apply(row, host));
			}
		}
		return things;
	}

	private static List<Long> values(Collection<HostId> hosts) {
		return hosts.stream().map(HostId::value).toList();
	}

}
