package io.slicemeter.timeseries;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;

import javax.sql.DataSource;

import io.slicemeter.runner.RunKey;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;

/// Reads `run_sample` in pages, along its key.
final class SqlUsageReadings implements UsageReadings {

	private final JdbcClient jdbc;

	SqlUsageReadings(DataSource dataSource) {
		this.jdbc = JdbcClient.create(dataSource);
	}

	@Override
	public List<UsageReading> page(RunKey run, TimeRange range, @Nullable Instant after, int limit) {
		return this.jdbc.sql("""
				select at, cpu_usage_usec, memory_bytes, memory_current_bytes, network_all_bytes
				from run_sample
				where host_id = :host and run_id = :run and at >= :from and at < :to
					and at > :after and not closing
				order by at
				limit :limit""")
			.param("host", run.host().value())
			.param("run", run.runId())
			.param("from", moment(range.from()))
			.param("to", moment(range.to()))
			.param("after", moment((after != null) ? after : Instant.EPOCH))
			.param("limit", limit)
			.query((row, _) -> new UsageReading(row.getObject(1, OffsetDateTime.class).toInstant(),
					row.getObject(2, Long.class), row.getObject(3, Long.class), row.getObject(4, Long.class),
					row.getObject(5, Long.class)))
			.list();
	}

	private static OffsetDateTime moment(Instant moment) {
		return moment.atOffset(ZoneOffset.UTC);
	}

}
