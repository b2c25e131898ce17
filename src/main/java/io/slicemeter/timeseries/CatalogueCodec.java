package io.slicemeter.timeseries;

import java.util.Optional;

import io.slicemeter.runner.HostRecord;
import io.slicemeter.runner.Limit;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.runner.SliceRecord;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/// Rows of the catalogue as the spool keeps them: JSON with the names of the records'
/// components. What a version does not know is passed over, what it misses is null.
final class CatalogueCodec {

	private static final JsonMapper JSON = JsonMapper.builder()
		.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
		.addModule(new SimpleModule().addSerializer(Limit.class, new LimitWriter())
			.addDeserializer(Limit.class, new LimitReader()))
		.build();

	private CatalogueCodec() {
	}

	static SpoolFile.Row encode(CatalogueRow row) {
		Object record = switch (row) {
			case CatalogueRow.OfHost host -> host.host();
			case CatalogueRow.OfSlice slice -> slice.slice();
			case CatalogueRow.OfRun run -> run.run();
		};
		return new SpoolFile.Row(row.key().text(), JSON.writeValueAsBytes(record));
	}

	/// @return nothing for a row that this version can't read
	static Optional<CatalogueRow> decode(SpoolFile.Row row) {
		try {
			return switch (row.key().split(" ", 2)[0]) {
				case "host" -> Optional
					.of(new CatalogueRow.OfHost(JSON.readValue(row.content(), HostRecord.class), System.nanoTime()));
				case "slice" -> Optional.of(new CatalogueRow.OfSlice(JSON.readValue(row.content(), SliceRecord.class)));
				case "run" -> Optional.of(new CatalogueRow.OfRun(JSON.readValue(row.content(), RunRecord.class)));
				default -> Optional.empty();
			};
		}
		catch (JacksonException ex) {
			return Optional.empty();
		}
	}

	/// As the kernel writes them: a number or `max`.
	private static final class LimitWriter extends ValueSerializer<Limit> {

		@Override
		public void serialize(Limit limit, JsonGenerator json, SerializationContext context) {
			switch (limit) {
				case Limit.Limited limited -> json.writeNumber(limited.value());
				case Limit.Unlimited _ -> json.writeString("max");
			}
		}

	}

	private static final class LimitReader extends ValueDeserializer<Limit> {

		@Override
		public Limit deserialize(JsonParser json, DeserializationContext context) {
			return (json.currentToken() == JsonToken.VALUE_STRING) ? Limit.UNLIMITED : Limit.of(json.getLongValue());
		}

	}

}
