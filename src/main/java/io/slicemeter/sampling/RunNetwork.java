package io.slicemeter.sampling;

import java.nio.file.Path;
import java.util.Optional;

import io.slicemeter.cgroup.InterfacePattern;
import io.slicemeter.cgroup.NetworkFile;
import io.slicemeter.cgroup.ParseFaults;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunKey;
import org.jspecify.annotations.Nullable;

/// The network of one run. Its file is opened as soon as the run has a network namespace of its own, and kept: it pins the
/// namespace, so that a pid which is used again can't bring another's traffic.
///
/// Without figures are the runs of network mode `host` and `none`, and those that share a namespace: its traffic belongs to
/// the run that had it first.
final class RunNetwork implements AutoCloseable {

	private final RunKey run;

	private final NetworkNamespaces namespaces;

	private final Path procRoot;

	private final InterfacePattern interfaces;

	private final ParseFaults faults;

	private @Nullable Long pid;

	private @Nullable NetworkFile file;

	private boolean without;

	RunNetwork(RunKey run, NetworkNamespaces namespaces, Path procRoot, InterfacePattern interfaces,
			ParseFaults faults) {
		this.run = run;
		this.namespaces = namespaces;
		this.procRoot = procRoot;
		this.interfaces = interfaces;
		this.faults = faults;
	}

	/// Takes what the Engine says of the container.
	synchronized void describe(@Nullable String networkMode, @Nullable Long pid) {
		this.without = networkMode == null || networkMode.equals("host") || networkMode.equals("none")
				|| networkMode.startsWith("container:");
		this.pid = pid;
	}

	/// Reads the counters, if the run has a network of its own.
	synchronized void read(Readings into) {
		NetworkFile file = (this.file != null) ? this.file : open();
		if (file != null) {
			file.read(into);
		}
	}

	private @Nullable NetworkFile open() {
		Long pid = this.pid;
		if (this.without || pid == null) {
			return null;
		}
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
		this.file = file;
		return file;
	}

	@Override
	public synchronized void close() {
		this.namespaces.release(this.run);
		NetworkFile file = this.file;
		this.file = null;
		this.without = true;
		if (file != null) {
			file.close();
		}
	}

}
