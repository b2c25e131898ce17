package io.slicemeter.engine;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;

/// Reads the kernel's counts: whole numbers from 0 to 2^63-1. Everything else is absent,
/// so that one odd number costs itself and not its document (2^64-1 stands for "no limit"
/// in some engines).
final class CountDeserializer extends StdDeserializer<Long> {

	CountDeserializer() {
		super(Long.class);
	}

	@Override
	public @Nullable Long deserialize(JsonParser parser, DeserializationContext context) {
		if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
			parser.skipChildren();
			return null;
		}
		if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
			return null;
		}
		long count = parser.getLongValue();
		return (count >= 0) ? count : null;
	}

}
