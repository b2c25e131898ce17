package io.slicemeter.sampling;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;

import io.slicemeter.cgroup.CgroupFiles;
import io.slicemeter.cgroup.ReadOutcome;
import io.slicemeter.engine.Container;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;

/// Reads a run from its cgroup's kept files and from its own network namespace.
final class CgroupReader implements UsageReader {

	private final CgroupFiles files;

	private final RunNetwork network;

	private final SampleClock clock;

	private boolean populatedSeen;

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

	/// Looks whether the last process has left, and if so reads the totals one last time.
	/// A cgroup that is empty because nothing came in yet has used no CPU.
	Exit exit(Moment into) {
		switch (this.files.population()) {
			case POPULATED -> {
				this.populatedSeen = true;
				return Exit.NOT_YET;
			}
			case UNKNOWN -> {
				return Exit.MISSED;
			}
			case EMPTY -> {
			}
		}
		Readings readings = into.readings();
		readings.clear();
		long nanos = this.clock.nanos();
		if (this.files.readTotals(readings) == ReadOutcome.ENDING) {
			return Exit.MISSED;
		}
		if (!this.populatedSeen && !(readings.has(Metric.CPU_USAGE_USEC) && readings.get(Metric.CPU_USAGE_USEC) > 0)) {
			return Exit.NOT_YET;
		}
		this.network.read(readings);
		this.files.readPressures(readings);
		into.stamp(this.clock.stamp(nanos), nanos, nanos);
		return Exit.READ;
	}

	/// Reads the network again after the exit: the kernel still sends what a dead process
	/// had buffered.
	/// @return whether there may be more
	boolean readNetworkAgain(Readings into, Moment scratch) {
		Readings again = scratch.readings();
		again.clear();
		if (!this.network.isOpen() || !this.network.read(again) || !again.has(Metric.NETWORK_RECEIVED_BYTES)) {
			return false;
		}
		for (Metric metric : Metric.read()) {
			if (again.has(metric)) {
				into.set(metric, again.get(metric));
			}
		}
		return true;
	}

	/// Reads how often the OOM killer struck, and nothing else.
	void readOomKills(Moment into) {
		into.readings().clear();
		this.files.readMemoryEvents(into.readings());
	}

	/// Tries to open the network of a process of the scope itself, while the Engine has
	/// not told the container's.
	/// @return whether it is open, or will never be
	boolean openNetwork(OptionalLong pid) {
		return this.network.openEarly(pid);
	}

	/// Whether the cgroup that is read still stands.
	boolean isThere() {
		OptionalLong inode = this.files.currentInode();
		return inode.isPresent() && inode.getAsLong() == this.files.inode();
	}

	/// Opens the files that were absent so far, unless another cgroup took its place.
	void openAbsent() throws IOException {
		if (isThere()) {
			this.files.openAbsent();
		}
	}

	Path directory() {
		return this.files.directory();
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

	/// What a look for the exit found.
	enum Exit {

		/// Processes live, or none came yet.
		NOT_YET,
		/// The last process has left, and the totals were read.
		READ,
		/// The cgroup is gone; nothing could be read.
		MISSED

	}

}
