package io.slicemeter.web;

import java.io.IOException;
import java.util.List;

import org.springframework.http.HttpOutputMessage;
import tools.jackson.core.JsonGenerator;

/// Writes rows as one JSON object a line.
class NdjsonRows extends RowWriter {

	NdjsonRows() {
		super(Table.NDJSON);
	}

	@Override
	void write(RowStream rows, HttpOutputMessage message) throws IOException {
		List<RowStream.Column> columns = rows.columns();
		JsonGenerator generator = JsonRows.WRITER.withRootValueSeparator("").createGenerator(message.getBody());
		rows.giveTo((values) -> {
			JsonRows.row(generator, columns, values);
			generator.writeRaw('\n');
		});
		generator.flush();
	}

}
