package io.slicemeter.runner;

import java.util.regex.Pattern;

/// Docker's ID of a container: 64 hex digits.
public record ContainerId(String value) {

	private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

	public ContainerId {
		if (!FORM.matcher(value).matches()) {
			throw new IllegalArgumentException("A container ID is 64 hex digits: " + value);
		}
	}

	/// Whether a text is a container's ID.
	public static boolean isValid(String text) {
		return FORM.matcher(text).matches();
	}

	/// The first 12 digits, as Docker shows it.
	public String abbreviated() {
		return this.value.substring(0, 12);
	}

	@Override
	public String toString() {
		return this.value;
	}

}
