package io.slicemeter.web;

import java.security.Principal;
import java.time.Instant;

import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;

/// Tells for how long a client's token is valid. It is checked when a request comes: an
/// answer that goes on and on has to end by itself.
public final class TokenExpiry {

	private TokenExpiry() {
	}

	/// Until when; null where the token does not expire or there is none.
	/// @param client who asks, as the request says; null for nobody in particular
	public static @Nullable Instant of(@Nullable Principal client) {
		return (client instanceof JwtAuthenticationToken jwt) ? jwt.getToken().getExpiresAt() : null;
	}

}
