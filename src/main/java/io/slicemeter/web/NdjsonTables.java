package io.slicemeter.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.AbstractHttpMessageConverter;
import org.springframework.http.converter.HttpMessageNotReadableException;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SequenceWriter;
import tools.jackson.databind.json.JsonMapper;

/// Writes tables as one JSON object a line, row by row.
class NdjsonTables extends AbstractHttpMessageConverter<Table> {

	private static final ObjectWriter ROWS = JsonMapper.shared()
		.writer()
		.without(StreamWriteFeature.AUTO_CLOSE_TARGET)
		.withRootValueSeparator("\n");

	NdjsonTables() {
		super(StandardCharsets.UTF_8, MediaType.valueOf(Table.NDJSON));
	}

	@Override
	protected boolean supports(Class<?> type) {
		return Table.class.isAssignableFrom(type);
	}

	@Override
	public boolean canRead(Class<?> type, @Nullable MediaType mediaType) {
		return false;
	}

	@Override
	protected Table readInternal(Class<? extends Table> type, HttpInputMessage message) {
		throw new HttpMessageNotReadableException("NDJSON is only written", message);
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
