package io.slicemeter.sampling;

import java.util.List;

import io.slicemeter.engine.Container;
import io.slicemeter.engine.EngineFacts;
import io.slicemeter.runner.SliceName;

/// Which slices' containers are tracked.
///
/// @param names the watched slices; empty for all
/// @param systemd whether Docker makes cgroups through systemd
record WatchedSlices(List<SliceName> names, boolean systemd) {

	private static final SliceName SYSTEM = new SliceName("system.slice");

	private static final SliceName DOCKER = new SliceName("docker");

	/// The watched slices by the settings and Docker's cgroup driver.
	static WatchedSlices of(SamplingProperties properties, EngineFacts facts) {
		boolean systemd = facts.usesSystemd();
		List<SliceName> names = properties.sliceNames(systemd);
		return new WatchedSlices((names.isEmpty() && systemd) ? List.of(SYSTEM) : names, systemd);
	}

	/// The slices that the settings name, as long as no Engine told its cgroup driver:
	/// systemd's, since only those are known beforehand. Empty if they name none.
	static List<SliceName> beforehand(SamplingProperties properties) {
		return properties.sliceNames(true);
	}

	/// Whether runs in this slice are tracked: it is watched, or nested in one that is.
	boolean include(SliceName slice) {
		return this.names.isEmpty() || this.names.stream().anyMatch((watched) -> watched.contains(slice));
	}

	/// The slice of containers that name none.
	SliceName defaultSlice() {
		return this.systemd ? SYSTEM : DOCKER;
	}

	/// The slice that the Engine puts a container into, by its settings alone. With
	/// cgroupfs it is the name of the parent directory.
	SliceName parentOf(Container container) {
		String parent = container.cgroupParent();
		while (parent.endsWith("/")) {
			parent = parent.substring(0, parent.length() - 1);
		}
		String name = parent.substring(parent.lastIndexOf('/') + 1);
		if (name.isEmpty()) {
			return defaultSlice();
		}
		try {
			return new SliceName(name);
		}
		catch (IllegalArgumentException ex) {
			// a directory that no slice could be called: kept apart from the named ones
			return new SliceName(name.replaceAll("[^A-Za-z0-9:_.@]", "_").replaceFirst("^\\.", "_"));
		}
	}

}
