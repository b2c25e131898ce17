package io.slicemeter.role;

import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.TypeExcludeFilter;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;

/// Keeps the scan of the application's classes out of the modules that a role leaves out,
/// so that none of their classes is loaded.
final class LeftOutModules extends TypeExcludeFilter {

	private static final String ROOT = "io.slicemeter.";

	private final Set<String> prefixes;

	private LeftOutModules(Set<String> prefixes) {
		this.prefixes = prefixes;
	}

	static LeftOutModules of(Collection<Part> leftOut) {
		return new LeftOutModules(leftOut.stream()
			.flatMap((part) -> part.modules().stream())
			.map((module) -> ROOT + module + ".")
			.collect(Collectors.toUnmodifiableSet()));
	}

	/// The filter of `@SpringBootApplication` asks every bean of this type.
	void registerIn(ConfigurableListableBeanFactory beans) {
		beans.registerSingleton("leftOutModules", this);
	}

	@Override
	public boolean match(MetadataReader reader, MetadataReaderFactory factory) {
		String type = reader.getClassMetadata().getClassName();
		return this.prefixes.stream().anyMatch(type::startsWith);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof LeftOutModules modules && this.prefixes.equals(modules.prefixes);
	}

	@Override
	public int hashCode() {
		return this.prefixes.hashCode();
	}

}
