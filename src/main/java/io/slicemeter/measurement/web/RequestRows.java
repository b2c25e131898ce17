package io.slicemeter.measurement.web;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

import io.slicemeter.measurement.Measurement;
import io.slicemeter.measurement.Measurements;
import io.slicemeter.timeseries.RequestRecord;
import io.slicemeter.web.RowStream;

/// The requests of a measurement, a row each.
///
/// @param after the ID of the one before the first; -1 for all
/// @param limit how many at most
record RequestRows(Measurements measurements, Measurement measurement, long after, long limit) implements RowStream {

	private static final List<Column> COLUMNS = List.of(Column.of("at"), Column.of("id"), Column.of("messageLength"),
			new Column("latency", "latencySeconds"), new Column("start", "startEpochSeconds"),
			new Column("serviceTime", "serviceTimeSeconds"), Column.of("status"), Column.of("outcome"));

	@Override
	public List<Column> columns() {
		return COLUMNS;
	}

	@Override
	public void giveTo(RowTaker taker) {
		this.measurements.requests(this.measurement, this.after, this.limit, (request) -> give(taker, request));
	}

	private static void give(RowTaker taker, RequestRecord request) {
		taker.take(moment(request.sentAt()), request.id(), request.messageLength(),
				BigDecimal.valueOf(request.latencyNanos(), 9), epochSeconds(request.sentAt()),
				BigDecimal.valueOf(request.serviceNanos(), 9), request.status(), request.outcome());
	}

	static String moment(Instant moment) {
		return moment.truncatedTo(ChronoUnit.MICROS).toString();
	}

	static BigDecimal epochSeconds(Instant moment) {
		return BigDecimal.valueOf(ChronoUnit.MICROS.between(Instant.EPOCH, moment), 6);
	}

	@Override
	public String fileName() {
		return "latencies-" + this.measurement.id();
	}

	@Override
	public String id() {
		return this.measurement.id().toString();
	}

}
