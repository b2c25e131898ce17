package io.slicemeter.role;

import org.jspecify.annotations.Nullable;

/// The process can't start as it is configured, and the user can do something about it.
class CannotStartException extends RuntimeException {

	private final String action;

	/// @param problem what is wrong, with the directory, property or process that it is
	/// about
	/// @param action what the user can do
	/// @param cause where the problem came from, if not from a check of our own
	CannotStartException(String problem, String action, @Nullable Throwable cause) {
		super(problem, cause);
		this.action = action;
	}

	CannotStartException(String problem, String action) {
		this(problem, action, null);
	}

	String action() {
		return this.action;
	}

}
