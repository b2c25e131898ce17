package io.slicemeter.sampling;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.OptionalLong;
import java.util.Set;

import io.slicemeter.cgroup.CgroupFiles;
import io.slicemeter.cgroup.ReadOutcome;
import io.slicemeter.engine.Container;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;

/// Reads a run from its cgroup's kept files and from its own network namespace.
final class CgroupReader implements UsageReader {

	private static final Set<Metric> NETWORK = EnumSet.of(Metric.NETWORK_RECEIVED_BYTES, Metric.NETWORK_SENT_BYTES);

	private final CgroupFiles files;

	private final RunNetwork network;

	private final SampleClock clock;

	private final ExitLook exitLook;

	CgroupReader(CgroupFiles files, RunNetwork network, SampleClock clock) {
		this.files = files;
		this.network = network;
		this.clock = clock;
		this.exitLook = new ExitLook(files::population, files::readTotals);
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
	ExitLook.Found exit(Moment into) {
		long nanos = this.clock.nanos();
		ExitLook.Found found = this.exitLook.look(into.readings());
		if (found == ExitLook.Found.READ) {
			this.network.read(into.readings());
			this.files.readPressures(into.readings());
			into.stamp(this.clock.stamp(nanos), nanos, nanos);
		}
		return found;
	}

	/// What there was to read for the totals, and could not be read. The network of a
	/// container of which nobody told whether it has one counts too.
	Set<Metric> unread(Readings readings) {
		Set<Metric> unread = this.files.unread(readings);
		if (!this.network.isWithout()) {
			for (Metric metric : NETWORK) {
				if (!readings.has(metric)) {
					unread.add(metric);
				}
			}
		}
		return unread;
	}

	/// Reads what may still grow after the exit. What can't be read any more is absent
	/// afterwards.
	/// @return whether there may be more
	boolean readOn(Moment into) {
		Readings readings = into.readings();
		readings.clear();
		boolean networkThere = this.network.isOpen() && this.network.read(readings)
				&& readings.has(Metric.NETWORK_RECEIVED_BYTES);
		if (!networkThere) {
			// the namespace answers on, with its loopback alone
			readings.clear();
		}
		boolean cgroupThere = isThere() && this.files.readTotals(readings) != ReadOutcome.ENDING;
		return networkThere || cgroupThere;
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

}
