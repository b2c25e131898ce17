package io.slicemeter.measurement;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;

/// Where load goes: a URL, and the one address that is connected to. Names are resolved
/// once, before the address is checked, and never again.
///
/// @param url as the client gave it
/// @param address the checked address
record Target(URI url, InetAddress address) {

	/// The URL with the address in the place of the name: whatever resolves it finds
	/// nothing to resolve.
	URI connectTo() {
		StringBuilder text = new StringBuilder();
		text.append(this.url.getScheme()).append("://").append(literal());
		if (this.url.getPort() >= 0) {
			text.append(':').append(this.url.getPort());
		}
		String path = this.url.getRawPath();
		text.append((path == null || path.isEmpty()) ? "/" : path);
		if (this.url.getRawQuery() != null) {
			text.append('?').append(this.url.getRawQuery());
		}
		return URI.create(text.toString());
	}

	/// Whether the client named the host by a name, which the server is to hear.
	boolean isNamed() {
		return AllowedTargets.literal(bare(this.url.getHost())) == null;
	}

	/// What the header `Host` says.
	String hostHeader() {
		return (this.url.getPort() >= 0) ? this.url.getHost() + ":" + this.url.getPort() : this.url.getHost();
	}

	boolean isTls() {
		return this.url.getScheme().equalsIgnoreCase("https");
	}

	static String bare(String host) {
		return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
	}

	private String literal() {
		String text = this.address.getHostAddress();
		return (this.address instanceof Inet6Address) ? "[" + text + "]" : text;
	}

}
