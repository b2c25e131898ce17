package io.slicemeter.web.security;

import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.mock.env.MockEnvironment;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

class SecurityPropertiesTests {

	/// `printf secret | sha256sum`
	private static final String HASH = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b";

	private static final String JWT = "spring.security.oauth2.resourceserver.jwt.";

	@ParameterizedTest
	@ValueSource(strings = { HASH, "sha256:" + HASH })
	void aHashIsThatOfSha256sum(String hash) {
		assertThat(TokenHash.parse(hash).matches(TokenHash.of("secret"))).isTrue();
		assertThat(TokenHash.parse(hash).matches(TokenHash.of("Secret"))).isFalse();
	}

	@Test
	void upperCaseDigitsAreUnderstood() {
		assertThat(TokenHash.parse("SHA256:" + HASH.toUpperCase()).matches(TokenHash.of("secret"))).isTrue();
	}

	@Test
	void aTokenInPlaceOfItsHashIsRefusedAndNotRepeated() {
		assertThatIllegalArgumentException().isThrownBy(() -> tokens(token("ci", "my-secret-token", "read")))
			.withMessageContaining("slicemeter.security.tokens[0].hash")
			.withMessageContaining("sha256:")
			.satisfies((ex) -> assertThat(ex.getMessage()).doesNotContain("my-secret-token"));
	}

	@ParameterizedTest
	@CsvSource({ "'', read, name", "a b, read, name", "ci, '', scopes", "ci, write, scopes" })
	void whatIsNotAllowedIsNamed(String name, String scope, String property) {
		assertThatIllegalArgumentException().isThrownBy(() -> tokens(token(name, HASH, scope)))
			.withMessageContaining("slicemeter.security.tokens[0]." + property);
	}

	@Test
	void twoTokensHaveTwoNames() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> tokens(token("ci", HASH, "read"), token("ci", HASH, "admin")))
			.withMessageContaining("slicemeter.security.tokens[1].name");
	}

	@Test
	void noHashIsInTheTextOfTheProperties() {
		assertThat(tokens(token("ci", HASH, "read")).toString()).contains("ci").doesNotContain(HASH.substring(0, 8));
	}

	@Test
	void aScopeIncludesThoseBeforeIt() {
		assertThat(Scope.granted(List.of(Scope.MEASURE).stream()).stream().map(Object::toString))
			.containsExactly("SCOPE_read", "SCOPE_measure");
	}

	@ParameterizedTest
	@ValueSource(strings = { "127.0.0.1", "127.3.2.1", "::1", "localhost" })
	void onLoopbackNobodyIsAsked(String address) {
		assertThat(Exposure.of(tokens(), bound(address))).isEqualTo(Exposure.LOOPBACK);
	}

	@ParameterizedTest
	@ValueSource(strings = { "0.0.0.0", "::", "10.1.2.3", "" })
	void beyondLoopbackWithoutAuthenticationIsRefused(String address) {
		assertThatExceptionOfType(Exposure.ExposedException.class)
			.isThrownBy(() -> Exposure.of(tokens(), bound(address)))
			.withMessageContaining("server.address");
	}

	@Test
	void aManagementPortOnEveryAddressIsRefusedToo() {
		MockEnvironment environment = bound("127.0.0.1").withProperty("management.server.port", "8081");
		assertThatExceptionOfType(Exposure.ExposedException.class).isThrownBy(() -> Exposure.of(tokens(), environment))
			.withMessageContaining("management.server.address");
		environment.setProperty("management.server.address", "127.0.0.1");
		assertThat(Exposure.of(tokens(), environment)).isEqualTo(Exposure.LOOPBACK);
	}

	@Test
	void tokensOrTheOperatorsWordOpenTheService() {
		assertThat(Exposure.of(tokens(token("ci", HASH, "read")), bound("0.0.0.0"))).isEqualTo(Exposure.AUTHENTICATED);
		assertThat(Exposure.of(properties(true), bound("0.0.0.0"))).isEqualTo(Exposure.TRUSTED_NETWORK);
		assertThat(Exposure.of(tokens(token("ci", HASH, "read")), bound("127.0.0.1")))
			.isEqualTo(Exposure.AUTHENTICATED);
	}

	@Test
	void jwtsNeedAnIssuerAndAnAudience() {
		MockEnvironment environment = bound("0.0.0.0").withProperty(JWT + "jwk-set-uri", "http://localhost/keys");
		assertThatExceptionOfType(Exposure.IncompleteJwtException.class)
			.isThrownBy(() -> Exposure.of(tokens(), environment))
			.withMessageContaining(JWT + "issuer-uri");
		environment.setProperty(JWT + "issuer-uri", "http://localhost");
		assertThatExceptionOfType(Exposure.IncompleteJwtException.class)
			.isThrownBy(() -> Exposure.of(tokens(), environment))
			.withMessageContaining(JWT + "audiences");
		environment.setProperty(JWT + "audiences", "slicemeter");
		assertThat(Exposure.of(tokens(), environment)).isEqualTo(Exposure.AUTHENTICATED);
	}

	@ParameterizedTest
	@ValueSource(strings = { "*", "board.example.org", "https://board.example.org/path", "https://*.example.org" })
	void anOriginIsOneOrigin(String origin) {
		assertThatIllegalArgumentException()
			.isThrownBy(
					() -> new SecurityProperties(List.of(), false, List.of(origin), 50, 200, DataSize.ofKilobytes(64)))
			.withMessageContaining("slicemeter.security.allowed-origins");
	}

	@Test
	void theLimitsOfLimitsAreNamed() {
		assertThatNoException().isThrownBy(() -> new SecurityProperties(List.of(), false, List.of("https://a.b:1"), 1,
				1, DataSize.ofKilobytes(1)));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new SecurityProperties(List.of(), false, List.of(), 0, 1, DataSize.ofKilobytes(1)))
			.withMessageContaining("slicemeter.security.requests-per-second must be from 1 to 100000");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new SecurityProperties(List.of(), false, List.of(), 1, 1, DataSize.ofMegabytes(17)))
			.withMessageContaining("slicemeter.security.max-body must be from 1KB to 16MB");
	}

	private static MockEnvironment bound(String address) {
		MockEnvironment environment = new MockEnvironment();
		environment.setProperty("server.address", address);
		return environment;
	}

	private static SecurityProperties.Token token(String name, String hash, String scope) {
		return new SecurityProperties.Token(name, hash, scope.isEmpty() ? Set.of() : Set.of(scope));
	}

	private static SecurityProperties tokens(SecurityProperties.Token... tokens) {
		return new SecurityProperties(List.of(tokens), false, List.of(), 50, 200, DataSize.ofKilobytes(64));
	}

	private static SecurityProperties properties(boolean trustNetwork) {
		return new SecurityProperties(List.of(), trustNetwork, List.of(), 50, 200, DataSize.ofKilobytes(64));
	}

}
