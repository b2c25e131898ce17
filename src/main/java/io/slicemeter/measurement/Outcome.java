package io.slicemeter.measurement;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// How a request went.
enum Outcome {

	/// The server answered with a status below 300.
	OK(true, true),
	/// The server sent it elsewhere (3xx), which is not followed.
	REDIRECT(true, true),
	/// The server answered with a status of 400 or above.
	HTTP_ERROR(true, true),
	/// Connecting or a read took longer than allowed.
	TIMEOUT(false, true),
	/// Nobody listens there.
	REFUSED(false, false),
	/// The connection ended before the answer.
	CLOSED(false, false),
	/// TLS could not be agreed on, or the certificate is another's.
	TLS(false, false),
	/// Anything else that left it without an answer.
	FAILED(false, false);

	private final boolean answered;

	private final boolean timed;

	Outcome(boolean answered, boolean timed) {
		this.answered = answered;
		this.timed = timed;
	}

	/// Whether there was a response.
	boolean isAnswered() {
		return this.answered;
	}

	/// Whether its latency tells how long a client waits: a refused connection is quick,
	/// and would make a server look fast.
	boolean isTimed() {
		return this.timed;
	}

	/// As it is stored and shown, e.g. `http-error`.
	String label() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	static Outcome ofStatus(int status) {
		if (status >= 400) {
			return HTTP_ERROR;
		}
		return (status >= 300) ? REDIRECT : OK;
	}

	/// The labels of those whose latencies are looked at.
	static List<String> timedLabels() {
		return Arrays.stream(values()).filter(Outcome::isTimed).map(Outcome::label).toList();
	}

}
