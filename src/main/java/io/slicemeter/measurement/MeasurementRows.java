package io.slicemeter.measurement;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Reads and writes the table `measurement`. Who lives is told by the database's clock.
interface MeasurementRows extends Repository<MeasurementRow, UUID> {

	MeasurementRow save(MeasurementRow row);

	Optional<MeasurementRow> findById(UUID id);

	@Query("select m from MeasurementRow m order by m.createdAt desc, m.id")
	List<MeasurementRow> newest(Limit limit);

	@Query("""
			select m from MeasurementRow m where m.createdAt < :createdAt or (m.createdAt = :createdAt and m.id > :id)
			order by m.createdAt desc, m.id
			""")
	List<MeasurementRow> newestAfter(Instant createdAt, UUID id, Limit limit);

	@Query("select count(m) from MeasurementRow m where m.state in ('scheduled', 'running')")
	int countOpen();

	@Query("select coalesce(sum(m.requests), 0) from MeasurementRow m")
	long sumOfRequests();

	@Modifying
	@Query("""
			update MeasurementRow m set m.stopAskedAt = :at
			where m.id = :id and m.state in ('scheduled', 'running') and m.stopAskedAt is null
			""")
	int askToStop(UUID id, Instant at);

	@Modifying
	@Query("""
			update MeasurementRow m set m.state = :state, m.reason = :reason, m.startedAt = :startedAt,
				m.endedAt = :endedAt, m.requests = :requests, m.unsent = :unsent, m.members = :members,
				m.outcomes = :outcomes, m.latencies = :latencies, m.serviceTimes = :serviceTimes,
				m.heartbeatAt = instant
			where m.id = :id and m.owner = :owner and m.state in ('scheduled', 'running')
			""")
	int write(UUID id, UUID owner, String state, @Nullable String reason, @Nullable Instant startedAt,
			@Nullable Instant endedAt, long requests, long unsent, String members, String outcomes,
			byte @Nullable [] latencies, byte @Nullable [] serviceTimes);

	@Modifying
	@Query("update MeasurementRow m set m.usage = :usage where m.id = :id")
	void keepUsage(UUID id, String usage);

	@Modifying
	@Transactional
	@Query("delete from MeasurementRow m where m.id = :id and m.state not in ('scheduled', 'running')")
	int deleteOver(UUID id);

	@NativeQuery("""
			select * from measurement
			where state in ('scheduled', 'running') and heartbeat_at < now() - :seconds * interval '1 second'
			""")
	List<MeasurementRow> silentFor(double seconds);

	@Query("""
			select m from MeasurementRow m where m.state not in ('scheduled', 'running') and m.usage is null
			order by m.createdAt
			""")
	List<MeasurementRow> withoutUsage(Limit limit);

}
