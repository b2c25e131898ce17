package io.slicemeter.web.security;

import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;

/// Refuses a token that nobody before it knew.
final class UnknownTokens implements AuthenticationProvider {

	@Override
	public Authentication authenticate(Authentication authentication) {
		throw new InvalidBearerTokenException("The token is not known");
	}

	@Override
	public boolean supports(Class<?> authentication) {
		return BearerTokenAuthenticationToken.class.isAssignableFrom(authentication);
	}

}
