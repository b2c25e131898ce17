package io.slicemeter.measurement;

import java.net.InetAddress;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class AllowedTargetsTests {

	private static final Set<InetAddress> RUNNERS = Set.of(InetAddress.ofLiteral("172.17.0.2"),
			InetAddress.ofLiteral("fd00::2"), InetAddress.ofLiteral("169.254.169.254"));

	@ParameterizedTest
	@CsvSource({ "127.0.0.1,true", "127.255.255.254,true", "::1,true", "::ffff:127.0.0.1,true", "172.17.0.2,true",
			"fd00::2,true", "::ffff:172.17.0.2,true", "172.17.0.3,false", "fd00::3,false", "0.0.0.0,false", "::,false",
			"::ffff:0.0.0.0,false", "169.254.169.254,false", "fe80::1,false", "224.0.0.1,false", "ff02::1,false",
			"255.255.255.255,false", "::127.0.0.1,false", "64:ff9b::7f00:1,false", "2002:7f00:1::,false",
			"10.0.0.1,false", "8.8.8.8,false" })
	void theUsualTargetsAreThisMachineAndTrackedRunners(String address, boolean allowed) {
		assertThat(allow(List.of("loopback", "runners"), address)).isEqualTo(allowed);
	}

	@ParameterizedTest
	@CsvSource({ "10.255.0.1,true", "11.0.0.1,false", "192.168.1.127,true", "192.168.1.128,false", "fd12::9,true",
			"fe12::9,false", "127.0.0.1,false", "172.17.0.2,false", "203.0.113.7,true", "203.0.113.8,false",
			"169.254.169.254,true" })
	void networksAllowWhatLiesInThem(String address, boolean allowed) {
		assertThat(allow(List.of("10.0.0.0/8", "192.168.1.0/25", "fd00::/8", "203.0.113.7", "169.254.0.0/16"), address))
			.isEqualTo(allowed);
	}

	@Test
	void allOfBothFamiliesStillLeavesOutWhatIsNoAddressOfOneMachine() {
		List<String> all = List.of("0.0.0.0/0", "::/0");
		assertThat(allow(all, "8.8.8.8")).isTrue();
		assertThat(allow(all, "2001:db8::1")).isTrue();
		assertThat(allow(all, "0.0.0.0")).isFalse();
		assertThat(allow(all, "::")).isFalse();
		assertThat(allow(all, "239.1.1.1")).isFalse();
	}

	@Test
	void nothingMayBeAllowed() {
		assertThat(allow(List.of(), "127.0.0.1")).isFalse();
		assertThat(allow(List.of(""), "127.0.0.1")).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "example.org", "10.0.0.0/33", "10.0.0.0/x", "10.0.0.0/", "10/8", "127.1", "fd00::/129",
			"fe80::1%eth0", "localhost" })
	void namesAndMalformedNetworksAreNoTargets(String entry) {
		assertThatIllegalArgumentException().isThrownBy(() -> AllowedTargets.parse(List.of(entry)));
	}

	private static boolean allow(List<String> entries, String address) {
		return AllowedTargets.parse(entries).allow(InetAddress.ofLiteral(address), () -> RUNNERS);
	}

}
