package io.slicemeter.web.security;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/// Says what is missing before JWTs are let in.
class IncompleteJwtFailureAnalyzer extends AbstractFailureAnalyzer<Exposure.IncompleteJwtException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, Exposure.IncompleteJwtException cause) {
		return new FailureAnalysis(cause.getMessage(),
				"Set both spring.security.oauth2.resourceserver.jwt.issuer-uri and "
						+ "spring.security.oauth2.resourceserver.jwt.audiences.",
				cause);
	}

}
