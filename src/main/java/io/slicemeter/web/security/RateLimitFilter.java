package io.slicemeter.web.security;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/// Counts the requests of those who are let in: by the name of their token, which says
/// more than the address of a proxy. Where nobody shows one they count by address. Probes
/// don't count: a busy neighbour must not make a process look dead.
final class RateLimitFilter extends OncePerRequestFilter {

	private final RateLimits limits;

	private final Refusals refusals;

	private final Set<String> uncounted;

	RateLimitFilter(RateLimits limits, Refusals refusals, Set<String> uncounted) {
		this.limits = limits;
		this.refusals = refusals;
		this.uncounted = uncounted;
	}

	@Override
	protected boolean shouldNotFilter(HttpServletRequest request) {
		return this.uncounted.contains(request.getRequestURI());
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		Duration wait = this.limits.take(client(request));
		if (wait.isZero()) {
			chain.doFilter(request, response);
			return;
		}
		this.refusals.tooManyRequests(request, response, wait);
	}

	private static String client(HttpServletRequest request) {
		Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
		if (authentication == null || !authentication.isAuthenticated()
				|| authentication instanceof AnonymousAuthenticationToken) {
			return address(request);
		}
		return "token " + authentication.getName();
	}

	static String address(HttpServletRequest request) {
		return "address " + request.getRemoteAddr();
	}

}
