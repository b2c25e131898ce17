package io.slicemeter;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import io.slicemeter.testing.RestTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.handler.AbstractHandlerMethodMapping;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;

import static org.assertj.core.api.Assertions.assertThat;

/// Every endpoint that there is, found by asking the application itself, so that a new
/// one can't be forgotten.
@RestTest
@Import(EndpointAccessTests.Issuer.class)
@TestPropertySource(properties = { "slicemeter.security.tokens[0].name=reader",
		// printf reader-token | sha256sum
		"slicemeter.security.tokens[0].hash=sha256:ba5005a40cf5212e4ac0190104cc127edab013294bb71279a975b27a80982d45",
		"slicemeter.security.tokens[0].scopes=read", "slicemeter.security.burst=100000" })
class EndpointAccessTests {

	private static final Set<String> OPEN = Set.of("/livez", "/readyz");

	@Autowired
	private MockMvcTester rest;

	@Autowired
	private ApplicationContext context;

	@Test
	void noEndpointAnswersStrangers() {
		assertThat(endpoints()).allSatisfy((endpoint) -> {
			MockHttpServletResponse response = ask(endpoint.method(), endpoint.path(), null);
			assertThat(response.getStatus()).isEqualTo(401);
			assertThat(response.getContentType()).isEqualTo("application/problem+json");
			assertThat(response.getContentAsString()).contains("\"type\":\"/problems/not-authenticated\"");
			assertThat(response.getHeader(HttpHeaders.WWW_AUTHENTICATE)).startsWith("Bearer realm=\"slicemeter\"");
		});
	}

	@Test
	void noEndpointAnswersATokenThatNobodyKnows() {
		assertThat(endpoints()).allSatisfy((endpoint) -> {
			MockHttpServletResponse response = ask(endpoint.method(), endpoint.path(), "stolen");
			assertThat(response.getStatus()).isEqualTo(401);
			assertThat(response.getHeader(HttpHeaders.WWW_AUTHENTICATE)).contains("error=\"invalid_token\"");
			assertThat(response.getContentAsString()).contains("/problems/not-authenticated").doesNotContain("stolen");
		});
	}

	@Test
	void noEndpointAnswersAnotherScope() {
		assertThat(endpoints()).allSatisfy((endpoint) -> {
			String wrong = endpoint.scope().equals("read") ? "jwt profile email" : "jwt read";
			MockHttpServletResponse response = ask(endpoint.method(), endpoint.path(), wrong);
			assertThat(response.getStatus()).isEqualTo(403);
			assertThat(response.getContentType()).isEqualTo("application/problem+json");
			assertThat(response.getContentAsString()).contains("\"type\":\"/problems/missing-scope\"",
					"\"scope\":\"%s\"".formatted(endpoint.scope()));
			assertThat(response.getHeader(HttpHeaders.WWW_AUTHENTICATE)).contains("error=\"insufficient_scope\"");
		});
	}

	@Test
	void everyEndpointAnswersTheRightScope() {
		assertThat(endpoints()).allSatisfy(
				(endpoint) -> assertThat(ask(endpoint.method(), endpoint.path(), "jwt " + endpoint.scope()).getStatus())
					.isNotIn(401, 403, 500));
	}

	@Test
	void theEndpointsAreFound() {
		assertThat(endpoints().stream().map(Endpoint::path)).contains("/api/v1/runners", "/api/v1/runs/x",
				"/api/v1/slices/x/summary", "/api/v1/hosts", "/api/v1/measurements", "/api/v1/measurements/x",
				"/api/v1/measurements/x/stop", "/api/v1/measurements/x/latencies", "/api/v1/measurements/x/usage",
				"/api/v1/measurements/compare", "/v3/api-docs", "/actuator/health", "/actuator/info");
	}

	@ParameterizedTest
	@CsvSource({ "GET,/api/v1/measurements/1,jwt read,404", "POST,/api/v1/measurements,jwt read,403",
			"POST,/api/v1/measurements/1/stop,jwt read,403", "DELETE,/api/v1/measurements/1,jwt read,403",
			"POST,/api/v1/measurementsx,jwt measure,403", "POST,/api/v1/runners,jwt measure,403",
			"DELETE,/api/v1/runners,jwt admin,405", "POST,/actuator/info,jwt read,403",
			"POST,/actuator/info,jwt admin,405", "GET,/nothing,jwt read,404", "GET,/nothing,jwt other,403",
			"GET,/api/v1/runners,jwt admin,200", "GET,/api/v1/runners,jwt measure,200",
			"GET,/api/v1/runners,jwt READ,403", "GET,/error,jwt other,403" })
	void theMethodSaysWhichScopeIsNeeded(String method, String path, String token, int status) {
		assertThat(ask(HttpMethod.valueOf(method), path, token).getStatus()).isEqualTo(status);
	}

