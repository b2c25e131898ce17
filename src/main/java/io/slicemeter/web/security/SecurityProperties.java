package io.slicemeter.web.security;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// Who may ask this service, and how much.
///
/// @param tokens bearer tokens, each with a name, the SHA-256 of the token and its scopes
/// @param trustNetwork whether everyone who reaches the service may ask it, even beyond
/// loopback: for a mesh that authenticates by itself
/// @param allowedOrigins origins whose pages may ask in a browser (CORS), such as
/// https://board.example.org; none by default
/// @param requestsPerSecond how many requests a second a client may make in the long run,
/// 1 to 100000
/// @param burst how many requests a client may make at once, 1 to 100000
/// @param maxBody how large a request's body may be, 1 KB to 16 MB
@ConfigurationProperties("slicemeter.security")
record SecurityProperties(@DefaultValue List<Token> tokens, @DefaultValue("false") boolean trustNetwork,
		@DefaultValue List<String> allowedOrigins, @DefaultValue("50") int requestsPerSecond,
		@DefaultValue("200") int burst, @DefaultValue("64KB") DataSize maxBody) {

	SecurityProperties {
		tokens = List.copyOf(tokens);
		allowedOrigins = List.copyOf(allowedOrigins);
		Set<String> names = new HashSet<>();
		for (int index = 0; index < tokens.size(); index++) {
			String property = "slicemeter.security.tokens[%d]".formatted(index);
			tokens.get(index).check(property);
			if (!names.add(tokens.get(index).knownName())) {
				throw new IllegalArgumentException(
						"%s.name is '%s', as another token's is".formatted(property, tokens.get(index).knownName()));
			}
		}
		within("requests-per-second", requestsPerSecond, 1, 100_000);
		within("burst", burst, 1, 100_000);
		if (maxBody.toBytes() < 1024 || maxBody.toMegabytes() > 16) {
			throw new IllegalArgumentException("slicemeter.security.max-body must be from 1KB to 16MB, not " + maxBody);
		}
		for (String origin : allowedOrigins) {
			if (!origin.matches("https?://[^/*\\s]+")) {
				throw new IllegalArgumentException(
						"slicemeter.security.allowed-origins must be origins such as https://board.example.org, not '%s'"
							.formatted(origin));
			}
		}
	}

	private static void within(String name, int value, int least, int most) {
		if (value < least || value > most) {
			throw new IllegalArgumentException(
					"slicemeter.security.%s must be from %d to %d, not %d".formatted(name, least, most, value));
		}
	}

	/// A token that is let in.
	///
	/// @param name what the client is called in logs and limits
	/// @param hash the SHA-256 of the token: sha256: and 64 hexadecimal digits
	/// @param scopes what it may do: read, measure, admin; each includes those before it
	record Token(@Nullable String name, @Nullable String hash, @DefaultValue Set<String> scopes) {

		Token {
			scopes = Set.copyOf(scopes);
		}

		private void check(String property) {
			if (this.name == null || !this.name.matches("[A-Za-z0-9_.@-]{1,64}")) {
				throw new IllegalArgumentException(
						property + ".name must be 1 to 64 characters of A-Z a-z 0-9 _ . @ -");
			}
			if (this.hash == null || !TokenHash.isWellFormed(this.hash)) {
				// what stands there may be the token itself: it is not repeated
				throw new IllegalArgumentException(
						property + ".hash must be sha256: and the 64 hexadecimal digits of the token's SHA-256");
			}
			if (this.scopes.isEmpty() || this.scopes.stream().anyMatch((scope) -> Scope.of(scope).isEmpty())) {
				throw new IllegalArgumentException("%s.scopes must be one or more of read, measure, admin, not '%s'"
					.formatted(property, String.join(",", this.scopes)));
			}
		}

		String knownName() {
			return (this.name != null) ? this.name : "";
		}

		TokenHash knownHash() {
			return TokenHash.parse((this.hash != null) ? this.hash : "");
		}

		Stream<Scope> knownScopes() {
			return this.scopes.stream().flatMap((scope) -> Scope.of(scope).stream());
		}

		@Override
		public String toString() {
			return "Token[name=%s, scopes=%s]".formatted(this.name, this.scopes);
		}

	}

}
