package io.slicemeter.cgroup;

/// Whether processes live in a cgroup or below it, from `populated` of `cgroup.events`.
public enum Population {

	/// At least one process.
	POPULATED,
	/// No process: not yet, or no longer.
	EMPTY,
	/// The kernel does not say: the cgroup is gone, or is the root.
	UNKNOWN

}
