package io.slicemeter.cgroup;

import java.nio.file.Path;

/// A directory that was named as the root of cgroup v2 is none.
public final class NotCgroup2Exception extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final transient Path cgroupRoot;

	NotCgroup2Exception(Path cgroupRoot) {
		super("'%s' is not the root of a cgroup v2 hierarchy: it has no file '%s'. ".formatted(cgroupRoot,
				CgroupRoot.CONTROLLERS)
				+ "Allowed is a directory where cgroup v2 is mounted, as /sys/fs/cgroup on hosts that boot with it "
				+ "(in a container: the host's, mounted read-only). On cgroup v1 take the Engine's statistics instead.");
		this.cgroupRoot = cgroupRoot;
	}

	/// The directory that was named.
	public Path cgroupRoot() {
		return this.cgroupRoot;
	}

}
