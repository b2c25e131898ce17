package io.slicemeter;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import io.slicemeter.testing.RunningSlicemeter;
import io.slicemeter.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Security over a real server: what is bound where, who is let in, and what nobody gets.
@Timeout(180)
@ExtendWith(OutputCaptureExtension.class)
class SecurityIT {

	private static final String TOKEN = "correct-horse-battery-staple";

	/// `printf correct-horse-battery-staple | sha256sum`
	private static final String HASH = "sha256:87cbebfeebc05f7c54ac9336c4b4bbec831227a641951a4bde7edd56020f8590";

	private static final String ISSUER = "https://issuer.example.org";

	private static final PGSimpleDataSource DATABASE = TestDatabase.EMBEDDED.migrated();

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	private static RSAKey key;

	private static HttpServer issuer;

	private static RunningSlicemeter slicemeter;

	@BeforeAll
	static void start() throws IOException, JOSEException {
		key = new RSAKeyGenerator(2048).keyID("one").generate();
		issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		byte[] keys = new JWKSet(key.toPublicJWK()).toString().getBytes(StandardCharsets.UTF_8);
		issuer.createContext("/keys", (exchange) -> {
			exchange.sendResponseHeaders(200, keys.length);
			exchange.getResponseBody().write(keys);
			exchange.close();
		});
		issuer.start();
		slicemeter = RunningSlicemeter.start(DATABASE, "slicemeter.role=api", "server.address=0.0.0.0",
				"slicemeter.security.tokens[0].name=board", "slicemeter.security.tokens[0].hash=" + HASH,
				"slicemeter.security.tokens[0].scopes=read", "slicemeter.security.tokens[1].name=greedy",
				"slicemeter.security.tokens[1].hash=afce6be4f36b15f626380e3d5f54f900a890b1ea948e57e5caeedb92518fd8a3",
				"slicemeter.security.tokens[1].scopes=read,measure", "slicemeter.security.burst=40",
				"slicemeter.security.requests-per-second=20",
				"slicemeter.security.allowed-origins=https://board.example.org",
				"spring.security.oauth2.resourceserver.jwt.issuer-uri=" + ISSUER,
				"spring.security.oauth2.resourceserver.jwt.audiences=slicemeter",
				"spring.security.oauth2.resourceserver.jwt.jwk-set-uri=http://127.0.0.1:%d/keys"
					.formatted(issuer.getAddress().getPort()));
	}

	@AfterAll
	static void stop() {
		slicemeter.close();
		issuer.stop(0);
		CLIENT.close();
	}

	@Test
	void theProbesAreOpenAndTellNothingElse() {
		for (String probe : List.of("/livez", "/readyz")) {
			HttpResponse<String> response = get(probe, null);
			assertThat(response.statusCode()).isEqualTo(200);
			assertThat(response.body()).isEqualTo("{\"status\":\"UP\"}");
		}
	}

	@Test
	void metricsHealthAndInfoNeedAToken() {
		for (String path : List.of("/actuator/prometheus", "/actuator/health", "/actuator/info", "/actuator",
				"/v3/api-docs")) {
			assertThat(get(path, null).statusCode()).as(path).isEqualTo(401);
			assertThat(get(path, TOKEN).statusCode()).as(path).isEqualTo(200);
		}
	}

	@Test
	void onAPortOfItsOwnTheActuatorAsksForTheSameToken() {
		try (RunningSlicemeter two = RunningSlicemeter.start(DATABASE, "slicemeter.role=api", "server.address=0.0.0.0",
				"management.server.port=0", "slicemeter.security.tokens[0].name=board",
				"slicemeter.security.tokens[0].hash=" + HASH, "slicemeter.security.tokens[0].scopes=read")) {
			int port = two.context().getEnvironment().getRequiredProperty("local.management.port", Integer.class);
			assertThat(port).isNotEqualTo(two.port());
			for (String path : List.of("/actuator/prometheus", "/actuator/health", "/actuator/info")) {
				assertThat(status(port, path, null)).as(path).isEqualTo(401);
				assertThat(status(port, path, "another-token")).as(path).isEqualTo(401);
				assertThat(status(port, path, TOKEN)).as(path).isEqualTo(200);
				assertThat(status(two.port(), path, TOKEN)).as("%s beside the API", path).isEqualTo(404);
			}
			assertThat(status(two.port(), "/livez", null)).isEqualTo(200);
			assertThat(status(two.port(), "/api/v1/runners", null)).isEqualTo(401);
			assertThat(status(two.port(), "/api/v1/runners", TOKEN)).isEqualTo(200);
			assertThat(status(port, "/api/v1/runners", TOKEN)).isEqualTo(404);
		}
	}

