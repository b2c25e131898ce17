package io.slicemeter.web.security;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;

/// Lets in who bears one of the tokens of the settings. All are compared, each in the
/// same time, so that the time tells nothing. A token that is none of these is left to
/// whoever comes next.
final class KnownTokens implements AuthenticationProvider {

	private final List<Known> known;

	KnownTokens(List<SecurityProperties.Token> tokens) {
		this.known = tokens.stream()
			.map((token) -> new Known(token.knownName(), token.knownHash(), Scope.granted(token.knownScopes())))
			.toList();
	}

	@Override
	public @Nullable Authentication authenticate(Authentication authentication) {
		TokenHash hash = TokenHash.of(((BearerTokenAuthenticationToken) authentication).getToken());
		Known found = null;
		for (Known each : this.known) {
			if (each.hash().matches(hash)) {
				found = each;
			}
		}
		return (found != null)
				? UsernamePasswordAuthenticationToken.authenticated(found.name(), null, found.authorities()) : null;
	}

	@Override
	public boolean supports(Class<?> authentication) {
		return BearerTokenAuthenticationToken.class.isAssignableFrom(authentication);
	}

	private record Known(String name, TokenHash hash, List<GrantedAuthority> authorities) {
	}

}
