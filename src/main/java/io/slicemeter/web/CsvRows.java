package io.slicemeter.web;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpOutputMessage;

/// Writes rows as CSV (RFC 4180).
class CsvRows extends RowWriter {

	CsvRows() {
		super(Table.CSV);
	}

	@Override
	void write(RowStream rows, HttpOutputMessage message) throws IOException {
		message.getHeaders()
			.set(HttpHeaders.CONTENT_DISPOSITION,
					"inline; filename=\"" + rows.fileName().replaceAll("[^A-Za-z0-9._@-]", "_") + ".csv\"");
		Writer writer = new BufferedWriter(new OutputStreamWriter(message.getBody(), StandardCharsets.UTF_8));
		List<String> names = rows.columns().stream().map(RowStream.Column::unitBearingName).toList();
		writer.append(String.join(",", names)).append("\r\n");
		rows.giveTo((values) -> line(writer, values));
		writer.flush();
	}

	private static void line(Writer writer, @Nullable Object[] values) {
		try {
			String separator = "";
			for (Object value : values) {
				writer.append(separator).append(CsvTables.cell(value));
				separator = ",";
			}
			writer.append("\r\n");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
