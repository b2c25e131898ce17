package io.slicemeter.sampling;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

import io.slicemeter.cgroup.InterfacePattern;
import io.slicemeter.cgroup.NetworkFile;
import io.slicemeter.cgroup.ParseFaults;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunKey;
import org.jspecify.annotations.Nullable;

/// The network of one run. Its file is opened as soon as the run has a network namespace
/// of its own, and kept: it pins the namespace, so that a pid which is used again can't
/// bring another's traffic.
///
/// Without figures are the runs of network mode `host` and `none`, and those that share a
/// namespace: its traffic belongs to the run that had it first.
final class RunNetwork implements AutoCloseable {

	private final RunKey run;

	private final NetworkNamespaces namespaces;

	private final Path procRoot;

	private final InterfacePattern interfaces;

	private final ParseFaults faults;

	private @Nullable Long pid;

	private @Nullable NetworkFile file;

	/// No network of its own, by its mode or since it shares another's.
	private boolean without;

	RunNetwork(RunKey run, NetworkNamespaces namespaces, Path procRoot, InterfacePattern interfaces,
			ParseFaults faults) {
		this.run = run;
		this.namespaces = namespaces;
		this.procRoot = procRoot;
		this.interfaces = interfaces;
		this.faults = faults;
	}

	/// Takes what the Engine says of the container. A namespace that a sharer had opened
	/// before anybody told that it shares is free again then: who has a network by its
	/// mode tries once more each time.
	synchronized void describe(@Nullable String networkMode, @Nullable Long pid) {
		this.pid = pid;
		this.without = networkMode == null || networkMode.equals("host") || networkMode.equals("none")
				|| networkMode.startsWith("container:");
		if (this.without) {
			closeFile();
		}
		else if (this.file == null && pid != null) {
			this.file = open(pid);
		}
	}

	/// Whether it is known to have no network of its own.
	synchronized boolean isWithout() {
		return this.without;
	}

	/// Tries to open the network by a process of the scope itself, before the Engine
	/// tells of the container.
	/// @return whether nothing is left to try
	synchronized boolean openEarly(OptionalLong scopePid) {
		if (this.file == null && !this.without && scopePid.isPresent()) {
			this.file = open(scopePid.getAsLong());
		}
		return this.file != null || this.without;
	}

	synchronized boolean isOpen() {
		return this.file != null;
	}

	/// Reads the counters, if the run has a network of its own.
	/// @return whether they were read
	synchronized boolean read(Readings into) {
		Long pid = this.pid;
		if (this.file == null && !this.without && pid != null) {
			this.file = open(pid);
		}
		NetworkFile file = this.file;
		return file != null && file.read(into);
	}

	private @Nullable NetworkFile open(long pid) {
		Optional<NetworkFile> opened = NetworkFile.open(this.procRoot, pid, this.interfaces, this.faults);
		if (opened.isEmpty()) {
			return null;
		}
		NetworkFile file = opened.get();
		if (!this.namespaces.claim(file.namespaceInode(), this.run)) {
			file.close();
			this.without = true;
			return null;
		}
		return file;
	}

	@Override
	public synchronized void close() {
		closeFile();
		this.without = true;
	}

	private void closeFile() {
		NetworkFile file = this.file;
		this.file = null;
		if (file != null) {
			this.namespaces.release(this.run);
			file.close();
		}
	}

}
