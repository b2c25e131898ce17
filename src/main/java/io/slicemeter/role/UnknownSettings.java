package io.slicemeter.role;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/// Refuses a setting that does not exist, before anything starts: misspelt, it would
/// change nothing, silently.
///
/// Environment variables are let through, since not all that begin with `SLICEMETER_` are
/// meant for us: Kubernetes makes such ones of a service of that name.
class UnknownSettings implements EnvironmentPostProcessor, Ordered {

	@Override
	public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
		ClassLoader classLoader = UnknownSettings.class.getClassLoader();
		SettingNames.ofThisVersion(classLoader).ifPresent((names) -> check(environment, names));
	}

	static void check(ConfigurableEnvironment environment, SettingNames names) {
		List<String> unknown = new ArrayList<>();
		for (PropertySource<?> source : environment.getPropertySources()) {
			if (!(source instanceof SystemEnvironmentPropertySource) && ConfigurationPropertySource
				.from(source) instanceof IterableConfigurationPropertySource iterable) {
				iterable.stream()
					.filter((name) -> SettingNames.ROOT.isAncestorOf(name) && !names.contain(name))
					.map((name) -> describe(name, iterable, names))
					.filter((description) -> !unknown.contains(description))
					.forEach(unknown::add);
			}
		}
		if (!unknown.isEmpty()) {
			throw new CannotStartException(
					"There is no such setting:%n%n    %s".formatted(String.join("%n    ".formatted(), unknown)),
					"Correct or remove it. The settings are: %s.".formatted(names));
		}
	}

	private static String describe(ConfigurationPropertyName name, ConfigurationPropertySource source,
			SettingNames names) {
		String origin = Optional.ofNullable(source.getConfigurationProperty(name))
			.map(ConfigurationProperty::getOrigin)
			.map((known) -> " (" + known + ")")
			.orElse("");
		List<String> near = names.near(name);
		return name + origin + (near.isEmpty() ? "" : ": did you mean " + String.join(" or ", near) + "?");
	}

	/// After the configuration files are read.
	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

}
