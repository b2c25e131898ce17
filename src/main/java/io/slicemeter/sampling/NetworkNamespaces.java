package io.slicemeter.sampling;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.slicemeter.runner.RunKey;

/// Which run each network namespace belongs to, so that shared traffic is counted once.
final class NetworkNamespaces {

	private final Map<Long, RunKey> owners = new ConcurrentHashMap<>();

	/// Claims a namespace for a run.
	/// @param namespaceInode the inode of `net/dev` as seen by a process in it: one per
	/// namespace, readable by all
	/// @return whether it is the run's; false if another has it
	boolean claim(long namespaceInode, RunKey run) {
		RunKey owner = this.owners.putIfAbsent(namespaceInode, run);
		return owner == null || owner.equals(run);
	}

	void release(RunKey run) {
		this.owners.values().remove(run);
	}

}
