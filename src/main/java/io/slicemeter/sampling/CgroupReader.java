package io.slicemeter.sampling;

import java.util.OptionalLong;

import io.slicemeter.cgroup.CgroupFiles;
import io.slicemeter.cgroup.ReadOutcome;
import io.slicemeter.engine.Container;
import io.slicemeter.runner.Limits;

/// Reads a run from its cgroup's kept files and from its own network namespace.
final class CgroupReader implements UsageReader {

	private final CgroupFiles files;

	private final RunNetwork network;

	private final SampleClock clock;

	CgroupReader(CgroupFiles files, RunNetwork network, SampleClock clock) {
		this.files = files;
		this.network = network;
		this.clock = clock;
	}

	@Override
	public Outcome read(Moment into) {
		// the directory decides: a kept channel may answer for a cgroup that was removed
		// or replaced
		OptionalLong inode = this.files.currentInode();
		if (inode.isEmpty()) {
			return Outcome.ENDING;
		}
		if (inode.getAsLong() != this.files.inode()) {
			return Outcome.REPLACED;
		}
		long nanos = this.clock.nanos();
		into.readings().clear();
		if (this.files.read(into.readings()) == ReadOutcome.ENDING) {
			return Outcome.ENDING;
		}
		this.network.read(into.readings());
		into.stamp(this.clock.stamp(nanos), nanos, nanos);
		return Outcome.READ;
	}

	@Override
	public void describe(Container container) {
		this.network.describe(container.networkMode(), container.pid());
	}

	@Override
	public Limits limits(Container container) {
		return this.files.readLimits();
	}

	@Override
	public void close() {
		this.files.close();
		this.network.close();
	}

}
