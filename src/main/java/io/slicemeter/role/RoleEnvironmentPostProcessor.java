package io.slicemeter.role;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/// The one place where the role decides, before the context starts, what the process is
/// made of: it turns `slicemeter.role` into preset properties, which auto-configuration
/// then follows.
class RoleEnvironmentPostProcessor implements EnvironmentPostProcessor, Ordered {

	static final String PROPERTY = "slicemeter.role";

	@Override
	public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
		// Last, so that a preset is only used where the user says nothing.
		environment.getPropertySources().addLast(new MapPropertySource("role", role(environment).presets()));
	}

	private static Role role(ConfigurableEnvironment environment) {
		try {
			return Binder.get(environment).bind(PROPERTY, Role.class).orElse(Role.STANDALONE);
		}
		catch (BindException ex) {
			throw new CannotStartException(
					"%s is '%s', which is none of the roles that this version can play: %s".formatted(PROPERTY,
							environment.getProperty(PROPERTY), allowed()),
					"Set it to one of them, or leave it out for standalone.", ex);
		}
	}

	private static String allowed() {
		return Arrays.stream(Role.values())
			.map((role) -> role.name().toLowerCase(Locale.ROOT))
			.collect(Collectors.joining(", "));
	}

	/// After the configuration files are read, for the role may be named there.
	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

}
