package io.slicemeter.cgroup;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class InterfacePatternTests {

	@ParameterizedTest
	@CsvSource({ "eth*, eth0, true", "eth*, eth, true", "eth*, veth0, false", "*, anything, true", "eth?, eth0, true",
			"eth?, eth10, false", "eth?, eth, false", "*th*0, eth10, true", "*th*0, eth1, false",
			"en*s?f*, enp1s0f1, true", "en*s?f*, enp1s0, false", "a*b*c, abxbc, true", "wg0, wg0, true",
			"wg0, wg01, false", "**, x, true" })
	void matchesGlobs(String glob, String name, boolean matches) {
		assertThat(InterfacePattern.of(glob).matches(name)).isEqualTo(matches);
	}

	@Test
	void matchesAnyOfItsGlobs() {
		InterfacePattern pattern = InterfacePattern.of("eth*", "ens*");

		assertThat(List.of("eth0", "ens5", "docker0", "lo").stream().filter(pattern::matches)).containsExactly("eth0",
				"ens5");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "eth 0", "eth/0", "eth:0", "a-name-of-16-char", "ethö" })
	void refusesWhatIsNoInterface(String glob) {
		assertThatIllegalArgumentException().isThrownBy(() -> InterfacePattern.of(glob))
			.withMessageContaining("'" + glob + "'")
			.withMessageContaining("1 to 15");
	}

	@Test
	void refusesToMatchNothing() {
		assertThatIllegalArgumentException().isThrownBy(() -> new InterfacePattern(List.of()))
			.withMessageContaining("eth*");
	}

}
