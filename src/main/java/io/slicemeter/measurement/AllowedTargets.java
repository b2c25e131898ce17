package io.slicemeter.measurement;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/// Where load may be sent: which addresses, not which names. A name says nothing about
/// where it leads next time.
///
/// @param loopback whether to this machine's own loopback addresses
/// @param runners whether to the addresses of tracked containers that run
/// @param networks to which networks
record AllowedTargets(boolean loopback, boolean runners, List<Network> networks) {

	private static final String LOOPBACK = "loopback";

	private static final String RUNNERS = "runners";

	static AllowedTargets parse(List<String> entries) {
		boolean loopback = false;
		boolean runners = false;
		List<Network> networks = new ArrayList<>();
		for (String entry : entries) {
			switch (entry.strip()) {
				case LOOPBACK -> loopback = true;
				case RUNNERS -> runners = true;
				case "" -> {
				}
				default -> networks.add(Network.parse(entry.strip()));
			}
		}
		return new AllowedTargets(loopback, runners, List.copyOf(networks));
	}

	/// Whether load may go to an address. What is no address of one machine never may:
	/// `0.0.0.0` and `::` lead to this one, multicast to many. Link-local addresses
	/// (clouds
	/// keep their secrets there) have to be named as a network.
	/// @param addressesOfRunners asked only where the rest does not decide
	boolean allow(InetAddress address, Supplier<Set<InetAddress>> addressesOfRunners) {
		if (address.isAnyLocalAddress() || address.isMulticastAddress()) {
			return false;
		}
		if (this.networks.stream().anyMatch((network) -> network.contains(address))) {
			return true;
		}
		if (address.isLoopbackAddress()) {
			return this.loopback;
		}
		return this.runners && !address.isLinkLocalAddress() && addressesOfRunners.get().contains(address);
	}

	/// As they are told to clients.
	List<String> described() {
		List<String> described = new ArrayList<>();
		if (this.loopback) {
			described.add(LOOPBACK);
		}
		if (this.runners) {
			described.add(RUNNERS);
		}
		this.networks.forEach((network) -> described.add(network.toString()));
		return described;
	}

	/// An address as it is written, never a name.
	static @Nullable InetAddress literal(String text) {
		// the JDK also reads 127.1 and 2130706433, which hardly anybody means
		boolean form = text.indexOf(':') >= 0 || text.chars().filter((character) -> character == '.').count() == 3;
		if (!form || text.indexOf('%') >= 0) {
			return null;
		}
		try {
			return InetAddress.ofLiteral(text);
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	/// Addresses that begin with the same bits.
	///
	/// @param address the first of them
	/// @param bits how many bits they share
	record Network(InetAddress address, int bits) {

		private static final Pattern BITS = Pattern.compile("\\d{1,3}");

		static Network parse(String text) {
			int slash = text.indexOf('/');
			InetAddress address = literal((slash < 0) ? text : text.substring(0, slash));
			String bits = (slash < 0) ? "" : text.substring(slash + 1);
			if (address == null || (slash >= 0 && !BITS.matcher(bits).matches())) {
				throw new IllegalArgumentException(
						"slicemeter.measurement.allowed-targets takes loopback, runners, addresses and networks such as 10.0.0.0/8, not '%s'"
							.formatted(text));
			}
			int most = address.getAddress().length * Byte.SIZE;
			int shared = bits.isEmpty() ? most : Integer.parseInt(bits);
			if (shared > most) {
				throw new IllegalArgumentException("'%s' has more than %d bits".formatted(text, most));
			}
			return new Network(address, shared);
		}

		boolean contains(InetAddress other) {
			byte[] mine = this.address.getAddress();
			byte[] theirs = other.getAddress();
			if (mine.length != theirs.length) {
				return false;
			}
			for (int bit = 0; bit < this.bits; bit++) {
				int mask = 0x80 >> (bit % Byte.SIZE);
				if (((mine[bit / Byte.SIZE] ^ theirs[bit / Byte.SIZE]) & mask) != 0) {
					return false;
				}
			}
			return true;
		}

		@Override
		public String toString() {
			return this.address.getHostAddress() + "/" + this.bits;
		}

	}

}
