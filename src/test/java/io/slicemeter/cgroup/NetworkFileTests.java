package io.slicemeter.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.SliceName;
import io.slicemeter.testing.CgroupDirectory;
import io.slicemeter.testing.CgroupTree;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class NetworkFileTests {

	private static final long PID = 100;

	@TempDir
	Path directory;

	private final ParseFaults faults = new ParseFaults();

	private final Readings readings = new Readings();

	private CgroupTree tree;

	private CgroupDirectory cgroup;

	@BeforeEach
	void makeTree() {
		this.tree = CgroupTree.create(this.directory);
		this.cgroup = this.tree.container(new SliceName("ci.slice"), CgroupTree.containerId(1));
	}

	@Test
	void isNotOpenedWhileTheProcessIsInTheHostsNetwork() {
		this.tree.processSharingNetwork(PID, this.cgroup, 1);

		assertThat(open(PID)).isEmpty();
	}

	@Test
	void isOpenedOnceTheProcessHasANamespaceOfItsOwn() {
		this.tree.processSharingNetwork(PID, this.cgroup, 1);
		assertThat(open(PID)).isEmpty();

		this.tree.removeProcess(PID);
		this.tree.process(PID, this.cgroup, CgroupTree.IDLE_NETWORK);

		assertThat(open(PID)).isPresent();
	}

	@Test
	void isNotOpenedOfAProcessThatIsGone() {
		assertThat(open(99)).isEmpty();
		assertThat(this.faults.total()).isZero();
	}

	@Test
	void isOpenedWhereThereIsNoFirstProcess() {
		this.tree.process(PID, this.cgroup, CgroupTree.IDLE_NETWORK);
		this.tree.removeProcess(1);

		assertThat(open(PID)).isPresent();
	}

	@Test
	void tellsSharersByTheInodeOfTheirNamespace() {
		this.tree.process(PID, this.cgroup, CgroupTree.IDLE_NETWORK);
		this.tree.processSharingNetwork(101, this.cgroup, PID);
		this.tree.process(102, this.cgroup, CgroupTree.IDLE_NETWORK);

		long namespace = open(PID).orElseThrow().namespaceInode();

		assertThat(open(101).orElseThrow().namespaceInode()).isEqualTo(namespace);
		assertThat(open(102).orElseThrow().namespaceInode()).isNotEqualTo(namespace);
	}

	@Test
	void followsTheCountersAndKeepsItsNamespaceWhenThePidIsUsedAgain() {
		this.tree.process(PID, this.cgroup, CgroupTree.netDev(1_000, 2_000));
		try (NetworkFile network = open(PID).orElseThrow()) {
			assertThat(network.read(this.readings)).isTrue();
			assertThat(this.readings.get(Metric.NETWORK_RECEIVED_BYTES)).isEqualTo(1_000);
			this.tree.network(PID, CgroupTree.netDev(5_000_000, 6_000_000));
			network.read(this.readings);
			assertThat(this.readings.get(Metric.NETWORK_RECEIVED_BYTES)).isEqualTo(5_000_000);
			assertThat(this.readings.get(Metric.NETWORK_SENT_BYTES)).isEqualTo(6_000_000);
			assertThat(this.readings.get(Metric.NETWORK_ALL_BYTES)).isEqualTo(11_000_000);

			this.tree.removeProcess(PID);
			this.tree.process(PID, this.cgroup, CgroupTree.netDev(9, 9));
			network.read(this.readings);

			assertThat(this.readings.get(Metric.NETWORK_RECEIVED_BYTES)).isEqualTo(5_000_000);
		}
	}

	@Test
	void forgetsTheInterfaceThatIsGone() {
		this.tree.process(PID, this.cgroup, CgroupTree.netDev(1_000, 2_000));
		try (NetworkFile network = open(PID).orElseThrow()) {
			network.read(this.readings);
			this.tree.network(PID, CgroupTree.fixture("c-none", "proc_net_dev"));

			assertThat(network.read(this.readings)).isTrue();

			assertThat(this.readings.isEmpty()).isTrue();
		}
	}

	@Test
	void leavesOtherMetricsAlone() {
		this.tree.process(PID, this.cgroup, CgroupTree.netDev(1_000, 2_000));
		this.readings.set(Metric.PIDS, 3);
		NetworkFile network = open(PID).orElseThrow();

		network.read(this.readings);
		assertThat(this.readings.get(Metric.PIDS)).isEqualTo(3);

		network.close();
		assertThat(network.read(this.readings)).isFalse();
		assertThat(this.readings).hasToString("{pids=3}");
	}

	@Test
	void readsThisProcessFromTheRealProc() throws IOException {
		Path proc = Path.of("/proc");
		String own = Long.toString(ProcessHandle.current().pid());
		boolean ownNamespace = !Files.getAttribute(proc.resolve(own).resolve("net/dev"), "unix:ino")
			.equals(Files.getAttribute(proc.resolve("1/net/dev"), "unix:ino"));

		Optional<NetworkFile> network = NetworkFile.open(proc, ProcessHandle.current().pid(), InterfacePattern.of("*"),
				this.faults);

		assertThat(network.isPresent()).isEqualTo(ownNamespace);
	}

	private Optional<NetworkFile> open(long pid) {
		return NetworkFile.open(this.tree.procRoot(), pid, InterfacePattern.of("eth*"), this.faults);
	}

}
