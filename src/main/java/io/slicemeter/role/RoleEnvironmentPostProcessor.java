package io.slicemeter.role;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/// The one place where the role decides, before the context starts, what the process is
/// made of: which auto-configurations and modules are left out, and what shared modules
/// are told about the parts that are played.
class RoleEnvironmentPostProcessor implements EnvironmentPostProcessor, Ordered {

	static final String PROPERTY = "slicemeter.role";

	private static final String EXCLUDE = "spring.autoconfigure.exclude";

	@Override
	public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
		Role role = role(environment);
		if (role.needsDatabase() && EmbeddedDatabaseAutoConfiguration.NoDatabaseNamed.in(environment)) {
			throw new CannotStartException(
					"The role %s needs a database, and none is named: spring.datasource.url is not set."
						.formatted(role),
					"Set spring.datasource.url (such as jdbc:postgresql://host/slicemeter), spring.datasource.username "
							+ "and spring.datasource.password. Only the role standalone brings a database along.");
		}
		Set<Part> leftOut = EnumSet.complementOf(EnumSet.copyOf(role.parts()));
		// First, for what a process is made of isn't a matter of taste.
		environment.getPropertySources()
			.addFirst(new MapPropertySource("role", decided(environment, role.parts(), leftOut)));
		// Last, so that a preset is only used where the user says nothing.
		environment.getPropertySources().addLast(new MapPropertySource("role presets", role.presets()));
		application.addInitializers((context) -> LeftOutModules.of(leftOut).registerIn(context.getBeanFactory()));
	}

	private static Map<String, Object> decided(ConfigurableEnvironment environment, Set<Part> played,
			Set<Part> leftOut) {
		Map<String, Object> decided = new LinkedHashMap<>();
		played.forEach((part) -> decided.put(part.property(), true));
		leftOut.forEach((part) -> decided.put(part.property(), false));
		Set<String> excluded = new LinkedHashSet<>(
				Binder.get(environment).bind(EXCLUDE, Bindable.listOf(String.class)).orElse(List.of()));
		leftOut.forEach((part) -> excluded.addAll(part.autoConfigurations()));
		decided.put(EXCLUDE, String.join(",", excluded));
		if (leftOut.contains(Part.SERVING)) {
			decided.put("spring.main.web-application-type", "none");
		}
		if (leftOut.contains(Part.ANSWERING)) {
			decided.put("springdoc.api-docs.enabled", false);
		}
		return decided;
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
		return Arrays.stream(Role.values()).map(Role::toString).collect(Collectors.joining(", "));
	}

	/// After the configuration files are read, for the role may be named there.
	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

}
