package io.slicemeter.demo;

import java.io.Closeable;
import java.nio.file.Path;

import io.slicemeter.runner.Readings;

import org.jspecify.annotations.Nullable;

/// What a run has on disk: the directory of its cgroup, made before it appears so that
/// its inode is known, and, while it lives, the files in it and in `/proc`.
final class RunOnDisk implements Closeable {

	private static final int NET_DEV_LENGTH = 640;

	private final Path made;

	private final long inode;

	private @Nullable CgroupDirectory cgroup;

	private @Nullable PaddedFile netDev;

	/// @param made the directory, still aside and empty
	RunOnDisk(Path made, long inode) {
		this.made = made;
		this.inode = inode;
	}

	Path made() {
		return this.made;
	}

	/// What tells this life of a container from its others.
	long inode() {
		return this.inode;
	}

	/// Makes the files, still aside.
	/// @param directory where its cgroup is to appear
	/// @param network the directory of its process's `net`, which exists
	void fill(Life life, Path directory, Path network) {
		Readings readings = life.readings();
		Path netDev = network.resolve("dev");
		this.netDev = PaddedFile.create(netDev, NET_DEV_LENGTH, KernelText.netDev(readings)).openedToWrite(netDev);
		this.cgroup = new CgroupDirectory(this.made, directory, life.container().kind().limits(), life.pid() + "\n",
				readings);
	}

	void showCpu(Readings readings) {
		CgroupDirectory files = this.cgroup;
		if (files != null) {
			files.showCpu(readings);
		}
	}

	void showMemoryEvents(Readings readings) {
		CgroupDirectory files = this.cgroup;
		if (files != null) {
			files.showMemoryEvents(readings);
		}
	}

	void show(Readings readings) {
		CgroupDirectory files = this.cgroup;
		PaddedFile network = this.netDev;
		if (files != null && network != null) {
			network.write(KernelText.netDev(readings));
			files.show(readings);
		}
	}

	void empty() {
		CgroupDirectory files = this.cgroup;
		if (files != null) {
			files.empty();
		}
	}

	@Override
	public void close() {
		if (this.cgroup != null) {
			this.cgroup.close();
		}
		if (this.netDev != null) {
			this.netDev.close();
		}
	}

}
