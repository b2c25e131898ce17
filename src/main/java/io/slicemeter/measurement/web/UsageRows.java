package io.slicemeter.measurement.web;

import java.util.List;

import io.slicemeter.measurement.Measurement;
import io.slicemeter.measurement.Measurements;
import io.slicemeter.measurement.Member;
import io.slicemeter.measurement.UsagePoint;
import io.slicemeter.web.RowStream;

/// The usage points of a measurement, a row each, runner by runner.
record UsageRows(Measurements measurements, Measurement measurement) implements RowStream {

	private static final List<Column> COLUMNS = List.of(Column.of("at"), new Column("time", "timeEpochSeconds"),
			Column.of("runner"), Column.of("host"), Column.of("runId"), Column.of("containerId"),
			Column.of("networkAllBytes"), Column.of("memoryShare"), Column.of("cpuShare"), Column.of("cpuUsageUsec"),
			Column.of("memoryCurrentBytes"), Column.of("memoryBytes"));

	@Override
	public List<Column> columns() {
		return COLUMNS;
	}

	@Override
	public void giveTo(RowTaker taker) {
		this.measurements.usagePoints(this.measurement, (runner, point) -> give(taker, runner, point));
	}

	private static void give(RowTaker taker, Member runner, UsagePoint point) {
		taker.take(RequestRows.moment(point.at()), RequestRows.epochSeconds(point.at()), runner.runner(), runner.host(),
				point.run().toString(), point.container().value(), point.networkAllBytes(), point.memoryShare(),
				point.cpuShare(), point.cpuUsageUsec(), point.memoryCurrentBytes(), point.memoryBytes());
	}

	@Override
	public String fileName() {
		return "usage-" + this.measurement.id();
	}

	@Override
	public String id() {
		return this.measurement.id().toString();
	}

}
