package io.slicemeter.timeseries;

import java.util.List;

import javax.sql.DataSource;

import org.springframework.jdbc.core.simple.JdbcClient;

/// Marks samples of runs that are late, as `late_bucket`'s migration tells writers to.
final class LateMarks {

	private LateMarks() {
	}

	static void mark(DataSource dataSource, List<Sample> samples) {
		List<RunSample> ofRuns = samples.stream().map(RunSample.class::cast).toList();
		JdbcClient.create(dataSource)
			.sql("""
					insert into late_bucket (host_id, kind, id, first_at, last_at)
					select u.host_id, 'run', u.id, min(moment_of(u.at)), max(moment_of(u.at))
					from unnest(cast(? as bigint[]), cast(? as bigint[]), cast(? as bigint[])) as u (host_id, id, at)
					where moment_of(u.at) < (select closed_to from watermark)
					group by u.host_id, u.id""")
			.param(ofRuns.stream().mapToLong((sample) -> sample.run().host().value()).toArray())
			.param(ofRuns.stream().mapToLong((sample) -> sample.run().runId()).toArray())
			.param(ofRuns.stream().mapToLong((sample) -> EpochMicros.of(sample.at())).toArray())
			.update();
	}

}
