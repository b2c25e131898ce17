package io.slicemeter.cgroup;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

import io.slicemeter.runner.Readings;

/// The network of one run: a kept channel on `<proc-root>/<pid>/net/dev`. The channel
/// pins the namespace, so a PID that is used again can't move traffic to another run.
///
/// The namespace is told by the inode of that file: all processes in one namespace show
/// the same, and unlike `/proc/<pid>/ns/net` it may be read without ptrace rights.
public final class NetworkFile implements Closeable {

	private static final long FIRST_PROCESS = 1;

	private final KeptFile netDev;

	private final long namespaceInode;

	private final InterfacePattern interfaces;

	private NetworkFile(KeptFile netDev, long namespaceInode, InterfacePattern interfaces) {
		this.netDev = netDev;
		this.namespaceInode = namespaceInode;
		this.interfaces = interfaces;
	}

	/// Opens the network of a process. Empty while the process is still in the host's
	/// network (a container that is just being made, or the mode `host`), and if it is
	/// gone.
	///
	/// Looks at the inode first and opens then: a process goes from the host's namespace
	/// into its own, never back.
	public static Optional<NetworkFile> open(Path procRoot, long pid, InterfacePattern interfaces, ParseFaults faults) {
		Path process = procRoot.resolve(Long.toString(pid));
		try {
			long inode = Inode.of(process.resolve(KernelFile.NET_DEV.fileName()));
			if (isOfHost(inode, procRoot)) {
				return Optional.empty();
			}
			KeptFile netDev = KeptFile.required(KernelFile.NET_DEV, process, faults);
			return Optional.of(new NetworkFile(netDev, inode, interfaces));
		}
		catch (NoSuchFileException ex) {
			return Optional.empty();
		}
		catch (IOException ex) {
			faults.add(KernelFile.NET_DEV, Fault.UNREADABLE, process);
			return Optional.empty();
		}
	}

	/// What tells the network namespace from others; equal to another run's where the two
	/// share one.
	public long namespaceInode() {
		return this.namespaceInode;
	}

	/// Reads the network's metrics; all others are not touched. Without an interface of
	/// the runner's own (not yet, or no longer) they are absent, and without any but `lo`
	/// all are.
	/// @return false if the file can't be read any more
	public boolean read(Readings into) {
		Text text = Text.ofThread();
		if (!this.netDev.read(text)) {
			NetDev.forget(into);
			return false;
		}
		NetDev.parse(text, into, this.interfaces);
		return true;
	}

	@Override
	public void close() {
		this.netDev.close();
	}

	/// Where the first process may not be looked at, nobody can tell: better no traffic
	/// than the host's. A tree without a first process is no `/proc`, and has no host
	/// network.
	private static boolean isOfHost(long inode, Path procRoot) throws IOException {
		try {
			return inode == Inode
				.of(procRoot.resolve(Long.toString(FIRST_PROCESS)).resolve(KernelFile.NET_DEV.fileName()));
		}
		catch (NoSuchFileException ex) {
			return false;
		}
		catch (AccessDeniedException ex) {
			return true;
		}
	}

}
