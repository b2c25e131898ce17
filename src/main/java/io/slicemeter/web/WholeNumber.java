package io.slicemeter.web;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/// Reads a whole number within bounds from a parameter.
public final class WholeNumber {

	private static final Pattern FORM = Pattern.compile("\\d{1,9}");

	private WholeNumber() {
	}

	public static int parse(String parameter, @Nullable String text, int otherwise, int least, int most) {
		if (text == null) {
			return otherwise;
		}
		if (FORM.matcher(text).matches() && Integer.parseInt(text) >= least && Integer.parseInt(text) <= most) {
			return Integer.parseInt(text);
		}
		throw Problem.invalidParameter(parameter,
				"'%s' is not allowed for '%s'; allowed are whole numbers from %d to %d".formatted(Problem.shown(text),
						parameter, least, most),
				least + ".." + most);
	}

}
