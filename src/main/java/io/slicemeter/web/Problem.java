package io.slicemeter.web;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/// What ends a request with a problem detail (RFC 9457). `detail` is for people: it says
/// what is wrong and what is allowed; further members say the same to programs.
public final class Problem extends ErrorResponseException {

	private final ProblemType type;

	private Problem(ProblemType type, String detail) {
		super(type.status(), body(type, detail), null);
		this.type = type;
	}

	/// A problem of a type.
	public static Problem of(ProblemType type, String detail) {
		return new Problem(type, detail);
	}

	/// A parameter whose value is not allowed.
	/// @param detail what is wrong and what is allowed
	/// @param allowed the values or forms that are allowed
	public static Problem invalidParameter(String parameter, String detail, String... allowed) {
		return of(ProblemType.INVALID_PARAMETER, detail).with("parameter", parameter).with("allowed", List.of(allowed));
	}

	/// A parameter that takes only some words.
	public static Problem notOneOf(String parameter, String value, List<String> allowed) {
		return invalidParameter(parameter, "'%s' is not allowed for '%s'; allowed are %s".formatted(shown(value),
				parameter, String.join(", ", allowed)), allowed.toArray(String[]::new));
	}

	/// A host that nobody has heard of.
	public static Problem unknownHost(String host) {
		return of(ProblemType.UNKNOWN_HOST, "There is no host '%s'".formatted(shown(host))).with("host", shown(host));
	}

	/// A slice that nobody has heard of.
	/// @param host the name of the host that it should be on; null for any
	public static Problem unknownSlice(String slice, @Nullable String host) {
		String where = (host != null) ? " on host '%s'".formatted(shown(host)) : "";
		return of(ProblemType.UNKNOWN_SLICE, "There is no slice '%s'%s".formatted(shown(slice), where)).with("slice",
				shown(slice));
	}

	/// The same problem with one member more.
	public Problem with(String member, Object value) {
		getBody().setProperty(member, value);
		return this;
	}

	/// The same problem with the time after which it may be over.
	public Problem retryAfter(Duration wait) {
		getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(wait.toSeconds()));
		return this;
	}

	public ProblemType type() {
		return this.type;
	}

	/// A client's text as it may stand in an answer: not endlessly long, without control
	/// characters.
	public static String shown(@Nullable String text) {
		if (text == null) {
			return "";
		}
		String clean = text.replaceAll("\\p{Cntrl}", "?");
		return (clean.length() > 100) ? clean.substring(0, 100) + "…" : clean;
	}

	static ProblemDetail body(ProblemType type, String detail) {
		ProblemDetail body = ProblemDetail.forStatusAndDetail(type.status(), detail);
		body.setType(type.uri());
		body.setTitle(type.title());
		return body;
	}

}
