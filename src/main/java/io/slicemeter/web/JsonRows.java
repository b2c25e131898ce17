package io.slicemeter.web;

import java.io.IOException;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/// Writes rows as the `items` of a JSON object.
class JsonRows extends RowWriter {

	static final ObjectWriter WRITER = JsonMapper.shared()
		.writer()
		.without(StreamWriteFeature.AUTO_CLOSE_TARGET)
		.without(StreamWriteFeature.AUTO_CLOSE_CONTENT);

	JsonRows() {
		super(MediaType.APPLICATION_JSON_VALUE);
	}

	@Override
	void write(RowStream rows, HttpOutputMessage message) throws IOException {
		List<RowStream.Column> columns = rows.columns();
		JsonGenerator generator = WRITER.createGenerator(message.getBody());
		generator.writeStartObject();
		generator.writeStringProperty("id", rows.id());
		generator.writeArrayPropertyStart("items");
		rows.giveTo((values) -> row(generator, columns, values));
		generator.writeEndArray();
		generator.writeEndObject();
		generator.flush();
	}

	static void row(JsonGenerator generator, List<RowStream.Column> columns, @Nullable Object[] values) {
		generator.writeStartObject();
		for (int place = 0; place < values.length; place++) {
			generator.writeName(columns.get(place).name());
			generator.writePOJO(values[place]);
		}
		generator.writeEndObject();
	}

}
