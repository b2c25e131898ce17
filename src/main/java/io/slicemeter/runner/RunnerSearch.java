package io.slicemeter.runner;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import org.jspecify.annotations.Nullable;

/// One search for runners, written in SQL: `distinct on`, arrays and `jsonb` are what
/// JPQL can't say.
///
/// The inner query walks the index `run_runner` in the order of the page, and takes the
/// newest run of each runner and host; the filter then judges that run. What can't change
/// which run is the newest (host, place in the order) is said inside already.
final class RunnerSearch {

	private final Map<String, Object> values = new LinkedHashMap<>();

	private final List<String> inside = new ArrayList<>();

	private final List<String> outside = new ArrayList<>();

	RunnerSearch(RunnerFilter filter, @Nullable RunnerOnHost after, long silentAfterMillis) {
		if (after != null) {
			this.inside.add("(r.runner, r.host_id) > (:afterRunner, :afterHost)");
			this.values.put("afterRunner", after.runner().value());
			this.values.put("afterHost", after.host().value());
		}
		if (filter.host() != null) {
			this.inside.add("r.host_id = :host");
			this.values.put("host", HostId.of(filter.host()).value());
		}
		if (!filter.states().isEmpty()) {
			states(filter, silentAfterMillis);
		}
		if (filter.slice() != null) {
			slice(filter.slice());
		}
		for (int index = 0; index < filter.labels().size(); index++) {
			label(filter.labels().get(index), "label" + index);
		}
		if (filter.name() != null) {
			this.outside.add("""
					(n.runner ilike :name or exists (select 1 from run f, unnest(f.former_names) as former
					where f.runner = n.runner and f.host_id = n.host_id and former ilike :name))""");
			this.values.put("name", pattern(filter.name()));
		}
		if (filter.image() != null) {
			this.outside.add("n.image ilike :image");
			this.values.put("image", pattern(filter.image()));
		}
	}

	@SuppressWarnings("unchecked")
	List<RunRow> newestRuns(EntityManager entities, int limit) {
		String sql = """
				select n.* from (
				  select distinct on (r.runner, r.host_id) r.* from run r %s
				  order by r.runner, r.host_id, r.started_at desc, r.run_id
				) n join host h on h.host_id = n.host_id %s
				order by n.runner, n.host_id""".formatted(where(this.inside), where(this.outside));
		Query query = entities.createNativeQuery(sql, RunRow.class).setMaxResults(limit);
		this.values.forEach(query::setParameter);
		return query.getResultList();
	}

	/// The open runs of some runners.
	@SuppressWarnings("unchecked")
	static List<RunRow> openRuns(EntityManager entities, Collection<RunnerOnHost> runners) {
		return entities.createNativeQuery("""
				select r.* from run r
				join unnest(cast(:runners as text[]), cast(:hosts as bigint[])) as wanted(runner, host_id)
				  on r.runner = wanted.runner and r.host_id = wanted.host_id
				where r.ended_at is null
				order by r.runner, r.host_id, r.started_at desc, r.run_id""", RunRow.class)
			.setParameter("runners", names(runners))
			.setParameter("hosts", hosts(runners))
			.getResultList();
	}

	/// Rows of runner, host's ID and one former name each.
	@SuppressWarnings("unchecked")
	static List<Object[]> formerNames(EntityManager entities, Collection<RunnerOnHost> runners) {
		return entities.createNativeQuery("""
				select distinct r.runner, r.host_id, former.name from run r
				join unnest(cast(:runners as text[]), cast(:hosts as bigint[])) as wanted(runner, host_id)
				  on r.runner = wanted.runner and r.host_id = wanted.host_id
				cross join unnest(r.former_names) as former(name)
				where former.name <> r.runner
				order by r.runner, r.host_id, former.name""")
			.setParameter("runners", names(runners))
			.setParameter("hosts", hosts(runners))
			.getResultList();
	}

	/// Rows of host's ID and runner: on each host the newest that once had the name.
	@SuppressWarnings("unchecked")
	static List<Object[]> onceNamed(EntityManager entities, RunnerName name) {
		return entities.createNativeQuery("""
				select distinct on (r.host_id) r.host_id, r.runner from run r
				where r.former_names @> cast(:names as text[])
				order by r.host_id, r.started_at desc, r.run_id""")
			.setParameter("names", new String[] { name.value() })
			.getResultList();
	}

	private void states(RunnerFilter filter, long silentAfterMillis) {
		this.outside.add("""
				case when n.state in ('running', 'paused')
				  and h.last_seen_at < now() - cast(:silentAfterMillis as bigint) * interval '1 millisecond'
				then 'unknown' else n.state end = any(cast(:states as text[]))""");
		this.values.put("silentAfterMillis", silentAfterMillis);
		this.values.put("states", filter.states().stream().map(RunState::label).sorted().toArray(String[]::new));
		if (filter.states().stream().allMatch(RunState::isOpen)) {
			// few runs are open: they lead to the runners that can be meant
			this.inside
				.add("(r.runner, r.host_id) in (select o.runner, o.host_id from run o where o.ended_at is null)");
		}
	}

	private void slice(SliceName slice) {
		if (slice.isRoot()) {
			return;
		}
		this.values.put("slice", slice.value());
		if (slice.isSystemd()) {
			this.outside.add("(n.slice = :slice or (starts_with(n.slice, :nested) and n.slice like '%.slice'))");
			this.values.put("nested", slice.stem() + "-");
			return;
		}
		this.outside.add("n.slice = :slice");
	}

	private void label(RunnerFilter.WantedLabel label, String parameter) {
		this.values.put(parameter, label.key());
		if (label.value() == null) {
			this.outside.add("jsonb_exists(n.labels, :" + parameter + ")");
			return;
		}
		this.outside.add("n.labels ->> :%1$s = :%1$sValue".formatted(parameter));
		this.values.put(parameter + "Value", label.value());
	}

	/// The pattern of `ilike` for a part of a name, or for a glob over the whole of it.
	private static String pattern(String text) {
		String literal = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
		boolean glob = text.indexOf('*') >= 0 || text.indexOf('?') >= 0;
		return (glob ? literal.replace('*', '%').replace('?', '_') : "%" + literal + "%").toLowerCase(Locale.ROOT);
	}

	private static String where(List<String> conditions) {
		return conditions.isEmpty() ? "" : "where " + String.join("\n  and ", conditions);
	}

	private static String[] names(Collection<RunnerOnHost> runners) {
		return runners.stream().map((runner) -> runner.runner().value()).toArray(String[]::new);
	}

	private static Long[] hosts(Collection<RunnerOnHost> runners) {
		return runners.stream().map((runner) -> runner.host().value()).toArray(Long[]::new);
	}

}
