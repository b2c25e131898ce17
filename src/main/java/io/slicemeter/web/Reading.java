package io.slicemeter.web;

import java.time.Instant;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// What was read at one moment, as clients see it: `at` and a member for every metric.
///
/// @param at when
/// @param figures the values by the names of their metrics; null where one is absent
@Schema(description = "What was read at one moment: `at`, and a member for every metric, null where it is absent.")
public record Reading(@Schema(description = "When it was read.") Instant at,
		@JsonAnyGetter Map<String, @Nullable Number> figures) {
}
