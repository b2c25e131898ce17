package io.slicemeter.engine;

import org.jspecify.annotations.Nullable;

/// The Engine does not answer, or what it answered can't be relied on any more: connect
/// again.
class EngineLostException extends RuntimeException {

	EngineLostException(String why) {
		super(why);
	}

	EngineLostException(String why, Throwable cause) {
		super(why + ": " + rootMessage(cause), cause);
	}

	/// The innermost message that says anything; docker-java wraps I/O errors in bare
	/// runtime exceptions.
	static String rootMessage(Throwable problem) {
		String message = problem.toString();
		for (@Nullable
		Throwable cause = problem; cause != null; cause = cause.getCause()) {
			if (cause.getMessage() != null && !cause.getMessage().isBlank()) {
				message = cause.getMessage().strip();
			}
			else {
				message = cause.getClass().getSimpleName();
			}
		}
		return message;
	}

}
