package io.slicemeter.web.security;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import jakarta.servlet.DispatcherType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationConverter;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationProvider;
import org.springframework.security.oauth2.server.resource.authentication.JwtGrantedAuthoritiesConverter;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.context.SecurityContextHolderFilter;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;

/// Puts the rules together: no session, no form, no cookie; tokens or nothing.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SecurityProperties.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
class SecurityRules {

	private static final Logger logger = LoggerFactory.getLogger(SecurityRules.class);

	/// Open to everyone: whoever runs the service asks them without a token, and they
	/// tell nothing but whether.
	private static final Set<String> PROBES = Set.of("/livez", "/readyz");

	private static final String CONTENT_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; "
			+ "form-action 'none'";

	@Bean
	Exposure exposure(SecurityProperties properties, Environment environment) {
		Exposure exposure = Exposure.of(properties, environment);
		switch (exposure) {
			case LOOPBACK -> logger.info("Answers this machine alone, and asks nobody for a token");
			case TRUSTED_NETWORK -> logger.warn("Asks nobody for a token: slicemeter.security.trust-network is set");
			case AUTHENTICATED -> logger.info("Asks for tokens; it knows {} of its settings",
					properties.tokens().stream().map(SecurityProperties.Token::name).toList());
		}
		return exposure;
	}

	@Bean
	SecurityFilterChain securityFilterChain(HttpSecurity http, Exposure exposure, SecurityProperties properties,
			ObjectProvider<JwtDecoder> jwts, JsonMapper json) {
		RateLimits limits = new RateLimits(properties.requestsPerSecond(), properties.burst());
		Refusals refusals = new Refusals(limits, json);
		stateless(http);
		headers(http, CONTENT_SECURITY_POLICY);
		origins(http, properties.allowedOrigins());
		http.addFilterAfter(new BodyLimitFilter(properties.maxBody(), refusals), SecurityContextHolderFilter.class);
		http.exceptionHandling((failures) -> failures.authenticationEntryPoint(refusals).accessDeniedHandler(refusals));
		switch (exposure) {
			case LOOPBACK -> http.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll());
			case TRUSTED_NETWORK -> {
				http.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll());
				http.addFilterBefore(new RateLimitFilter(limits, refusals, PROBES), AuthorizationFilter.class);
			}
			case AUTHENTICATED -> {
				AuthenticationManager clients = clients(properties.tokens(), jwts);
				http.oauth2ResourceServer((server) -> server.authenticationManagerResolver((_) -> clients)
					.authenticationEntryPoint(refusals)
					.accessDeniedHandler(refusals));
				// what is dispatched again was let in before
				http.authorizeHttpRequests((requests) -> requests
					.dispatcherTypeMatchers(DispatcherType.ASYNC, DispatcherType.ERROR, DispatcherType.FORWARD)
					.permitAll()
					.requestMatchers(PROBES.toArray(String[]::new))
					.permitAll()
					.anyRequest()
					.access(new Access()));
				http.addFilterBefore(new RateLimitFilter(limits, refusals, PROBES), AuthorizationFilter.class);
			}
		}
		return http.build();
	}

	static void stateless(HttpSecurity http) {
		http.sessionManagement((session) -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
			.csrf(AbstractHttpConfigurer::disable)
			.formLogin(AbstractHttpConfigurer::disable)
			.httpBasic(AbstractHttpConfigurer::disable)
			.logout(AbstractHttpConfigurer::disable)
			.requestCache(AbstractHttpConfigurer::disable);
	}

	/// What may be cached an answer says itself; of all others a copy may be kept by the
	/// client alone, and has to be asked for again.
	static void headers(HttpSecurity http, String contentSecurityPolicy) {
		http.headers((headers) -> headers.cacheControl((cache) -> cache.disable()).addHeaderWriter((_, response) -> {
			if (!response.containsHeader(HttpHeaders.CACHE_CONTROL)) {
				response.setHeader(HttpHeaders.CACHE_CONTROL, "private, no-cache");
			}
		})
			.contentSecurityPolicy((policy) -> policy.policyDirectives(contentSecurityPolicy))
			.referrerPolicy((policy) -> policy.policy(ReferrerPolicy.NO_REFERRER))
			.frameOptions((frames) -> frames.deny()));
	}

	private static void origins(HttpSecurity http, List<String> origins) {
		if (origins.isEmpty()) {
			http.cors(AbstractHttpConfigurer::disable);
			return;
		}
		CorsConfiguration cors = new CorsConfiguration();
		cors.setAllowedOrigins(origins);
		cors.setAllowedMethods(List.of("GET", "HEAD", "POST", "DELETE"));
		cors.setAllowedHeaders(List.of(HttpHeaders.AUTHORIZATION, HttpHeaders.CONTENT_TYPE, HttpHeaders.IF_NONE_MATCH,
				"Last-Event-ID"));
		cors.setExposedHeaders(List.of(HttpHeaders.ETAG, HttpHeaders.RETRY_AFTER, HttpHeaders.LOCATION));
		cors.setMaxAge(Duration.ofHours(1));
		UrlBasedCorsConfigurationSource source = new UrlBasedCorsConfigurationSource();
		source.registerCorsConfiguration("/api/**", cors);
		source.registerCorsConfiguration("/v3/api-docs/**", cors);
		http.cors((configurer) -> configurer.configurationSource(source));
	}

	/// The tokens of the settings come first: comparing them costs less than a signature.
	private static AuthenticationManager clients(List<SecurityProperties.Token> tokens,
			ObjectProvider<JwtDecoder> jwts) {
		List<AuthenticationProvider> providers = new ArrayList<>();
		providers.add(new KnownTokens(tokens));
		JwtDecoder decoder = jwts.getIfAvailable();
		if (decoder != null) {
			JwtAuthenticationProvider provider = new JwtAuthenticationProvider(decoder);
			provider.setJwtAuthenticationConverter(jwtScopes());
			providers.add(provider);
		}
		else {
			providers.add(new UnknownTokens());
		}
		return new ProviderManager(providers);
	}

	/// The scopes of a JWT are those of its claim `scope` or `scp` that are known here.
	private static JwtAuthenticationConverter jwtScopes() {
		JwtGrantedAuthoritiesConverter claims = new JwtGrantedAuthoritiesConverter();
		claims.setAuthorityPrefix("");
		JwtAuthenticationConverter converter = new JwtAuthenticationConverter();
		converter.setJwtGrantedAuthoritiesConverter((jwt) -> Scope.granted(claims.convert(jwt)
			.stream()
			.flatMap((claim) -> Stream.ofNullable(claim.getAuthority()))
			.flatMap((claim) -> Scope.of(claim).stream())));
		return converter;
	}

}
