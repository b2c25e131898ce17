package io.slicemeter.timeseries;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.slicemeter.runner.Metric;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/// Writes samples, all of a table in one statement: an array for each column, put
/// together by `unnest`. Rows that are there already are passed over, without naming the
/// key: roles that may only insert must not name one.
final class SampleInserts {

	private static final Table<RunSample> RUN = Table.of("run_sample",
			columns(List.of(new Column<>("host_id", "int8", (sample) -> sample.run().host().value()),
					new Column<>("run_id", "int8", (sample) -> sample.run().runId()),
					new Column<>("closing", "bool", RunSample::closing)), readings(Metric.read())));

	private static final Table<SliceSample> SLICE = Table.of(
			"slice_sample", columns(
					List.of(new Column<>("host_id", "int8", (sample) -> sample.host().value()),
							new Column<>("slice_id", "int8", (sample) -> sample.slice().id())),
					readings(Metric.read())));

	private static final Table<HostSample> HOST = Table.of("host_sample",
			columns(List.of(new Column<>("host_id", "int8", (sample) -> sample.host().value()),
					new Column<>("memory_available_bytes", "int8", HostSample::memoryAvailableBytes)),
					readings(HostMetrics.read())));

	private final JdbcTemplate jdbc;

	SampleInserts(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
	}

	void write(List<Sample> samples) {
		List<RunSample> ofRuns = new ArrayList<>(samples.size());
		List<SliceSample> ofSlices = new ArrayList<>();
		List<HostSample> ofHosts = new ArrayList<>();
		for (Sample sample : samples) {
			switch (sample) {
				case RunSample run -> ofRuns.add(run);
				case SliceSample slice -> ofSlices.add(slice);
				case HostSample host -> ofHosts.add(host);
			}
		}
		insert(RUN, ofRuns);
		insert(SLICE, ofSlices);
		insert(HOST, ofHosts);
	}

	private <S extends Sample> void insert(Table<S> table, List<S> samples) {
		if (samples.isEmpty()) {
			return;
		}
		this.jdbc.execute((ConnectionCallback<Integer>) (connection) -> {
			try (PreparedStatement statement = connection.prepareStatement(table.insert())) {
				int parameter = 0;
				for (Column<S> column : table.columns()) {
					statement.setArray(++parameter, column.array(connection, samples));
				}
				return statement.executeUpdate();
			}
		});
	}

	private static <S extends Sample> List<Column<S>> readings(List<Metric> metrics) {
		return metrics.stream()
			.map((metric) -> new Column<S>(metric.column(), "int8",
					(sample) -> sample.readings().has(metric) ? sample.readings().get(metric) : null))
			.toList();
	}

	private static <S extends Sample> List<Column<S>> columns(List<Column<S>> own, List<Column<S>> readings) {
		List<Column<S>> columns = new ArrayList<>(own);
		columns.add(new Column<>("at", "int8", (sample) -> EpochMicros.of(sample.at())));
		columns.add(new Column<>("covered_usec", "int8", Sample::coveredUsec));
		columns.add(new Column<>("cpu_millicores", "float8", Sample::cpuMillicores));
		columns.addAll(readings);
		return List.copyOf(columns);
	}

	private record Column<S>(String name, String type, Function<S, @Nullable Object> value) {

		java.sql.Array array(Connection connection, List<S> samples) throws SQLException {
			@Nullable Object[] values = switch (this.type) {
				case "int8" -> new Long[samples.size()];
				case "float8" -> new Double[samples.size()];
				default -> new Boolean[samples.size()];
			};
			for (int row = 0; row < values.length; row++) {
				values[row] = this.value.apply(samples.get(row));
			}
			return connection.createArrayOf(this.type, values);
		}

		String selected() {
			return this.name.equals("at") ? "timestamptz 'epoch' + u.at * interval '1 microsecond'" : "u." + this.name;
		}

	}

	private record Table<S>(String insert, List<Column<S>> columns) {

		static <S> Table<S> of(String name, List<Column<S>> columns) {
			String names = columns.stream().map(Column::name).collect(Collectors.joining(", "));
			String selected = columns.stream().map(Column::selected).collect(Collectors.joining(", "));
			String arrays = columns.stream()
				.map((column) -> "cast(? as " + column.type() + "[])")
				.collect(Collectors.joining(", "));
			return new Table<>("insert into %s (%s) select %s from unnest(%s) as u(%s) on conflict do nothing"
				.formatted(name, names, selected, arrays, names), columns);
		}

	}

}
