package io.slicemeter.demo;

/// The demo doesn't start as it is configured, and the user can do something about it.
class DemoRefusedException extends RuntimeException {

	private final String action;

	DemoRefusedException(String problem, String action) {
		super(problem);
		this.action = action;
	}

	String action() {
		return this.action;
	}

}
