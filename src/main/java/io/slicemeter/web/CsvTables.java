package io.slicemeter.web;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpOutputMessage;

/// Writes tables as CSV (RFC 4180), row by row.
class CsvTables extends TableWriter {

	private static final String LINE_END = "\r\n";

	CsvTables() {
		super(Table.CSV);
	}

	@Override
	protected void writeInternal(Table table, HttpOutputMessage message) throws IOException {
		message.getHeaders()
			.set(HttpHeaders.CONTENT_DISPOSITION,
					"inline; filename=\"" + table.fileName().replaceAll("[^A-Za-z0-9._@-]", "_") + ".csv\"");
		Writer writer = new BufferedWriter(new OutputStreamWriter(message.getBody(), StandardCharsets.UTF_8));
		writeRow(writer, table.unitBearingNames());
		List<Iterator<@Nullable Object>> cells = table.columns().values().stream().map(List::iterator).toList();
		while (!cells.isEmpty() && cells.getFirst().hasNext()) {
			String separator = "";
			for (Iterator<@Nullable Object> cell : cells) {
				writer.append(separator).append(cell(cell.next()));
				separator = ",";
			}
			writer.append(LINE_END);
		}
		writer.flush();
	}

	private static void writeRow(Writer writer, List<String> cells) throws IOException {
		writer.append(String.join(",", cells.stream().map(CsvTables::cell).toList())).append(LINE_END);
	}

	/// A cell: a text that a spreadsheet would take for a formula gets an apostrophe in
	/// front, as OWASP advises. https://owasp.org/www-community/attacks/CSV_Injection
	static String cell(@Nullable Object value) {
		if (value == null) {
			return "";
		}
		if (value instanceof Number) {
			return value.toString();
		}
		String text = value.toString();
		if (!text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0) {
			text = "'" + text;
		}
		boolean quoted = text.chars().anyMatch((character) -> ",\"\r\n".indexOf(character) >= 0);
		return quoted ? "\"" + text.replace("\"", "\"\"") + "\"" : text;
	}

}
