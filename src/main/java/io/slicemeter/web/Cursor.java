package io.slicemeter.web;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// The place where a page ended, as an opaque text: the keys of its last item.
public final class Cursor {

	/// Stands first, so that a later form can be told from this one.
	private static final String VERSION = "1";

	private static final String SEPARATOR = "\0";

	private Cursor() {
	}

	public static String encode(String... keys) {
		String text = VERSION + SEPARATOR + String.join(SEPARATOR, keys);
		return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
	}

	/// The keys of a cursor; nothing if it is not one of so many keys.
	public static Optional<List<String>> decode(String text, int keys) {
		try {
			List<String> parts = Arrays
				.asList(new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8).split(SEPARATOR, -1));
			return (parts.size() == keys + 1 && parts.getFirst().equals(VERSION))
					? Optional.of(parts.subList(1, parts.size())) : Optional.empty();
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	/// What answers a text that is not a cursor.
	public static Problem malformed(String parameter, String text) {
		return Problem.invalidParameter(parameter,
				"'%s' is not a cursor; take 'next' of the page before".formatted(Problem.shown(text)),
				"the value of 'next'");
	}

}
