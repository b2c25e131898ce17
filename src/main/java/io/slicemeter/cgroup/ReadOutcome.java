package io.slicemeter.cgroup;

/// What became of reading a cgroup.
public enum ReadOutcome {

	/// It lives; what it has was read.
	READ,
	/// It is gone or going (ENOENT, ENODEV or ESRCH on `cpu.stat`). Not an error: this is
	/// how a run ends.
	ENDING

}
