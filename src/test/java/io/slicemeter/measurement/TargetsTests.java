package io.slicemeter.measurement;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.slicemeter.runner.CataloguedHost;
import io.slicemeter.runner.Limits;
import io.slicemeter.testing.FakeCatalogue;
import io.slicemeter.web.Problem;
import io.slicemeter.web.ProblemType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class TargetsTests {

	private final FakeCatalogue catalogue = new FakeCatalogue();

	@ParameterizedTest
	@ValueSource(strings = { "ftp://127.0.0.1/", "file:///etc/passwd", "gopher://127.0.0.1/", "//127.0.0.1/", "/path",
			"127.0.0.1:8080", "http:", "http:///path", "http://user@127.0.0.1/", "http://127.0.0.1/#fragment",
			"http://127.0.0.1:0/", "http://127.0.0.1:65536/", "http://a b/", "http://[fe80::1%25eth0]/", "http://a_b/",
			"jar:http://127.0.0.1!/x" })
	void whatIsNoUrlOfAServerIsRefused(String url) {
		assertThatExceptionOfType(Problem.class).isThrownBy(() -> targets(InetAddress::getAllByName).check(url))
			.satisfies((problem) -> assertThat(problem.type()).isEqualTo(ProblemType.INVALID_PARAMETER));
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://8.8.8.8/", "http://[2001:db8::1]/", "http://0.0.0.0/", "http://[::]/",
			"http://169.254.169.254/latest/meta-data/", "http://[fe80::1]/", "http://[::ffff:8.8.8.8]/",
			"http://[::ffff:0.0.0.0]/", "http://134744072/", "http://224.0.0.1/", "http://172.17.0.9/",
			"https://10.0.0.1/" })
	void addressesThatAreNotAllowedAreRefusedHoweverTheyAreWritten(String url) {
		assertThatExceptionOfType(Problem.class).isThrownBy(() -> targets(InetAddress::getAllByName).check(url))
			.satisfies((problem) -> {
				assertThat(problem.type()).isEqualTo(ProblemType.TARGET_NOT_ALLOWED);
				assertThat(problem.getBody().getDetail()).contains("allowed are loopback, runners");
				assertThat(problem.getBody().getProperties()).containsEntry("allowed", List.of("loopback", "runners"));
			});
	}

	@ParameterizedTest
	@CsvSource({ "http://127.0.0.1:8080/a?b=c,http://127.0.0.1:8080/a?b=c", "http://127.0.0.1,http://127.0.0.1/",
			"HTTP://127.0.0.1/x,HTTP://127.0.0.1/x", "http://[::1]:81/%20,http://[0:0:0:0:0:0:0:1]:81/%20",
			"http://[::ffff:127.0.0.1]/,http://127.0.0.1/", "http://2130706433/,http://127.0.0.1/" })
	void theAddressStandsInThePlaceOfTheName(String url, String connectTo) {
		assertThat(targets(InetAddress::getAllByName).check(url).connectTo()).hasToString(connectTo);
	}

	@Test
	void aNameIsResolvedOnceAndOnlyWhatWasCheckedIsConnectedTo() {
		AtomicInteger asked = new AtomicInteger();
		Target target = targets((host) -> {
			// the second answer would lead elsewhere
			return addresses((asked.incrementAndGet() == 1) ? "127.0.0.1" : "10.0.0.1");
		}).check("http://rebinding.example:8080/path");
		assertThat(target.connectTo()).hasToString("http://127.0.0.1:8080/path");
		assertThat(target.isNamed()).isTrue();
		assertThat(target.hostHeader()).isEqualTo("rebinding.example:8080");
		assertThat(asked).hasValue(1);
	}

	@Test
	void aNameWithOneAddressThatIsNotAllowedIsRefused() {
		assertThatExceptionOfType(Problem.class)
			.isThrownBy(
					() -> targets((host) -> addresses("127.0.0.1", "169.254.169.254")).check("http://both.example/"))
			.satisfies((problem) -> assertThat(problem.type()).isEqualTo(ProblemType.TARGET_NOT_ALLOWED));
	}

	@Test
	void aNameWithoutAnAddressIsRefused() {
		assertThatExceptionOfType(Problem.class).isThrownBy(() -> targets((host) -> {
			throw new UnknownHostException(host);
		}).check("http://nowhere.example/"))
			.satisfies((problem) -> assertThat(problem.getBody().getDetail()).contains("has no address"));
	}

	@Test
	void theAddressesOfRunnersThatRunAreAllowed() {
		CataloguedHost alive = this.catalogue.host("alpha", false);
		this.catalogue.run(alive, 1, "one", Limits.UNKNOWN, null);
		assertThat(targets(InetAddress::getAllByName).check("http://172.17.0.2:8080/").address().getHostAddress())
			.isEqualTo("172.17.0.2");
	}

	@Test
	void theAddressesOfRunnersOnSilentHostsAreNot() {
		this.catalogue.run(this.catalogue.host("beta", true), 1, "one", Limits.UNKNOWN, null);
		assertThatExceptionOfType(Problem.class)
			.isThrownBy(() -> targets(InetAddress::getAllByName).check("http://172.17.0.2:8080/"));
	}

	private Targets targets(Targets.Resolver resolver) {
		return new Targets(new MeasurementProperties(List.of("loopback", "runners"), 4, Duration.ofHours(1), 1000, 1000,
				1_000_000, 100), this.catalogue, resolver);
	}

	private static InetAddress[] addresses(String... literals) {
		return Arrays.stream(literals).map(InetAddress::ofLiteral).toArray(InetAddress[]::new);
	}

}
