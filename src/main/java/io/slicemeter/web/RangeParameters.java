package io.slicemeter.web;

import java.time.Instant;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The parameters of a question over a range.
///
/// @param host which host is meant
/// @param from where the range begins
/// @param to where it ends, itself not in it
public record RangeParameters(@Parameter(description = HOST) @Nullable String host,
		@Parameter(description = FROM,
				schema = @Schema(type = "string", defaultValue = DEFAULT_FROM)) @Nullable String from,
		@Parameter(description = TO,
				schema = @Schema(type = "string", defaultValue = DEFAULT_TO)) @Nullable String to) {

	public static final String DEFAULT_FROM = "-1h";

	public static final String DEFAULT_TO = "now";

	static final String HOST = "The name of the host that is meant, where several have it.";

	public static final String FROM = "The beginning of the range: ISO-8601 with `Z` or an offset, unix seconds, relative (`-1h`, "
			+ "`-15m`, `-7d`) or `now`.";

	public static final String TO = "The end of the range, itself not in it; the same forms as `from`.";

	/// The range.
	/// @param now what relative times are counted from
	public Period period(Instant now) {
		return Period.of(this.from, this.to, now);
	}

}
