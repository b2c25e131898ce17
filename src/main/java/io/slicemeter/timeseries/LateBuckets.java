package io.slicemeter.timeseries;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.springframework.jdbc.core.JdbcTemplate;

/// Marks what came in behind the rollups' watermark, in the transaction that writes it:
/// maintenance rolls it up again.
final class LateBuckets {

	private static final String MARK = """
			insert into late_bucket (host_id, kind, id, first_at, last_at)
			select u.host_id, u.kind, u.id, timestamptz 'epoch' + u.first * interval '1 microsecond',
				least(timestamptz 'epoch' + u.last * interval '1 microsecond', w.closed_to)
			from unnest(cast(? as int8[]), cast(? as text[]), cast(? as int8[]), cast(? as int8[]), cast(? as int8[]))
				as u (host_id, kind, id, first, last), watermark w
			where timestamptz 'epoch' + u.first * interval '1 microsecond' < w.closed_to""";

	private final JdbcTemplate jdbc;

	LateBuckets(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
	}

	/// Marks those of some samples that are late, after they were inserted.
	void mark(List<Sample> samples) {
		if (samples.isEmpty()) {
			return;
		}
		Map<Owner, Span> spans = new LinkedHashMap<>();
		for (Sample sample : samples) {
			long usec = EpochMicros.of(sample.at());
			spans.merge(Owner.of(sample), new Span(usec, usec), Span::and);
		}
		Long[] hosts = spans.keySet().stream().map(Owner::host).toArray(Long[]::new);
		String[] kinds = spans.keySet().stream().map(Owner::kind).toArray(String[]::new);
		Long[] ids = spans.keySet().stream().map(Owner::id).toArray(Long[]::new);
		Long[] firsts = spans.values().stream().map(Span::firstUsec).toArray(Long[]::new);
		Long[] lasts = spans.values().stream().map(Span::lastUsec).toArray(Long[]::new);
		this.jdbc.update(MARK, (statement) -> {
			statement.setArray(1, statement.getConnection().createArrayOf("int8", hosts));
			statement.setArray(2, statement.getConnection().createArrayOf("text", kinds));
			statement.setArray(3, statement.getConnection().createArrayOf("int8", ids));
			statement.setArray(4, statement.getConnection().createArrayOf("int8", firsts));
			statement.setArray(5, statement.getConnection().createArrayOf("int8", lasts));
		});
	}

	/// Whose samples they are.
	private record Owner(long host, String kind, long id) {

		static Owner of(Sample sample) {
			return switch (sample) {
				case RunSample run -> new Owner(run.run().host().value(), "run", run.run().runId());
				case SliceSample slice -> new Owner(slice.host().value(), "slice", slice.slice().id());
				case HostSample host -> new Owner(host.host().value(), "host", 0);
			};
		}

	}

	/// From when to when.
	private record Span(long firstUsec, long lastUsec) {

		Span and(Span other) {
			return new Span(Math.min(this.firstUsec, other.firstUsec), Math.max(this.lastUsec, other.lastUsec));
		}

	}

}