	@Test
	void aMethodThatMeasuresNeedsNoMoreThanMeasure() {
		assertThat(ask(HttpMethod.POST, "/api/v1/measurements", "jwt measure").getStatus()).isNotIn(401, 403);
	}

	@Test
	void aTokenOfTheSettingsIsLetIn() {
		assertThat(ask(HttpMethod.GET, "/api/v1/runners", "reader-token").getStatus()).isEqualTo(200);
		assertThat(ask(HttpMethod.POST, "/api/v1/measurements", "reader-token").getStatus()).isEqualTo(403);
	}

	@Test
	void aHeaderThatIsNoTokenIsRefused() {
		MockHttpServletResponse response = this.rest.get()
			.uri("/api/v1/runners")
			.header(HttpHeaders.AUTHORIZATION, "Bearer a b")
			.exchange()
			.getResponse();
		assertThat(response.getStatus()).isEqualTo(401);
		assertThat(
				this.rest.get().uri("/api/v1/runners?access_token=reader-token").exchange().getResponse().getStatus())
			.isEqualTo(401);
		assertThat(this.rest.get()
			.uri("/api/v1/runners")
			.header(HttpHeaders.AUTHORIZATION, "Basic cmVhZGVyOnJlYWRlci10b2tlbg==")
			.exchange()
			.getResponse()
			.getStatus()).isEqualTo(401);
	}

	@Test
	void onlyTheProbesAndTheDashboardsFilesAreOpen() {
		// that they answer is seen over a real server: there they are added to the paths
		assertThat(OPEN)
			.allSatisfy((path) -> assertThat(ask(HttpMethod.GET, path, null).getStatus()).isNotIn(401, 403));
		assertThat(ask(HttpMethod.GET, "/livez/x", null).getStatus()).isEqualTo(401);
		assertThat(ask(HttpMethod.GET, "/", null).getStatus()).isEqualTo(200);
		assertThat(ask(HttpMethod.GET, "/dashboard/index.html", null).getStatus()).isEqualTo(200);
		assertThat(ask(HttpMethod.POST, "/", null).getStatus()).isEqualTo(401);
		assertThat(ask(HttpMethod.GET, "/dashboards", null).getStatus()).isEqualTo(401);
	}

	private MockHttpServletResponse ask(HttpMethod method, String path, String token) {
		MockMvcTester.MockMvcRequestBuilder request = this.rest.method(method).uri(path);
		if (token != null) {
			request.header(HttpHeaders.AUTHORIZATION, "Bearer " + token.replace(' ', '~'));
		}
		// the stream never ends by itself
		return request.asyncExchange().getResponse();
	}

	private List<Endpoint> endpoints() {
		return this.context.getBeansOfType(AbstractHandlerMethodMapping.class)
			.values()
			.stream()
			.flatMap((mapping) -> ((AbstractHandlerMethodMapping<?>) mapping).getHandlerMethods().keySet().stream())
			.map(RequestMappingInfo.class::cast)
			.flatMap(EndpointAccessTests::endpoints)
			.filter((endpoint) -> !OPEN.contains(endpoint.path()))
			.distinct()
			.toList();
	}

	private static Stream<Endpoint> endpoints(RequestMappingInfo mapping) {
		Set<RequestMethod> methods = new TreeSet<>(mapping.getMethodsCondition().getMethods());
		if (methods.isEmpty()) {
			methods.add(RequestMethod.GET);
		}
		return mapping.getPatternValues()
			.stream()
			.map((pattern) -> pattern.replace("/**", "/x").replaceAll("\\{[^}]*}", "x"))
			.flatMap((path) -> methods.stream().map((method) -> new Endpoint(method.asHttpMethod(), path)));
	}

	private record Endpoint(HttpMethod method, String path) {

		String scope() {
			if (this.method == HttpMethod.GET || this.method == HttpMethod.HEAD) {
				return "read";
			}
			return this.path.startsWith("/api/v1/measurements") ? "measure" : "admin";
		}

	}

	/// Takes `jwt~scope~scope` for a token of its own.
	@TestConfiguration(proxyBeanMethods = false)
	static class Issuer {

		@Bean
		JwtDecoder jwtDecoder() {
			return (token) -> {
				if (!token.startsWith("jwt~")) {
					throw new BadJwtException("not ours");
				}
				return Jwt.withTokenValue(token)
					.header("alg", "none")
					.subject("somebody")
					.expiresAt(Instant.MAX)
					.claim("scope", token.substring(4).replace('~', ' '))
					.build();
			};
		}

	}

}
