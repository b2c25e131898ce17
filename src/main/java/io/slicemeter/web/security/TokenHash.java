package io.slicemeter.web.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/// The SHA-256 of a token, all that is kept of it. Tokens are long and random, so nothing
/// slower is needed: there is nothing to guess.
final class TokenHash {

	private static final Pattern FORM = Pattern.compile("(?i)(sha256:)?([0-9a-f]{64})");

	private final byte[] digest;

	private TokenHash(byte[] digest) {
		this.digest = digest;
	}

	/// Whether a text can be read as one.
	static boolean isWellFormed(String text) {
		return FORM.matcher(text).matches();
	}

	/// @param text 64 hexadecimal digits, also with `sha256:` in front
	static TokenHash parse(String text) {
		if (!isWellFormed(text)) {
			throw new IllegalArgumentException("not a SHA-256");
		}
		return new TokenHash(HexFormat.of().parseHex(text, text.length() - 64, text.length()));
	}

	static TokenHash of(String token) {
		try {
			return new TokenHash(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/// Takes the same time wherever the two differ.
	boolean matches(TokenHash other) {
		return MessageDigest.isEqual(this.digest, other.digest);
	}

	@Override
	public String toString() {
		return "sha256:…";
	}

}