	@Test
	void noTokenAndNoHashIsEverLogged(CapturedOutput output) {
		get("/api/v1/runners", TOKEN);
		get("/api/v1/runners", "a-token-that-nobody-knows");
		assertThat(output.getAll()).doesNotContain(TOKEN, "a-token-that-nobody-knows", HASH.substring(7));
	}

	@Test
	void aJwtIsLetInIfIssuerAudienceScopeAndTimeAreRight() throws JOSEException {
		assertThat(get("/api/v1/runners", jwt(ISSUER, "slicemeter", "read", 60)).statusCode()).isEqualTo(200);
		assertThat(get("/api/v1/runners", jwt(ISSUER, "slicemeter", "profile admin", 60)).statusCode()).isEqualTo(200);
		assertThat(get("/api/v1/runners", jwt(ISSUER, "slicemeter", "profile", 60)).statusCode()).isEqualTo(403);
		assertThat(get("/api/v1/runners", jwt(ISSUER, "another", "read", 60)).statusCode()).isEqualTo(401);
		assertThat(get("/api/v1/runners", jwt("https://other.example.org", "slicemeter", "read", 60)).statusCode())
			.isEqualTo(401);
		assertThat(get("/api/v1/runners", jwt(ISSUER, "slicemeter", "read", -3600)).statusCode()).isEqualTo(401);
	}

	@Test
	void aJwtThatNobodySignedIsRefused() {
		HttpResponse<String> response = get("/api/v1/runners",
				new PlainJWT(claims(ISSUER, "slicemeter", "read", 60)).serialize());
		assertThat(response.statusCode()).isEqualTo(401);
		assertThat(response.headers().firstValue("www-authenticate"))
			.hasValueSatisfying((challenge) -> assertThat(challenge).startsWith("Bearer realm=\"slicemeter\"")
				.contains("invalid_token"));
	}

	@Test
	void everyAnswerCarriesTheHeadersThatKeepBrowsersSafe() {
		for (String token : new String[] { TOKEN, null }) {
			Map<String, List<String>> headers = get("/api/v1/runners", token).headers().map();
			assertThat(headers).containsEntry("x-content-type-options", List.of("nosniff"))
				.containsEntry("x-frame-options", List.of("DENY"))
				.containsEntry("referrer-policy", List.of("no-referrer"))
				.containsEntry("cache-control", List.of("private, no-cache"))
				.doesNotContainKeys("set-cookie", "server", "x-powered-by");
			assertThat(headers.get("content-security-policy").getFirst()).contains("default-src 'none'",
					"frame-ancestors 'none'");
		}
	}

	@Test
	void onlyPagesOfAnAllowedOriginMayAsk() {
		assertThat(preflight("https://board.example.org").headers().firstValue("access-control-allow-origin"))
			.hasValue("https://board.example.org");
		assertThat(preflight("https://evil.example.org").statusCode()).isEqualTo(403);
		assertThat(preflight("https://evil.example.org").headers().firstValue("access-control-allow-origin")).isEmpty();
	}

