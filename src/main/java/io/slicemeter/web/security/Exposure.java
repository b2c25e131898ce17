package io.slicemeter.web.security;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/// Who can reach this service, and whether they are asked who they are.
enum Exposure {

	/// Only this machine reaches it, and no way of telling clients apart is set.
	LOOPBACK,

	/// The operator says that whoever reaches it may ask it.
	TRUSTED_NETWORK,

	/// Everyone shows a token.
	AUTHENTICATED;

	private static final String JWT = "spring.security.oauth2.resourceserver.jwt.";

	/// @throws ExposedException if it were to answer strangers
	static Exposure of(SecurityProperties properties, Environment environment) {
		boolean jwt = isJwtConfigured(environment);
		if (jwt || !properties.tokens().isEmpty()) {
			return AUTHENTICATED;
		}
		if (properties.trustNetwork()) {
			return TRUSTED_NETWORK;
		}
		Binder binder = Binder.get(environment);
		Optional<String> beyond = Stream
			.concat(beyondLoopback(binder, "server.address", "server.port", false),
					beyondLoopback(binder, "management.server.address", "management.server.port", true))
			.findFirst();
		if (beyond.isPresent()) {
			throw new ExposedException(beyond.get());
		}
		return LOOPBACK;
	}

	/// Nothing, if that server is on loopback, switched off, or not a server of its own.
	private static Stream<String> beyondLoopback(Binder binder, String address, String port, boolean optional) {
		int number = binder.bind(port, Integer.class).orElse(optional ? -1 : 8080);
		if (number < 0) {
			return Stream.empty();
		}
		@Nullable InetAddress bound = binder.bind(address, InetAddress.class).orElse(null);
		if (bound != null && bound.isLoopbackAddress()) {
			return Stream.empty();
		}
		return Stream.of((bound != null) ? "%s is %s".formatted(address, bound.getHostAddress())
				: "%s is not set, which means every address".formatted(address));
	}

	/// Whether tokens of an issuer are let in. Then it has to be said whose and for whom:
	/// a signature alone lets in every client of that issuer.
	private static boolean isJwtConfigured(Environment environment) {
		boolean issuer = StringUtils.hasText(environment.getProperty(JWT + "issuer-uri"));
		boolean keys = StringUtils.hasText(environment.getProperty(JWT + "jwk-set-uri"))
				|| StringUtils.hasText(environment.getProperty(JWT + "public-key-location"));
		boolean audience = !Binder.get(environment)
			.bind(JWT + "audiences", Bindable.listOf(String.class))
			.orElse(List.of())
			.isEmpty();
		if (!issuer && !keys) {
			return false;
		}
		if (!issuer) {
			throw new IncompleteJwtException(JWT + "issuer-uri");
		}
		if (!audience) {
			throw new IncompleteJwtException(JWT + "audiences");
		}
		return true;
	}

	/// The service would answer strangers.
	static final class ExposedException extends RuntimeException {

		ExposedException(String how) {
			super("The service would answer everyone who reaches this machine: %s, and no authentication is configured."
				.formatted(how));
		}

	}

	/// Tokens of an issuer are to be let in, but it isn't said whose or for whom.
	static final class IncompleteJwtException extends RuntimeException {

		IncompleteJwtException(String property) {
			super("JWTs can't be judged: %s is not set.".formatted(property));
		}

	}

}
