package io.slicemeter.cgroup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.SliceName;
import io.slicemeter.testing.CgroupDirectory;
import io.slicemeter.testing.CgroupTree;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CgroupFilesTests {

	@TempDir
	Path directory;

	private final ParseFaults faults = new ParseFaults();

	private final Readings readings = new Readings();

	private CgroupTree tree;

	private CgroupRoot root;

	private CgroupDirectory cgroup;

	@BeforeEach
	void makeTree() {
		this.tree = CgroupTree.create(this.directory);
		this.root = CgroupRoot.open(this.tree.cgroupRoot(), this.tree.procRoot(), this.faults);
		this.cgroup = this.tree.container(new SliceName("ci-runners.slice"), CgroupTree.containerId(1));
	}

	@Test
	void followsWhatChanges() throws IOException {
		try (CgroupFiles files = open()) {
			files.read(this.readings);
			this.cgroup.cpuUsageUsec(123_456_789_012L).memory(5_000_000, 1_000_000).oomKills(2);

			files.read(this.readings);

			assertThat(this.readings.get(Metric.CPU_USAGE_USEC)).isEqualTo(123_456_789_012L);
			assertThat(this.readings.get(Metric.MEMORY_BYTES)).isEqualTo(4_000_000);
			assertThat(this.readings.get(Metric.OOM_KILLS)).isEqualTo(2);
		}
	}

	@Test
	void readsShorterContentWithoutTheRestOfTheLongerOne() throws IOException {
		try (CgroupFiles files = open()) {
			this.cgroup.write("pids.current", "1234567\n");
			files.read(this.readings);
			this.cgroup.write("pids.current", "9\n");
			files.read(this.readings);

			assertThat(this.readings.get(Metric.PIDS)).isEqualTo(9);
		}
	}

	@ParameterizedTest
	@CsvSource({ "5000, 6000, 0", "5000, 5000, 0", "5000, 0, 5000", "0, 0, 0" })
	void workingSetIsNeverBelowZero(long current, long inactiveFile, long workingSet) throws IOException {
		this.cgroup.memory(current, inactiveFile);
		try (CgroupFiles files = open()) {
			files.read(this.readings);

			assertThat(this.readings.get(Metric.MEMORY_BYTES)).isEqualTo(workingSet);
			assertThat(this.readings.get(Metric.MEMORY_CURRENT_BYTES)).isEqualTo(current);
		}
	}

	@Test
	void hasNoWorkingSetWithoutBothOfItsParts() throws IOException {
		this.cgroup.without("memory.stat");
		try (CgroupFiles files = open()) {
			files.read(this.readings);

			assertThat(this.readings.has(Metric.MEMORY_CURRENT_BYTES)).isTrue();
			assertThat(this.readings.has(Metric.MEMORY_BYTES)).isFalse();
		}
	}

	@Test
	void absentFilesLeaveTheirMetricsAbsentAndAreNoFault() throws IOException {
		List.of("memory.current", "memory.stat", "memory.peak", "memory.events", "memory.swap.current", "io.stat",
				"pids.current", "cpu.pressure", "memory.pressure", "io.pressure", "cgroup.events", "cpu.max",
				"memory.max", "pids.max")
			.forEach(this.cgroup::without);
		this.cgroup.write("cpu.stat", "usage_usec 7\nuser_usec 4\nsystem_usec 3\n");
		try (CgroupFiles files = open()) {
			assertThat(files.read(this.readings)).isEqualTo(ReadOutcome.READ);

			assertThat(this.readings).hasToString("{cpuUsageUsec=7, cpuUserUsec=4, cpuSystemUsec=3}");
			assertThat(files.readLimits()).isEqualTo(Limits.UNKNOWN);
			assertThat(files.population()).isEqualTo(Population.UNKNOWN);
		}
		assertThat(this.faults.total()).isZero();
	}

	@Test
	void opensFilesThatAppearLater() throws IOException {
		this.cgroup.without("memory.peak");
		try (CgroupFiles files = open()) {
			this.cgroup.write("memory.peak", "4096\n");
			files.read(this.readings);
			assertThat(this.readings.has(Metric.MEMORY_PEAK_BYTES)).isFalse();

			files.openAbsent();

			files.read(this.readings);
			assertThat(this.readings.get(Metric.MEMORY_PEAK_BYTES)).isEqualTo(4096);
		}
	}

	@Test
	void fileThatCanNotBeReadCostsItsValuesOnly() throws IOException {
		this.cgroup.without("memory.peak");
		Files.createDirectory(this.cgroup.path().resolve("memory.peak"));
		try (CgroupFiles files = open()) {
			assertThat(files.read(this.readings)).isEqualTo(ReadOutcome.READ);
			files.read(this.readings);

			assertThat(this.readings.has(Metric.MEMORY_PEAK_BYTES)).isFalse();
			assertThat(this.readings.has(Metric.MEMORY_BYTES)).isTrue();
		}
		assertThat(this.faults.count(KernelFile.MEMORY_PEAK, Fault.UNREADABLE)).isEqualTo(1);
	}

	@Test
	void cpuStatThatCanNotBeReadIsAnErrorThatNamesTheCgroup() throws IOException {
		this.cgroup.without("cpu.stat");
		Files.createDirectory(this.cgroup.path().resolve("cpu.stat"));
		try (CgroupFiles files = open()) {
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> files.read(this.readings))
				.withMessageContaining(this.cgroup.path().toString());
		}
	}

	@Test
	void leavesMetricsOfTheNetworkAlone() throws IOException {
		this.readings.set(Metric.NETWORK_SENT_BYTES, 5);
		try (CgroupFiles files = open()) {
			files.read(this.readings);
			files.close();

			assertThat(files.read(this.readings)).isEqualTo(ReadOutcome.ENDING);
			assertThat(this.readings).hasToString("{networkSentBytes=5}");
		}
	}

	@Test
	void readsLimitsAsTheyAreNow() throws IOException {
		try (CgroupFiles files = open()) {
			assertThat(files.readLimits()).isEqualTo(new Limits(Limit.UNLIMITED, Limit.UNLIMITED, Limit.of(3487)));

			this.cgroup.write("cpu.max", "150000 100000\n")
				.write("memory.max", "100663296\n")
				.write("pids.max", "77\n");

			assertThat(files.readLimits()).isEqualTo(new Limits(Limit.of(1500), Limit.of(100_663_296), Limit.of(77)));
		}
	}

	@Test
	void tellsWhetherProcessesLiveInIt() throws IOException {
		try (CgroupFiles files = open()) {
			assertThat(files.population()).isEqualTo(Population.POPULATED);
			this.cgroup.populated(false);
			assertThat(files.population()).isEqualTo(Population.EMPTY);
		}
	}

	@Test
	void tellsARecreatedDirectoryByItsInode() throws IOException {
		try (CgroupFiles files = open()) {
			assertThat(files.currentInode()).hasValue(files.inode());

			this.cgroup.remove();
			assertThat(files.currentInode()).isEmpty();

			this.tree.container(new SliceName("ci-runners.slice"), CgroupTree.containerId(1));
			assertThat(files.currentInode()).isPresent();
			assertThat(files.currentInode().orElseThrow()).isNotEqualTo(files.inode());
		}
	}

	@Test
	void isNotOpenedOfACgroupThatIsGone() {
		this.cgroup.remove();

		assertThatExceptionOfType(NoSuchFileException.class).isThrownBy(this::open);
	}

	@Test
	void readsTheRootWhichHasFewFiles() throws IOException {
		try (CgroupFiles files = CgroupFiles.open(this.tree.cgroupRoot(), this.root)) {
			assertThat(files.read(this.readings)).isEqualTo(ReadOutcome.READ);

			assertThat(this.readings.has(Metric.CPU_USAGE_USEC)).isTrue();
			assertThat(this.readings.has(Metric.MEMORY_CURRENT_BYTES)).isFalse();
			assertThat(this.readings.has(Metric.MEMORY_BYTES)).isFalse();
			assertThat(this.readings.has(Metric.MEMORY_ANON_BYTES)).isTrue();
			assertThat(files.readLimits()).isEqualTo(Limits.UNKNOWN);
		}
	}

	@Test
	void closesEveryFile() throws IOException {
		for (int round = 0; round < 20; round++) {
			open().close();
		}
		long before = openFiles();

		for (int round = 0; round < 20; round++) {
			open().close();
			this.cgroup.without("cpu.stat");
			assertThatExceptionOfType(NoSuchFileException.class).isThrownBy(this::open);
			this.cgroup.write("cpu.stat", "usage_usec 1\n");
		}

		// Other tests of this JVM may open a file or two meanwhile, but not hundreds.
		assertThat(openFiles()).isLessThan(before + 100);
	}

	private CgroupFiles open() throws IOException {
		return CgroupFiles.open(this.cgroup.path(), this.root);
	}

	private static long openFiles() throws IOException {
		try (var files = Files.list(Path.of("/proc/self/fd"))) {
			return files.count();
		}
	}

}
