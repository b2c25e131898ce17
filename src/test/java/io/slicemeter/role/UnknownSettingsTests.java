package io.slicemeter.role;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.support.SpringFactoriesLoader;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class UnknownSettingsTests {

	private static final SettingNames NAMES = new SettingNames(JsonMapper.shared().readTree("""
			{"properties": [
			  {"name": "slicemeter.interval", "type": "java.time.Duration"},
			  {"name": "slicemeter.slices", "type": "java.util.List<java.lang.String>"},
			  {"name": "slicemeter.host.cgroup-root", "type": "java.nio.file.Path"},
			  {"name": "slicemeter.docker.tls-verify", "type": "java.lang.Boolean"},
			  {"name": "slicemeter.tags", "type": "java.util.Map<java.lang.String,java.lang.String>"},
			  {"name": "server.port", "type": "java.lang.Integer"}]}"""));

	@ParameterizedTest
	@ValueSource(strings = { "slicemeter.interval", "slicemeter.INTERVAL", "slicemeter.slices", "slicemeter.slices[0]",
			"slicemeter.host.cgroupRoot", "slicemeter.host.cgroup_root", "slicemeter.docker.tls-verify",
			"slicemeter.tags.team", "slicemeter.tags[a.b]", "server.port", "server.prot", "slicemeterx.interval" })
	void whatExistsInAnySpellingOrIsNotOursIsLetThrough(String name) {
		assertThatCode(() -> check(file(name))).doesNotThrowAnyException();
	}

	@ParameterizedTest
	@CsvSource({ "slicemeter.intervall,slicemeter.interval", "slicemeter.interval.seconds,slicemeter.interval",
			"slicemeter.slice,slicemeter.slices", "slicemeter.slice[0],slicemeter.slices",
			"slicemeter.cgroup-root,slicemeter.host.cgroup-root", "slicemeter.tls-verify,slicemeter.docker.tls-verify",
			"slicemeter.docker.tlsverfy,slicemeter.docker.tls-verify" })
	void aMisspeltOneIsRefusedWithTheOneThatWasMeant(String name, String meant) {
		assertThatExceptionOfType(CannotStartException.class).isThrownBy(() -> check(file(name)))
			.withMessageContaining("There is no such setting")
			.withMessageContaining(name)
			.withMessageContaining("\"%s\" from property source \"file\"".formatted(name))
			.withMessageContaining("did you mean " + meant)
			.satisfies((ex) -> assertThat(ex.action()).contains("slicemeter.host.cgroup-root", "slicemeter.interval"));
	}

	@Test
	void oneThatIsLikeNoneIsRefusedWithoutAGuess() {
		assertThatExceptionOfType(CannotStartException.class).isThrownBy(() -> check(file("slicemeter.colour")))
			.withMessageContaining("slicemeter.colour")
			.satisfies((ex) -> assertThat(ex).message().doesNotContain("did you mean"));
	}

	@Test
	void allAreToldAtOnceFromArgumentsToo() {
		assertThatExceptionOfType(CannotStartException.class)
			.isThrownBy(() -> check(new SimpleCommandLinePropertySource("--slicemeter.a=1", "--slicemeter.b=2")))
			.withMessageContaining("slicemeter.a")
			.withMessageContaining("slicemeter.b");
	}

	@Test
	void environmentVariablesThatAreNotMeantForUsAreLetThrough() {
		assertThatCode(() -> check(new SystemEnvironmentPropertySource("systemEnvironment",
				Map.of("SLICEMETER_PORT_8080_TCP_ADDR", "10.0.0.1", "SLICEMETER_SERVICE_HOST", "10.0.0.1"))))
			.doesNotThrowAnyException();
	}

	@Test
	void theNamesOfThisVersionComeFromItsMetadata() {
		assertThat(SettingNames.ofThisVersion(getClass().getClassLoader())).hasValueSatisfying(
				(names) -> assertThat(names.toString()).contains("slicemeter.role", "slicemeter.interval"));
	}

	@Test
	void springBootFindsIt() {
		assertThat(SpringFactoriesLoader.forDefaultResourceLocation()
			.load(EnvironmentPostProcessor.class, (type, name, failure) -> {
				// Some of Boot's own need arguments that aren't at hand here.
			})).hasAtLeastOneElementOfType(UnknownSettings.class);
	}

	@Test
	void itIsAskedWithTheNamesOfThisVersion() {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().addFirst(file("slicemeter.rolle"));
		assertThatExceptionOfType(CannotStartException.class)
			.isThrownBy(() -> new UnknownSettings().postProcessEnvironment(environment, new SpringApplication()))
			.withMessageContaining("did you mean slicemeter.role?");
	}

	private static void check(PropertySource<?> source) {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().addFirst(source);
		UnknownSettings.check(environment, NAMES);
	}

	private static MapPropertySource file(String name) {
		return new MapPropertySource("file", Map.of(name, "x"));
	}

}
