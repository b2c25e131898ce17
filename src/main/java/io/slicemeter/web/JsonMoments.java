package io.slicemeter.web;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.stereotype.Component;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/// Shows moments in JSON in whole microseconds, as the database keeps them: Docker tells
/// nanoseconds, and the same moment must not look different in two answers.
@Component
class JsonMoments implements JsonMapperBuilderCustomizer {

	@Override
	public void customize(JsonMapper.Builder builder) {
		builder.addModule(new SimpleModule("slicemeter-moments").addSerializer(new Microseconds()));
	}

	private static final class Microseconds extends StdSerializer<Instant> {

		Microseconds() {
			super(Instant.class);
		}

		@Override
		public void serialize(Instant moment, JsonGenerator generator, SerializationContext context) {
			generator.writeString(moment.truncatedTo(ChronoUnit.MICROS).toString());
		}

	}

}
