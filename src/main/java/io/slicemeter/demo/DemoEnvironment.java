package io.slicemeter.demo;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.Profiles;
import org.springframework.util.StringUtils;

/// Points a process with the profile `demo` at the simulated host, and keeps it away from
/// what is real: another Engine, another host's name, the real service's database and
/// spool. What is decided here can't be set otherwise.
class DemoEnvironment implements EnvironmentPostProcessor, Ordered {

	static final String PROFILE = "demo";

	/// Where the simulated host lies while the process runs.
	static final String HOST_DIRECTORY = "demo.host-directory";

	static final String HOST_NAME = "slicemeter.host.name";

	private static final String ROLE = "slicemeter.role";

	private static final String NAME_PREFIX = "demo-";

	@Override
	public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
		if (!environment.acceptsProfiles(Profiles.of(PROFILE))) {
			return;
		}
		String role = environment.getProperty(ROLE, "standalone");
		if (!role.equalsIgnoreCase("standalone")) {
			throw new DemoRefusedException(
					"The profile demo simulates a host in a process that does everything, and slicemeter.role is '%s'."
						.formatted(role),
					"Leave slicemeter.role out, or start without the profile demo.");
		}
		boolean named = named(environment, "url") || named(environment, "jndi-name")
				|| named(environment, "hikari.jdbc-url");
		if (named && !environment.getProperty("slicemeter.demo.into-named-database", Boolean.class, false)) {
			throw new DemoRefusedException(
					"The profile demo would write its invented figures into the database that spring.datasource names.",
					"Leave spring.datasource.url out: the demo brings a database of its own along. If the named one is "
							+ "meant for the demo, set slicemeter.demo.into-named-database=true.");
		}
		environment.getPropertySources().addFirst(new MapPropertySource(PROFILE, settings(environment)));
	}

	private static Map<String, Object> settings(Environment environment) {
		// short, for the path of a unix socket has 107 bytes
		Path host = Path.of(System.getProperty("java.io.tmpdir"),
				"slicemeter-demo-" + UUID.randomUUID().toString().substring(0, 8));
		Path data = data(environment.getProperty("slicemeter.demo.directory"), System.getenv("XDG_DATA_HOME"));
		String name = environment.getProperty(HOST_NAME, "host");
		Map<String, Object> settings = new LinkedHashMap<>();
		settings.put(HOST_DIRECTORY, host.toString());
		settings.put(HOST_NAME, name.startsWith(NAME_PREFIX) ? name : NAME_PREFIX + name);
		settings.put("slicemeter.host.cgroup-root", HostTree.cgroupRoot(host).toString());
		settings.put("slicemeter.host.proc-root", HostTree.procRoot(host).toString());
		settings.put("slicemeter.docker.host", "unix://" + HostTree.socket(host));
		settings.put("slicemeter.source", "cgroup");
		settings.put("slicemeter.slices", String.join(",", DemoSlice.NAMES));
		settings.put("slicemeter.embedded.data-directory", data.toString());
		settings.put("slicemeter.spool.directory", data.resolve("spool").toString());
		return settings;
	}

	static Path data(@Nullable String directory, @Nullable String xdgDataHome) {
		if (StringUtils.hasText(directory)) {
			return Path.of(directory).toAbsolutePath().normalize();
		}
		Path home = (xdgDataHome != null && xdgDataHome.startsWith("/")) ? Path.of(xdgDataHome)
				: Path.of(System.getProperty("user.home"), ".local/share");
		return home.resolve("slicemeter-demo").toAbsolutePath().normalize();
	}

	private static boolean named(Environment environment, String property) {
		return StringUtils.hasText(environment.getProperty("spring.datasource." + property));
	}

	/// After the configuration files are read, before the role decides what the process
	/// is made of.
	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE - 2;
	}

}
