package io.slicemeter.web;

import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpOutputMessage;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SequenceWriter;
import tools.jackson.databind.json.JsonMapper;

/// Writes tables as one JSON object a line, row by row.
class NdjsonTables extends TableWriter {

	private static final ObjectWriter ROWS = JsonMapper.shared()
		.writer()
		.without(StreamWriteFeature.AUTO_CLOSE_TARGET)
		.withRootValueSeparator("\n");

	NdjsonTables() {
		super(Table.NDJSON);
	}

	@Override
	protected void writeInternal(Table table, HttpOutputMessage message) throws IOException {
		Map<String, Iterator<@Nullable Object>> cells = new LinkedHashMap<>();
		table.columns().forEach((name, column) -> cells.put(name, column.iterator()));
		int rows = table.columns().values().stream().mapToInt(List::size).max().orElse(0);
		if (rows == 0) {
			return;
		}
		try (SequenceWriter writer = ROWS.writeValues(message.getBody())) {
			for (int number = 0; number < rows; number++) {
				Map<String, @Nullable Object> row = new LinkedHashMap<>();
				cells.forEach((name, cell) -> row.put(name, cell.next()));
				writer.write(row);
			}
		}
		message.getBody().write('\n');
	}

}
