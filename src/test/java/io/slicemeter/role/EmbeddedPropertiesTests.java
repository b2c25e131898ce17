package io.slicemeter.role;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EmbeddedPropertiesTests {

	private static final Path HOME = Path.of("/home/kim");

	private final EmbeddedProperties unset = new EmbeddedProperties(null);

	@Test
	void dataIsKeptInTheUsersDataHome() {
		assertThat(this.unset.directory("/data/kim", HOME)).isEqualTo(Path.of("/data/kim/slicemeter"));
	}

	@Test
	void withoutADataHomeItIsTheUsualOne() {
		assertThat(this.unset.directory(null, HOME)).isEqualTo(Path.of("/home/kim/.local/share/slicemeter"));
		assertThat(this.unset.directory("", HOME)).isEqualTo(Path.of("/home/kim/.local/share/slicemeter"));
	}

	@Test
	void aRelativeDataHomeIsIgnored() {
		assertThat(this.unset.directory("data", HOME)).isEqualTo(Path.of("/home/kim/.local/share/slicemeter"));
	}

	@Test
	void thePropertyHasPrecedence() {
		assertThat(new EmbeddedProperties(Path.of("/srv/meter/../slices")).directory("/data/kim", HOME))
			.isEqualTo(Path.of("/srv/slices"));
	}

}
