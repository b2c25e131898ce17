package io.slicemeter.timeseries;

/// The spool's directory can't be used; says what to do.
final class SpoolUnusableException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String action;

	SpoolUnusableException(String problem, String action, Throwable cause) {
		super(problem, cause);
		this.action = action;
	}

	String action() {
		return this.action;
	}

}