	@Test
	void aBodyThatIsTooLargeIsRefusedBeforeItIsRead() {
		HttpResponse<String> response = send(
				request("/api/v1/measurements", TOKEN).POST(BodyPublishers.ofByteArray(new byte[64 * 1024 + 1])));
		assertThat(response.statusCode()).isEqualTo(413);
		assertThat(response.body()).contains("/problems/body-too-large");
		HttpResponse<String> chunked = send(request("/api/v1/measurements", TOKEN)
			.POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[10]))));
		assertThat(chunked.statusCode()).isEqualTo(413);
	}

	@Test
	void headersThatAreTooLargeAreRefused() {
		HttpResponse<String> response = send(request("/livez", null).header("X-Long", "x".repeat(20_000)).GET());
		assertThat(response.statusCode()).isIn(400, 431);
	}

	@Test
	void aClientThatAsksTooOftenIsToldWhenToComeBackAndOthersAreServed() {
		HttpResponse<String> refused = null;
		for (int request = 0; request < 500 && refused == null; request++) {
			HttpResponse<String> response = get("/actuator/info", "greedy-token");
			refused = (response.statusCode() == 429) ? response : null;
		}
		assertThat(refused).isNotNull();
		assertThat(refused.headers().firstValue("retry-after")).hasValue("1");
		assertThat(refused.body()).contains("/problems/too-many-requests");
		assertThat(get("/api/v1/runners", TOKEN).statusCode()).isEqualTo(200);
		assertThat(get("/livez", null).statusCode()).isEqualTo(200);
	}

	@Test
	void beyondLoopbackWithoutAuthenticationItDoesNotStart(CapturedOutput output) {
		assertThatThrownBy(
				() -> RunningSlicemeter.start(DATABASE, "slicemeter.role=api", "server.address=0.0.0.0").close())
			.isNotNull();
		String printed = output.getOut();
		assertThat(printed.substring(printed.lastIndexOf("APPLICATION FAILED TO START"))).contains("server.address",
				"slicemeter.security.tokens[0]", "slicemeter.security.trust-network");
	}

	@Test
	void theOperatorMayTrustTheNetwork() {
		try (RunningSlicemeter open = RunningSlicemeter.start(DATABASE, "slicemeter.role=api", "server.address=0.0.0.0",
				"slicemeter.security.trust-network=true")) {
			assertThat(open.get("/api/v1/runners").path("items")).isEmpty();
		}
	}

	@Test
	void whatIsWrongWithATokenIsNamedWithoutRepeatingIt(CapturedOutput output) {
		assertThatThrownBy(() -> RunningSlicemeter
			.start(DATABASE, "slicemeter.role=api", "slicemeter.security.tokens[0].name=ci",
					"slicemeter.security.tokens[0].hash=plain-text-token", "slicemeter.security.tokens[0].scopes=read")
			.close()).isNotNull();
		String printed = output.getOut();
		assertThat(printed.substring(printed.lastIndexOf("APPLICATION FAILED TO START")))
			.contains("slicemeter.security.tokens[0].hash must be sha256:");
	}

	private static String jwt(String issuer, String audience, String scope, int seconds) throws JOSEException {
		SignedJWT jwt = new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("one").build(),
				claims(issuer, audience, scope, seconds));
		jwt.sign(new RSASSASigner(key));
		return jwt.serialize();
	}

	private static JWTClaimsSet claims(String issuer, String audience, String scope, int seconds) {
		return new JWTClaimsSet.Builder().issuer(issuer)
			.audience(audience)
			.subject("orchestrator")
			.claim("scope", scope)
			.expirationTime(Date.from(Instant.now().plusSeconds(seconds)))
			.build();
	}

	private static HttpResponse<String> get(String path, String token) {
		return send(request(path, token).GET());
	}

	private static HttpResponse<String> preflight(String origin) {
		return send(request("/api/v1/runners", null).method("OPTIONS", BodyPublishers.noBody())
			.header("Origin", origin)
			.header("Access-Control-Request-Method", "GET"));
	}

	private static int status(int port, String path, String token) {
		return send(request(port, path, token).GET()).statusCode();
	}

	private static HttpRequest.Builder request(String path, String token) {
		return request(slicemeter.port(), path, token);
	}

	private static HttpRequest.Builder request(int port, String path, String token) {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
			.version(HttpClient.Version.HTTP_1_1)
			.timeout(Duration.ofSeconds(30));
		if (token != null) {
			request.header("Authorization", "Bearer " + token);
		}
		return request;
	}

	private static HttpResponse<String> send(HttpRequest.Builder request) {
		try {
			return CLIENT.send(request.build(), BodyHandlers.ofString());
		}
		catch (IOException ex) {
			throw new AssertionError(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

}
