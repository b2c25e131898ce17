package io.slicemeter.engine;

import org.jspecify.annotations.Nullable;

/// What the Engine says of itself and its host.
///
/// @param version its version, e.g. `20.10.24`
/// @param cgroupDriver `systemd` or `cgroupfs`
/// @param cgroupVersion 1 or 2
/// @param cpus how many CPUs its host has
/// @param memoryBytes the host's memory
/// @param kernelVersion the kernel's release
public record EngineFacts(String version, String cgroupDriver, int cgroupVersion, int cpus, long memoryBytes,
		@Nullable String kernelVersion) {

	public boolean usesSystemd() {
		return this.cgroupDriver.equals("systemd");
	}

}
