package io.slicemeter.timeseries;

/// The disk did not take what was to be kept: it is full, or broken.
final class SpoolException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	SpoolException(String message, Throwable cause) {
		super(message, cause);
	}

}
