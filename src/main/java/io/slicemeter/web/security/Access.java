package io.slicemeter.web.security;

import java.util.Set;
import java.util.function.Supplier;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpMethod;
import org.springframework.security.authorization.AuthorityAuthorizationManager;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.authorization.AuthorizationResult;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.access.intercept.RequestAuthorizationContext;

/// Which scope a request needs. It goes by the method, not by a list of paths, so that
/// what is added later is never open: questions need `read`, measurements `measure`,
/// everything else `admin`.
final class Access implements AuthorizationManager<RequestAuthorizationContext> {

	private static final Set<String> QUESTIONS = Set.of(HttpMethod.GET.name(), HttpMethod.HEAD.name(),
			HttpMethod.OPTIONS.name());

	private static final String MEASUREMENTS = "/api/v1/measurements";

	@Override
	public @Nullable AuthorizationResult authorize(Supplier<? extends @Nullable Authentication> authentication,
			RequestAuthorizationContext context) {
		return AuthorityAuthorizationManager.hasAuthority(needed(context.getRequest()).authority())
			.authorize(authentication, context);
	}

	static Scope needed(HttpServletRequest request) {
		if (QUESTIONS.contains(request.getMethod())) {
			return Scope.READ;
		}
		String path = request.getRequestURI().substring(request.getContextPath().length());
		return (path.equals(MEASUREMENTS) || path.startsWith(MEASUREMENTS + "/")) ? Scope.MEASURE : Scope.ADMIN;
	}

}
