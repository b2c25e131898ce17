package io.slicemeter.cgroup;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import com.sun.management.ThreadMXBean;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.SliceName;
import io.slicemeter.testing.CgroupDirectory;
import io.slicemeter.testing.CgroupTree;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/// Reading kept files is the hot loop: thousands of reads leave nothing for the garbage
/// collector.
class ReadingAllocatesNothingTests {

	private static final int READS = 5_000;

	/// As many rounds as it takes the compiler to settle; what allocates for real never
	/// passes.
	private static final int ROUNDS = 10;

	private static final long PID = 100;

	private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	private final ParseFaults faults = new ParseFaults();

	private final Readings readings = new Readings();

	@TempDir
	Path directory;

	private CgroupTree tree;

	private CgroupDirectory cgroup;

	@BeforeEach
	void makeTree() {
		this.tree = CgroupTree.create(this.directory);
		this.cgroup = this.tree.container(new SliceName("ci-runners.slice"), CgroupTree.containerId(1), "c-mem");
		this.tree.process(PID, this.cgroup, CgroupTree.fixture("c-mem", "proc_net_dev"));
	}

	@Test
	void ofCgroup() throws IOException {
		CgroupRoot root = CgroupRoot.open(this.tree.cgroupRoot(), this.tree.procRoot(), this.faults);
		try (CgroupFiles files = CgroupFiles.open(this.cgroup.path(), root)) {
			assertThatNothingIsAllocated(() -> {
				files.read(this.readings);
				files.population();
			});
		}
	}

	@Test
	void ofCgroupWithAbsentAndMalformedFiles() throws IOException {
		this.cgroup.without("memory.peak")
			.without("io.pressure")
			.write("memory.current", "lots\n")
			.write("pids.current", "");
		CgroupRoot root = CgroupRoot.open(this.tree.cgroupRoot(), this.tree.procRoot(), this.faults);
		try (CgroupFiles files = CgroupFiles.open(this.cgroup.path(), root)) {
			assertThatNothingIsAllocated(() -> files.read(this.readings));
		}
		assertThat(this.faults.total()).isGreaterThanOrEqualTo(2 * READS);
	}

	@Test
	void ofNetwork() {
		assertThatReadingNetworkAllocatesNothing();
	}

	@Test
	void ofNetworkWithHundredsOfInterfaces() {
		this.tree.network(PID,
				CgroupTree.IDLE_NETWORK + IntStream.range(0, 300)
					.mapToObj("veth%05d: 1621960097 37212 0 0 0 0 0 0 1547105 23159 0 0 0 0 0 0"::formatted)
					.collect(Collectors.joining("\n", "", "\n")));

		assertThatReadingNetworkAllocatesNothing();
	}

	@Test
	void ofHost() {
		try (HostFiles files = HostFiles.open(this.tree.procRoot(), this.faults)) {
			assertThatNothingIsAllocated(() -> files.read(this.readings));
		}
	}

	private void assertThatReadingNetworkAllocatesNothing() {
		try (NetworkFile network = NetworkFile
			.open(this.tree.procRoot(), PID, InterfacePattern.of("eth*", "ens?"), this.faults)
			.orElseThrow()) {
			assertThatNothingIsAllocated(() -> network.read(this.readings));
		}
	}

	private void assertThatNothingIsAllocated(Runnable reading) {
		long allocated = Long.MAX_VALUE;
		for (int round = 0; round < ROUNDS && allocated > 0; round++) {
			long before = this.threads.getCurrentThreadAllocatedBytes();
			for (int read = 0; read < READS; read++) {
				reading.run();
			}
			allocated = this.threads.getCurrentThreadAllocatedBytes() - before;
		}
		assertThat(allocated).as("bytes allocated by %d reads", READS).isZero();
	}

}
