package io.slicemeter.sampling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import io.slicemeter.runner.HostId;

/// The host that is metered, by its ID and its name.
record MeteredHost(HostId id, String name) {

	/// The host of the settings, named by the kernel if they don't name it.
	static MeteredHost of(HostProperties properties) {
		String name = properties.name();
		if (name == null || name.isBlank()) {
			name = hostName(properties.procRoot());
		}
		return new MeteredHost(HostId.of(name), name);
	}

	/// The kernel's own word for the machine's name: no name service is asked.
	private static String hostName(Path procRoot) {
		try {
			return Files.readString(procRoot.resolve("sys/kernel/hostname")).strip();
		}
		catch (IOException ex) {
			return Optional.ofNullable(System.getenv("HOSTNAME")).filter((name) -> !name.isBlank()).orElse("localhost");
		}
	}

}
