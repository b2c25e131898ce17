package io.slicemeter.sampling;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import io.slicemeter.cgroup.CgroupFiles;
import io.slicemeter.cgroup.CgroupRoot;
import io.slicemeter.cgroup.ContainerCgroup;
import io.slicemeter.cgroup.InterfacePattern;
import io.slicemeter.cgroup.ParseFaults;
import io.slicemeter.engine.Container;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.Source;

/// The kernel's own files. A lifetime is told by the inode of its cgroup's directory,
/// which no restart keeps.
final class CgroupSource implements UsageSource {

	private final HostId host;

	private final CgroupRoot root;

	private final Path procRoot;

	private final InterfacePattern interfaces;

	private final ParseFaults faults;

	private final TimeSource time;

	private final SampleClock clock;

	private final String bootId;

	private final NetworkNamespaces namespaces = new NetworkNamespaces();

	CgroupSource(HostId host, CgroupRoot root, Path procRoot, InterfacePattern interfaces, ParseFaults faults,
			TimeSource time, SampleClock clock) {
		this.host = host;
		this.root = root;
		this.procRoot = procRoot;
		this.interfaces = interfaces;
		this.faults = faults;
		this.time = time;
		this.clock = clock;
		this.bootId = root.bootId();
	}

	@Override
	public Source kind() {
		return Source.CGROUP;
	}

	CgroupRoot root() {
		return this.root;
	}

	@Override
	public Optional<Lifetime> locate(Container container, WatchedSlices watched) {
		return this.root.container(container.id(), watched.names(), container.cgroupParent(), container.pid())
			.filter((cgroup) -> watched.include(cgroup.slice()))
			.map((cgroup) -> lifetime(container.id(), cgroup));
	}

	@Override
	public boolean holds(TrackedRun run, Container container) {
		Long pid = container.pid();
		return pid != null && this.root.isIn(pid, run.container());
	}

	/// The lifetime that a container's cgroup is.
	Lifetime lifetime(ContainerId container, ContainerCgroup cgroup) {
		return new Lifetime(RunKey.ofCgroup(this.host, container, this.bootId, cgroup.inode()), cgroup.slice(), cgroup);
	}

	@Override
	public UsageReader open(Lifetime lifetime, ContainerId container) throws IOException {
		if (lifetime.cgroup() == null) {
			throw new IllegalArgumentException("A run without a cgroup can't be read from one: " + lifetime.key());
		}
		CgroupFiles files = CgroupFiles.open(lifetime.cgroup().directory(), this.root);
		RunNetwork network = new RunNetwork(lifetime.key(), this.namespaces, this.procRoot, this.interfaces,
				this.faults);
		return new CgroupReader(files, network, this.clock);
	}

	@Override
	public long beginNanos(Instant startedAt) {
		long agoNanos = Duration.between(startedAt, this.time.wall()).toNanos();
		return this.time.nanos() - Math.max(0, agoNanos);
	}

}
