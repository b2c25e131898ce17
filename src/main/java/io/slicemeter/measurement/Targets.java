package io.slicemeter.measurement;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.slicemeter.runner.Catalogue;
import io.slicemeter.runner.CataloguedHost;
import io.slicemeter.runner.CataloguedRun;
import io.slicemeter.web.Problem;
import io.slicemeter.web.ProblemType;
import org.springframework.stereotype.Component;

/// Checks where load is to be sent. Every address of a name has to be allowed, and the
/// measurement connects to one that was checked here: a name that leads elsewhere a moment
/// later changes nothing.
@Component
class Targets {

	private static final int LONGEST_URL = 2048;

	private final AllowedTargets allowed;

	private final Catalogue catalogue;

	private final Resolver resolver;

	Targets(MeasurementProperties properties, Catalogue catalogue, Resolver resolver) {
		this.allowed = AllowedTargets.parse(properties.allowedTargets());
		this.catalogue = catalogue;
		this.resolver = resolver;
	}

	/// The target of a URL.
	/// @throws Problem if it is no URL that load can be sent to, or not allowed
	Target check(String url) {
		URI uri = parse(url);
		String host = Target.bare(uri.getHost());
		InetAddress[] addresses;
		try {
			addresses = this.resolver.resolve(host);
		}
		catch (UnknownHostException ex) {
			throw refused("The name '%s' has no address".formatted(Problem.shown(host)));
		}
		for (InetAddress address : addresses) {
			if (!this.allowed.allow(address, this::addressesOfRunners)) {
				throw refused("Load may not be sent to %s, an address of '%s'".formatted(address.getHostAddress(),
						Problem.shown(host)));
			}
		}
		if (addresses.length == 0) {
			throw refused("The name '%s' has no address".formatted(Problem.shown(host)));
		}
		return new Target(uri, addresses[0]);
	}

	/// The addresses of the containers that run now.
	private Set<InetAddress> addressesOfRunners() {
		List<CataloguedHost> hosts = this.catalogue.hosts().stream().filter((host) -> !host.silent()).toList();
		Set<InetAddress> addresses = new LinkedHashSet<>();
		if (!hosts.isEmpty()) {
			for (CataloguedRun run : this.catalogue.openRunsOn(hosts.stream().map(CataloguedHost::id).toList())) {
				run.addresses().forEach((text) -> {
					InetAddress address = AllowedTargets.literal(text);
					if (address != null) {
						addresses.add(address);
					}
				});
			}
		}
		return addresses;
	}

	private Problem refused(String detail) {
		List<String> described = this.allowed.described();
		return Problem
			.of(ProblemType.TARGET_NOT_ALLOWED,
					"%s; allowed are %s (slicemeter.measurement.allowed-targets)".formatted(detail,
							described.isEmpty() ? "none" : String.join(", ", described)))
			.with("parameter", "targetUrl")
			.with("allowed", described);
	}

	private static URI parse(String url) {
		URI uri;
		try {
			uri = new URI(url);
		}
		catch (URISyntaxException ex) {
			throw malformed("'%s' is not a URL".formatted(Problem.shown(url)));
		}
		if (url.length() > LONGEST_URL) {
			throw malformed("The URL is longer than %d characters".formatted(LONGEST_URL));
		}
		String scheme = uri.getScheme();
		if (scheme == null || !(scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https"))) {
			throw malformed("'%s' is neither http nor https".formatted(Problem.shown(url)));
		}
		if (uri.getHost() == null || uri.getHost().isEmpty() || uri.getHost().indexOf('%') >= 0) {
			throw malformed("'%s' has no host, or one that is none: letters, digits, '-' and '.', or an address"
				.formatted(Problem.shown(url)));
		}
		if (uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
			throw malformed("A target has no user and no fragment");
		}
		if (uri.getPort() == 0 || uri.getPort() > 65_535) {
			throw malformed("A port is 1 to 65535");
		}
		return uri;
	}

	private static Problem malformed(String detail) {
		return Problem.invalidParameter("targetUrl", detail + "; allowed is such as http://127.0.0.1:8080/path",
				"http://host:port/path", "https://host:port/path");
	}

	/// Finds the addresses of a name. A seam: tests let names lead where they like.
	interface Resolver {

		InetAddress[] resolve(String host) throws UnknownHostException;

	}

}
