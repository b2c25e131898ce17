package io.slicemeter.web.security;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/// Says how to open the service safely.
class ExposureFailureAnalyzer extends AbstractFailureAnalyzer<Exposure.ExposedException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, Exposure.ExposedException cause) {
		return new FailureAnalysis(cause.getMessage(), """
				Do one of these:
				  - configure tokens: slicemeter.security.tokens[0].name, .hash (sha256:…) and .scopes
				  - accept the JWTs of an issuer: spring.security.oauth2.resourceserver.jwt.issuer-uri and .audiences
				  - bind to loopback: server.address=127.0.0.1 (and management.server.address, if it has its own port)
				  - if something in front of it authenticates everyone: slicemeter.security.trust-network=true""",
				cause);
	}

}
