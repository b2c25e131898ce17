package io.slicemeter.runner;

import java.util.Optional;
import java.util.regex.Pattern;

/// The stable name that a runner's history is keyed by: 1 to 200 characters of `A-Z a-z
/// 0-9 _ . : @ -`.
public record RunnerName(String value) {

	/// The label that gives a container its runner's name.
	public static final String LABEL = "slicemeter.runner";

	/// How long a name may be.
	public static final int MAX_LENGTH = 200;

	private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_.:@-]{1," + MAX_LENGTH + "}");

	private static final Pattern FOREIGN = Pattern.compile("[^A-Za-z0-9_.:@-]");

	public RunnerName {
		if (!FORM.matcher(value).matches()) {
			throw new IllegalArgumentException(
					"A runner's name is 1 to 200 characters of A-Z a-z 0-9 _ . : @ -: '" + value + "'");
		}
	}

	public static boolean isValid(String text) {
		return FORM.matcher(text).matches();
	}

	/// The name that a label gives: foreign characters become `_`; nothing if it is empty
	/// or too long.
	public static Optional<RunnerName> ofLabel(String label) {
		if (label.isEmpty() || label.length() > MAX_LENGTH) {
			return Optional.empty();
		}
		return Optional.of(new RunnerName(FOREIGN.matcher(label).replaceAll("_")));
	}

	/// The name of a container, with or without Docker's leading slash.
	public static RunnerName ofContainer(String containerName) {
		String name = containerName.startsWith("/") ? containerName.substring(1) : containerName;
		String clean = FOREIGN.matcher(name).replaceAll("_");
		return new RunnerName(clean.substring(0, Math.min(clean.length(), MAX_LENGTH)));
	}

	@Override
	public String toString() {
		return this.value;
	}

}
