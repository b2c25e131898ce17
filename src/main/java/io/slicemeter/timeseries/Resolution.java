package io.slicemeter.timeseries;

/// From which rows an answer was made.
public enum Resolution {

	/// The samples themselves.
	RAW("raw");

	private final String label;

	Resolution(String label) {
		this.label = label;
	}

	/// As it is shown.
	public String label() {
		return this.label;
	}

}
