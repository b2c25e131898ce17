package io.slicemeter.role;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class RoleEnvironmentPostProcessorTests {

	private static final String JPA = "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration";

	private static final String FLYWAY = "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration";

	@ParameterizedTest
	@ValueSource(strings = { "", "standalone", "STANDALONE" })
	void withoutARoleTheProcessIsStandaloneAndPlaysEveryPart(String role) {
		MockEnvironment environment = new MockEnvironment().withProperty("slicemeter.role", role);
		process(environment);
		for (Part part : Part.values()) {
			assertThat(environment.getProperty(part.property())).as(part.property()).isEqualTo("true");
		}
		assertThat(environment.getProperty("spring.autoconfigure.exclude")).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			agent    | true  | false | false | false | true
			api      | false | true  | false | false | true
			maintain | false | false | true  | false | true
			migrate  | false | false | false | true  | false
			""")
	void eachOtherRolePlaysItsPartsAlone(String role, String metering, String answering, String maintaining,
			String migrating, String serving) {
		MockEnvironment environment = with(role);
		process(environment);
		assertThat(environment.getProperty("slicemeter.part.metering")).isEqualTo(metering);
		assertThat(environment.getProperty("slicemeter.part.answering")).isEqualTo(answering);
		assertThat(environment.getProperty("slicemeter.part.maintaining")).isEqualTo(maintaining);
		assertThat(environment.getProperty("slicemeter.part.migrating")).isEqualTo(migrating);
		assertThat(environment.getProperty("slicemeter.part.serving")).isEqualTo(serving);
		String excluded = environment.getProperty("spring.autoconfigure.exclude", "");
		assertThat(excluded.contains(JPA)).isEqualTo(answering.equals("false"));
		assertThat(excluded.contains(FLYWAY)).isEqualTo(migrating.equals("false"));
	}

	@Test
	void whatTheUserLeavesOutIsLeftOutToo() {
		MockEnvironment environment = with("agent").withProperty("spring.autoconfigure.exclude", "org.example.One");
		process(environment);
		assertThat(environment.getProperty("spring.autoconfigure.exclude")).contains("org.example.One", JPA, FLYWAY);
	}

	@ParameterizedTest
	@EnumSource(Part.class)
	void whatAPartLeavesOutIsThereToBeLeftOut(Part part) throws ClassNotFoundException {
		for (String name : part.autoConfigurations()) {
			Class<?> type = ClassUtils.forName(name, getClass().getClassLoader());
			assertThat(AnnotatedElementUtils.hasAnnotation(type, AutoConfiguration.class)).as(name).isTrue();
		}
	}

	@Test
	void whatTheUserSetsHasPrecedenceOverAPreset() {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.addLast(new MapPropertySource("file", Map.of("slicemeter.role", "agent", "spring.datasource.url", "jdbc:x",
					"spring.datasource.hikari.maximum-pool-size", "3")));
		process(environment);
		assertThat(environment.getProperty("spring.datasource.hikari.maximum-pool-size")).isEqualTo("3");
		assertThat(environment.getProperty("spring.datasource.hikari.minimum-idle")).isEqualTo("0");
	}

	@ParameterizedTest
	@ValueSource(strings = { "agent", "api", "maintain", "migrate" })
	void aRoleThatNeedsADatabaseNamesTheMissingProperty(String role) {
		// an empty property is how an unset variable arrives from a compose file
		MockEnvironment environment = new MockEnvironment().withProperty("slicemeter.role", role)
			.withProperty("spring.datasource.url", "");
		assertThatExceptionOfType(CannotStartException.class).isThrownBy(() -> process(environment))
			.withMessageContaining("role " + role)
			.withMessageContaining("spring.datasource.url");
	}

	@Test
	void anyOtherRoleIsRefusedAndTheAllowedOnesAreNamed() {
		MockEnvironment environment = with("sidecar");
		assertThatExceptionOfType(CannotStartException.class).isThrownBy(() -> process(environment))
			.withMessage("slicemeter.role is 'sidecar', which is none of the roles that this version can play: "
					+ "standalone, agent, api, maintain, migrate");
	}

	@Test
	void aRefusalIsShownWithWhatToDoAboutIt() {
		CannotStartException problem = new CannotStartException("It is broken.", "Mend it.");
		FailureAnalysis analysis = new CannotStartFailureAnalyzer().analyze(new IllegalStateException(problem));
		assertThat(analysis).isNotNull();
		assertThat(analysis.getDescription()).isEqualTo("It is broken.");
		assertThat(analysis.getAction()).isEqualTo("Mend it.");
	}

	@Test
	void springBootFindsIt() {
		assertThat(SpringFactoriesLoader.forDefaultResourceLocation()
			.load(EnvironmentPostProcessor.class, (type, name, failure) -> {
				// Some of Boot's own need arguments that aren't at hand here.
			})).hasAtLeastOneElementOfType(RoleEnvironmentPostProcessor.class);
	}

	private static MockEnvironment with(String role) {
		return new MockEnvironment().withProperty("slicemeter.role", role)
			.withProperty("spring.datasource.url", "jdbc:postgresql://localhost/slicemeter");
	}

	private static void process(ConfigurableEnvironment environment) {
		new RoleEnvironmentPostProcessor().postProcessEnvironment(environment, new SpringApplication());
	}

}
