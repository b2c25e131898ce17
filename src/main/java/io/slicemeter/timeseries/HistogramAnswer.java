package io.slicemeter.timeseries;

import java.util.List;
import java.util.Map;

import io.slicemeter.runner.Metric;
import io.slicemeter.timeseries.UsageSummary.Distribution;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;

/// The distribution of one metric, from the histograms of the parts of a range.
final class HistogramAnswer {

	private final Histogram histogram = new Histogram();

	private double least = Double.POSITIVE_INFINITY;

	private double greatest = Double.NEGATIVE_INFINITY;

	/// Adds what a part says.
	static void read(Map<Metric, HistogramAnswer> answers, List<Metric> metrics, JdbcClient.StatementSpec bins) {
		bins.query((row) -> {
			HistogramAnswer answer = answers.computeIfAbsent(metrics.get(row.getInt("metric")),
					(_) -> new HistogramAnswer());
			int bin = row.getInt("bin");
			if (!row.wasNull()) {
				answer.histogram.add(bin, row.getDouble("looks"));
			}
			double least = row.getDouble("least");
			if (!row.wasNull()) {
				answer.least = Math.min(answer.least, least);
				answer.greatest = Math.max(answer.greatest, row.getDouble("greatest"));
			}
		});
	}

	Distribution distribution(@Nullable Double mean) {
		boolean known = this.least <= this.greatest;
		return new Distribution(mean, known ? (Double) this.least : null,
				this.histogram.percentile(0.5, this.least, this.greatest),
				this.histogram.percentile(0.95, this.least, this.greatest), known ? (Double) this.greatest : null);
	}

}
