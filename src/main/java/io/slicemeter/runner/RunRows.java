package io.slicemeter.runner;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

/// Reads the table `run` where JPQL can ask for it; what it can't is in [RunnerSearch].
interface RunRows extends Repository<RunRow, RunRow.Key> {

	Optional<RunRow> findByKey(RunRow.Key key);

	@Query("""
			select r from RunRow r where r.runner = :runner and r.key.hostId = :hostId
			order by r.startedAt desc, r.key.runId
			""")
	List<RunRow> newest(String runner, long hostId, Limit limit);

	@Query("select count(r) from RunRow r where r.runner = :runner and r.key.hostId = :hostId")
	long count(String runner, long hostId);

	@Query("""
			select r from RunRow r where r.endedAt is null and r.key.hostId in :hostIds
			order by r.runner, r.key.hostId, r.startedAt desc, r.key.runId
			""")
	List<RunRow> openOn(Collection<Long> hostIds);

	@Query("select distinct r.key.hostId from RunRow r where r.runner = :runner")
	List<Long> hostIdsOf(String runner);

	@Query("""
			select r.key as key, r.runner as runner, r.startedAt as startedAt, r.endedAt as endedAt from RunRow r
			where r.runner = :runner and r.key.hostId = :hostId
			and r.startedAt < :to and (r.endedAt is null or r.endedAt >= :from)
			order by r.startedAt, r.key.runId
			""")
	List<LifetimeRow> lifetimes(String runner, long hostId, Instant from, Instant to);

	@Query("""
			select r.key as key, r.runner as runner, r.startedAt as startedAt, r.endedAt as endedAt from RunRow r
			where r.sliceId in :sliceIds and r.key.hostId in :hostIds
			and r.startedAt < :to and (r.endedAt is null or r.endedAt >= :from)
			order by r.startedAt, r.key.hostId, r.key.runId
			""")
	List<LifetimeRow> lifetimesIn(Collection<Long> sliceIds, Collection<Long> hostIds, Instant from, Instant to);

}
