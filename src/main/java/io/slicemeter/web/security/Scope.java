package io.slicemeter.web.security;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/// What a client may do. Each includes those before it: who measures reads what came of
/// it.
enum Scope {

	/// Ask questions.
	READ,

	/// Start, stop and delete measurements: they drive load.
	MEASURE,

	/// Change the service itself: whatever else is not a question.
	ADMIN;

	/// Reads a scope as it stands in a setting or a token.
	static Optional<Scope> of(String name) {
		return Arrays.stream(values()).filter((scope) -> scope.label().equals(name)).findFirst();
	}

	/// As it stands in settings and tokens.
	String label() {
		return name().toLowerCase(Locale.ROOT);
	}

	/// What Spring Security asks for.
	String authority() {
		return "SCOPE_" + label();
	}

	/// What a client with these scopes is granted, included ones too.
	static List<GrantedAuthority> granted(Stream<Scope> scopes) {
		return scopes.flatMap((scope) -> Arrays.stream(values()).limit(scope.ordinal() + 1L))
			.distinct()
			.<GrantedAuthority>map((scope) -> new SimpleGrantedAuthority(scope.authority()))
			.toList();
	}

}
