package io.slicemeter.web;

import java.time.Instant;

import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;

import static org.assertj.core.api.Assertions.assertThat;

/// How long a token is valid.
class TokenExpiryTests {

	private static final Instant SOON = Instant.parse("2026-03-01T12:00:00Z");

	@Test
	void aJwtSaysWhen() {
		Jwt jwt = Jwt.withTokenValue("token").header("alg", "none").subject("somebody").expiresAt(SOON).build();
		assertThat(TokenExpiry.of(new JwtAuthenticationToken(jwt))).isEqualTo(SOON);
	}

	@Test
	void othersDoNotExpire() {
		assertThat(TokenExpiry.of(null)).isNull();
		assertThat(TokenExpiry.of(UsernamePasswordAuthenticationToken.unauthenticated("board", ""))).isNull();
	}

}
