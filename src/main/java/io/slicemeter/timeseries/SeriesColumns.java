package io.slicemeter.timeseries;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.slicemeter.runner.Figures;
import io.slicemeter.runner.Metric;
import org.jspecify.annotations.Nullable;

/// A series as it is shown: columns by name, `at` first, and what they are called where
/// no units stand beside.
public final class SeriesColumns {

	private static final String AT = "at";

	private SeriesColumns() {
	}

	/// The columns by the names of their metrics.
	public static Map<String, List<@Nullable Object>> of(Series series, SeriesQuery query) {
		Map<String, List<@Nullable Object>> columns = new LinkedHashMap<>();
		columns.put(AT, new ArrayList<>(series.at()));
		for (Metric metric : query.metrics()) {
			List<@Nullable Object> cells = new ArrayList<>(series.at().size());
			for (@Nullable
			Number value : series.columns().getOrDefault(metric, List.of())) {
				cells.add(Figures.shown(value));
			}
			columns.put(metric.jsonName(), cells);
		}
		return columns;
	}

	/// The names of the columns with their units: that of a rate says so.
	public static List<String> unitBearingNames(SeriesQuery query) {
		List<String> names = new ArrayList<>();
		names.add(AT);
		for (Metric metric : query.metrics()) {
			names.add((query.rate() && metric.isCounter()) ? metric.jsonName() + "PerSecond" : metric.jsonName());
		}
		return names;
	}

}
