package io.slicemeter.role;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/// The Postgres that a standalone process brings along.
///
/// @param dataDirectory directory that keeps the embedded Postgres, used where no
/// database is named; default: $XDG_DATA_HOME/slicemeter, which is
/// ~/.local/share/slicemeter on most machines
@ConfigurationProperties("slicemeter.embedded")
record EmbeddedProperties(@Nullable Path dataDirectory) {

	/// The directory to use.
	///
	/// @param xdgDataHome the value of `XDG_DATA_HOME`; a relative one is ignored, as the
	/// XDG specification demands
	/// @param home the user's home directory
	Path directory(@Nullable String xdgDataHome, Path home) {
		if (this.dataDirectory != null) {
			return this.dataDirectory.toAbsolutePath().normalize();
		}
		if (xdgDataHome != null && xdgDataHome.startsWith("/")) {
			return Path.of(xdgDataHome, "slicemeter").normalize();
		}
		return home.resolve(".local/share/slicemeter").toAbsolutePath().normalize();
	}

}
