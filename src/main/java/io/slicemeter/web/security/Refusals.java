package io.slicemeter.web.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import io.slicemeter.web.Problem;
import io.slicemeter.web.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.server.resource.web.BearerTokenAuthenticationEntryPoint;
import org.springframework.security.oauth2.server.resource.web.access.BearerTokenAccessDeniedHandler;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.web.util.UriComponentsBuilder;
import tools.jackson.databind.json.JsonMapper;

/// Answers those who are not let in: with what RFC 6750 demands in `WWW-Authenticate`,
/// and a problem detail like every other.
final class Refusals implements AuthenticationEntryPoint, AccessDeniedHandler {

	private final BearerTokenAuthenticationEntryPoint challenge = new BearerTokenAuthenticationEntryPoint();

	private final BearerTokenAccessDeniedHandler missingScope = new BearerTokenAccessDeniedHandler();

	private final RateLimits limits;

	private final JsonMapper json;

	Refusals(RateLimits limits, JsonMapper json) {
		this.limits = limits;
		this.json = json;
		this.challenge.setRealmName("slicemeter");
		this.missingScope.setRealmName("slicemeter");
	}

	/// Nobody knows who this is, so trying again and again is counted by address.
	@Override
	public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException failure)
			throws IOException {
		Duration wait = this.limits.take(RateLimitFilter.address(request));
		if (!wait.isZero()) {
			tooManyRequests(request, response, wait);
			return;
		}
		this.challenge.commence(request, response, failure);
		if (response.getStatus() == HttpServletResponse.SC_BAD_REQUEST) {
			answer(request, response, Problem.of(ProblemType.MALFORMED_REQUEST,
					"The token can't be read: it belongs into one header 'Authorization: Bearer <token>'"));
			return;
		}
		answer(request, response,
				Problem.of(ProblemType.NOT_AUTHENTICATED, (request.getHeader(HttpHeaders.AUTHORIZATION) == null)
						? "This needs a token: 'Authorization: Bearer <token>'" : "The token is not valid here"));
	}

	@Override
	public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException denied)
			throws IOException {
		Scope needed = Access.needed(request);
		this.missingScope.handle(request, response, denied);
		answer(request, response,
				Problem.of(ProblemType.MISSING_SCOPE, "The token has not the scope '%s'".formatted(needed.label()))
					.with("scope", needed.label()));
	}

	void tooManyRequests(HttpServletRequest request, HttpServletResponse response, Duration wait) throws IOException {
		long seconds = wait.plusSeconds(1).minusNanos(1).toSeconds();
		response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
		answer(request, response, Problem.of(ProblemType.TOO_MANY_REQUESTS,
				"That was more requests than one client may make; try again in %d s".formatted(seconds)));
	}

	void answer(HttpServletRequest request, HttpServletResponse response, Problem problem) throws IOException {
		ProblemDetail body = problem.getBody();
		body.setInstance(UriComponentsBuilder.newInstance()
			.path(Problem.shown(request.getRequestURI()))
			.build()
			.encode()
			.toUri());
		byte[] content = this.json.writeValueAsString(body).getBytes(StandardCharsets.UTF_8);
		response.setStatus(problem.getStatusCode().value());
		response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
		response.setContentLength(content.length);
		response.getOutputStream().write(content);
	}

}
