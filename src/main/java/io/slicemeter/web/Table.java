package io.slicemeter.web;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/// An answer in columns, which can also be given as CSV and as NDJSON.
public interface Table {

	/// The media type of CSV.
	String CSV = "text/csv";

	/// The media type of one JSON object a line.
	String NDJSON = "application/x-ndjson";

	/// The columns by name, all of the same length, in order; `at` is the first.
	Map<String, List<@Nullable Object>> columns();

	/// The names that the columns have where no units stand beside them.
	default List<String> unitBearingNames() {
		return List.copyOf(columns().keySet());
	}

	/// The name of the file in which CSV is saved, without its ending.
	String fileName();

}
