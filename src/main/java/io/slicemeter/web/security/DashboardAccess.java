package io.slicemeter.web.security;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;

/// The dashboard's own files are open to everyone: they are the same for all and hold no
/// data. What they show they ask the API for, with the token that the user gives them.
/// They run no script, style or connection but those of this service.
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBooleanProperty(name = "slicemeter.part.answering", matchIfMissing = true)
class DashboardAccess {

	private static final String CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; "
			+ "img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; "
			+ "frame-ancestors 'none'";

	@Bean
	@Order(Ordered.HIGHEST_PRECEDENCE)
	SecurityFilterChain dashboardFilterChain(HttpSecurity http) {
		PathPatternRequestMatcher.Builder paths = PathPatternRequestMatcher.withDefaults();
		http.securityMatcher(new OrRequestMatcher(paths.matcher(HttpMethod.GET, "/"),
				paths.matcher(HttpMethod.HEAD, "/"), paths.matcher(HttpMethod.GET, "/dashboard/**"),
				paths.matcher(HttpMethod.HEAD, "/dashboard/**")));
		SecurityRules.stateless(http);
		SecurityRules.headers(http, CONTENT_SECURITY_POLICY);
		return http.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll()).build();
	}

}
