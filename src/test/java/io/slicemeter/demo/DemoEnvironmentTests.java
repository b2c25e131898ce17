package io.slicemeter.demo;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.SpringApplication;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class DemoEnvironmentTests {

	private final MockEnvironment environment = new MockEnvironment();

	@Test
	void withoutTheProfileNothingHappens() {
		process();
		assertThat(this.environment.getProperty("slicemeter.docker.host")).isNull();
		assertThat(this.environment.getProperty("slicemeter.host.name")).isNull();
	}

	@Test
	void theProfilePointsEverythingAtTheSimulatedHost() {
		this.environment.setActiveProfiles("demo");
		this.environment.setProperty("slicemeter.docker.host", "unix:///var/run/docker.sock");
		this.environment.setProperty("slicemeter.spool.directory", "/var/lib/slicemeter/spool");
		this.environment.setProperty("slicemeter.embedded.data-directory", "/var/lib/slicemeter");
		this.environment.setProperty("slicemeter.demo.directory", "/var/lib/demo");
		process();
		String host = this.environment.getProperty("demo.host-directory");
		assertThat(this.environment.getProperty("slicemeter.docker.host")).isEqualTo("unix://" + host + "/docker.sock");
		assertThat(this.environment.getProperty("slicemeter.host.cgroup-root")).isEqualTo(host + "/cgroup");
		assertThat(this.environment.getProperty("slicemeter.host.proc-root")).isEqualTo(host + "/proc");
		assertThat(this.environment.getProperty("slicemeter.host.name")).isEqualTo("demo-host");
		assertThat(this.environment.getProperty("slicemeter.slices")).isEqualTo("ci-runners.slice,agents.slice");
		assertThat(this.environment.getProperty("slicemeter.spool.directory")).isEqualTo("/var/lib/demo/spool");
		assertThat(this.environment.getProperty("slicemeter.embedded.data-directory")).isEqualTo("/var/lib/demo");
	}

	@Test
	void aHostsNameIsMarked() {
		this.environment.setActiveProfiles("demo");
		this.environment.setProperty("slicemeter.host.name", "ci-01");
		process();
		assertThat(this.environment.getProperty("slicemeter.host.name")).isEqualTo("demo-ci-01");
	}

	@ParameterizedTest
	@ValueSource(strings = { "agent", "API", "maintain", "migrate" })
	void otherRolesAreRefused(String role) {
		this.environment.setActiveProfiles("demo");
		this.environment.setProperty("slicemeter.role", role);
		assertThatExceptionOfType(DemoRefusedException.class).isThrownBy(this::process)
			.withMessageContaining("slicemeter.role is '" + role + "'");
	}

	@Test
	void aNamedDatabaseIsRefusedUnlessItIsMeant() {
		this.environment.setActiveProfiles("demo");
		this.environment.setProperty("spring.datasource.url", "jdbc:postgresql://db/real");
		assertThatExceptionOfType(DemoRefusedException.class).isThrownBy(this::process)
			.withMessageContaining("spring.datasource")
			.satisfies((ex) -> assertThat(ex.action()).contains("slicemeter.demo.into-named-database"));
		this.environment.setProperty("slicemeter.demo.into-named-database", "true");
		process();
		assertThat(this.environment.getProperty("slicemeter.host.name")).isEqualTo("demo-host");
	}

	@Test
	void itsDataLieBesideTheRealOnes() {
		assertThat(DemoEnvironment.data(null, "/data")).isEqualTo(Path.of("/data/slicemeter-demo"));
		assertThat(DemoEnvironment.data("", "data"))
			.isEqualTo(Path.of(System.getProperty("user.home"), ".local/share/slicemeter-demo"));
		assertThat(DemoEnvironment.data("/elsewhere", "/data")).isEqualTo(Path.of("/elsewhere"));
	}

	private void process() {
		new DemoEnvironment().postProcessEnvironment(this.environment, new SpringApplication());
	}

}
